extension BuiltInTexts {
    static let japanese: [String: Translation] = [
        "Check for changes": "変更を確認",
        "Upload": "アップロード",
        "Go to the nearest page": "最も近いページへ",
        "Go on": "続ける",
        "Reference for this error: %1": "このエラーの参照番号：%1",
        "What you typed is still here.": "入力した内容は残っています。",
        "Go back to find what you typed.": "前のページに戻ると、入力した内容があります。",
        "This page does not exist": "このページはありません",
        "The address may be mistyped, or what it showed is gone.": "アドレスが間違っているか、表示されていた内容がなくなった可能性があります。",
        "That is too large to send": "大きすぎて送信できません",
        "Go back, choose a smaller file or shorten the text, and send it again.":
            "前のページに戻り、小さいファイルを選ぶか文章を短くして、もう一度送信してください。",
        "This step is already complete": "この手順は完了しています",
        "You have finished this step, so it cannot be opened again. Go on from where you are now.":
            "この手順は完了しているため、もう一度開くことはできません。今の場所から続けてください。",
        "Please wait a moment": "少々お待ちください",
        "Your earlier actions are still being processed. Try again in a second.": "前の操作を処理しています。1秒後にもう一度お試しください。",
        "This cannot be saved now": "今は保存できません",
        """
        Your last action could not be saved, so you are back where you were. Messages that it sent to \
        others may have arrived. Try again later.
        """:
            "最後の操作を保存できなかったため、前の状態に戻りました。ほかの人へのメッセージは届いた可能性があります。後でもう一度お試しください。",
        "Your session cannot be loaded now": "今はセッションを読み込めません",
        "The server could not read your session. Nothing was changed. Try again in a few seconds.":
            "サーバーがセッションを読めませんでした。何も変更されていません。数秒後にもう一度お試しください。",
        "Your file cannot be read now": "今はファイルを読めません",
        """
        The server could not read the file that you sent before. Nothing was changed. Go back, and try \
        again in a few seconds.
        """:
            "以前に送信されたファイルをサーバーが読めませんでした。何も変更されていません。前のページに戻り、数秒後にもう一度お試しください。",
        "There is no space for your session": "セッション用の空きがありません",
        "Your network already uses all of its space for sessions, so your session is unchanged. Try again later.":
            "お使いのネットワークはセッション用の空きを使い切っているため、セッションは変更されていません。後でもう一度お試しください。",
        "The file cannot be stored now": "今はファイルを保存できません",
        "There is no space for your file. Nothing was changed. Try again later, or with a smaller file.":
            "ファイル用の空きがありません。何も変更されていません。後で、またはより小さいファイルでお試しください。",
        "This took too long": "時間がかかりすぎました",
        "The request did not finish in time and was stopped. Check whether it took effect before you try again.":
            "要求は時間内に終わらず、中止されました。もう一度試す前に、反映されたかどうかを確認してください。",
        "This takes too long at the moment": "現在、時間がかかりすぎています",
        "The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds.":
            "このページのデータが時間内に届きませんでした。何も変更されていません。数秒後にもう一度お試しください。",
        "Something went wrong on our side": "こちらで問題が発生しました",
        "Nothing was changed. Please try again; if it happens again, quote the reference %1.":
            "何も変更されていません。もう一度お試しください。再び起こる場合は、参照番号 %1 をお知らせください。",
        """
        Your action was performed, but the page after it is too large to show. Do not repeat the action; \
        quote the reference %1.
        """:
            "操作は実行されましたが、その後のページは大きすぎて表示できません。操作を繰り返さず、参照番号 %1 をお知らせください。",
        "There is no such page": "そのページはありません",
        "The page or item that you asked for does not exist, or no longer exists.": "指定されたページまたは項目は存在しないか、なくなりました。",
        "This form was sent by another site": "このフォームは別のサイトから送信されました",
        "It was not accepted, to protect you. Open the page on this site and press the button there.":
            "安全のため、受け付けませんでした。このサイトでページを開き、そこでボタンを押してください。",
        "Please check what you typed": "入力内容を確認してください",
        "The page has changed": "ページが変更されました",
        "What you chose is not available here, or not with these values. Nothing was done.":
            "選択した操作はここでは使えないか、この値では使えません。何も実行されていません。",
        "This button does not work here at the moment. Nothing was changed.": "このボタンは今ここでは使えません。何も変更されていません。",
        "This may have been done": "すでに実行された可能性があります",
        """
        Your earlier request was interrupted, so this may have been done. Check before you send it again from \
        the linked page.
        """:
            "前のリクエストが中断されたため、すでに実行された可能性があります。リンク先のページで確認してから送信し直してください。",
        "There is no such action": "その操作はありません",
        "This app does not know what you asked for. Nothing was done; this is the page as it is now.":
            "このアプリはその操作を知りません。何も実行されていません。これが現在のページです。",
        "This page changed while you were away, and the button that you pressed is gone. Nothing was done.":
            "離れている間にこのページが変わり、押したボタンはなくなりました。何も実行されていません。",
        "This is the page as it is now; the earlier one is no longer kept.": "これが現在のページです。以前のページはもう保存されていません。",
        "Your earlier session has ended. You can continue from here.": "以前のセッションは終了しました。ここから続けられます。",
        "Start again at %1": "%1 の最初に戻る",
        "Skip to content": "本文へ移動",
        "Leads to another site": "別のサイトに移動します",
        "Actions: %1": "操作：%1",
        "Please choose": "選択してください",
        "%1 is kept. Choose another file to replace it.": "%1 は保存されています。置き換えるには別のファイルを選択してください。",
        "Please check what you entered": "入力内容を確認してください",
        "Error:": "エラー：",
        "Tabs": "タブ",
        "The first %1 of %2.": "%2件中、最初の%1件。",
        "That link cannot be followed": "そのリンクは開けません",
        "It leads to a site that this app does not allow.": "このアプリが許可していないサイトに移動します。",
        "That did not work": "うまくいきませんでした",
        "Nothing was changed. Please try again.": "何も変更されていません。もう一度お試しください。",
        "Cancel": "キャンセル",
        "Done": "完了",
        "This is the nearest page that exists.": "これが最も近いページです。",
        "No longer available": "もう利用できません",
        "That page or item does not exist. Nothing was changed.": "そのページまたは項目は存在しません。何も変更されていません。",
        "Too many pages": "ページが多すぎます",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            "重ねて開けるのは最大%1ページです。先に前のページに戻ってください。何も変更されていません。",
        "Back": "戻る",
        "More": "その他",
        "This page changed while you were away. Here it is now; press “%1” again.":
            "離れている間にこのページが変わりました。これが現在のページです。もう一度「%1」を押してください。",
        "This page changed while you were away. Here it is now; please choose again.":
            "離れている間にこのページが変わりました。これが現在のページです。もう一度選んでください。",
        "You were away for a while. Continue here; what you typed comes back when you return to its form.":
            "しばらく離れていました。ここから続けてください。入力した内容はフォームに戻ると表示されます。",
        "You ended this session from another browser or device. You can sign in again.":
            "別のブラウザーまたは端末からこのセッションを終了しました。もう一度ログインできます。",
        """
        Your earlier press of this button was interrupted, so this may have been done. Please check before \
        you press it again.
        """:
            "前回このボタンを押した処理は中断されたため、実行された可能性があります。もう一度押す前に確認してください。",
        "This app has changed since your last visit. This is the nearest page that still exists.":
            "前回の利用後にこのアプリは変わりました。これが今も存在する最も近いページです。",
        "This may have been kept or not": "保存されたかどうか分かりません",
        "Too much is in progress": "処理中の作業が多すぎます",
        "Please wait until a part of it is done, then try again.":
            "一部が終わるまで待ってから、もう一度お試しください。",
        "The connection to the storage was lost. Please look whether it is there before you try again.":
            "保存先との接続が切れました。もう一度試す前に、保存されているか確認してください。",
        "This cannot be kept now": "今は保存できません",
        "Nothing was changed. Please try again in a while.": "何も変更されていません。しばらくしてからもう一度お試しください。",
        "Undo": "元に戻す",
        "OK": "OK",
        "Discard what you typed?": "入力内容を破棄しますか？",
        "It has not been sent yet, and would be lost.": "まだ送信されていないため、失われます。",
        "Keep editing": "編集を続ける",
        "Discard": "破棄",
        "Continue": "続ける",
        "“%1” must be %2.": "「%1」には%2を入力してください。",
        "between %1 and %2": "%1から%2までの値",
        "%1 or later": "%1以降",
        "%1 or more": "%1以上",
        "%1 or earlier": "%1以前",
        "%1 or less": "%1以下",
        "within its bounds": "範囲内の値",
        "a multiple of its step": "刻み幅の倍数",
        "%1 or %2": "%1または%2",
        "“%1” is %2 characters long; at most 1 is allowed.": "「%1」は%2文字です。1文字まで入力できます。",
        "“%1” is %2 characters long; at most %3 are allowed.": "「%1」は%2文字です。%3文字まで入力できます。",
        "“%1” contains a character that cannot be shown. Please type the text again.":
            "「%1」に表示できない文字が含まれています。もう一度入力してください。",
        "“%1” is %2 characters long; at least %3 are needed.": "「%1」は%2文字です。%3文字以上必要です。",
        "Please choose a file for “%1”.": "「%1」のファイルを選択してください。",
        "Please choose %1 for “%2”.": "「%2」には%1を選択してください。",
        "Please fill in “%1”: %2.": "「%1」を入力してください：%2。",
        "Please fill in “%1”.": "「%1」を入力してください。",
        "Please tick “%1” to go on.": "続けるには「%1」にチェックを入れてください。",
        "That is not a choice of “%1”; choose %2.": "それは「%1」の選択肢ではありません。%2を選択してください。",
        "one from the list": "一覧から一つ",
        "a number": "数値",
        "an e-mail address, such as ada@example.org": "メールアドレス（例：ada@example.org）",
        "a URL, such as https://example.org": "URL（例：https://example.org）",
        "a date, such as 2026-03-09": "日付（例：2026-03-09）",
        "a time, such as 17:30": "時刻（例：17:30）",
        "a date and a time, such as 2026-03-09T17:30": "日付と時刻（例：2026-03-09T17:30）",
        "a month, such as 2026-03": "年月（例：2026-03）",
        "a week, such as 2026-W11": "週（例：2026-W11）",
        "a colour, such as #0f6b66": "色（例：#0f6b66）",
        "a text": "テキスト",
        "“%1” is too large: at most %2 can be sent. Please choose a smaller file.":
            "「%1」は大きすぎます。送信できるのは%2までです。より小さいファイルを選択してください。",
        "“%1” is not kept any more. Please choose the file for “%2” again.": "「%1」はもう保存されていません。「%2」のファイルをもう一度選択してください。",
        "%1 bytes": "%1バイト",
        "None": "なし",
        "(optional)": "（任意）",
        "At most %1 characters.": "最大%1文字",
        "Show what I type": "入力内容を表示",
        "Preview": "プレビュー",
        "Year and month, for example %1.": "年と月（例：%1）。",
        "Year and week, for example %1.": "年と週（例：%1）。",
        "There is nothing here yet.": "まだ何もありません。",
        "Nothing was found for “%1”.": "「%1」は見つかりませんでした。",
        "Pages of %1": "ページ：%1",
        "Pages": "ページ",
        "Search": "検索",
        "Show all": "すべて表示",
        "The value of “%1” cannot be used here.": "「%1」の値はここでは使えません。",
        "Previous page": "前のページ",
        "Next page": "次のページ",
        "Page %1 of %2": "%1／%2ページ",
        "today %1": "今日 %1",
        "yesterday": "昨日",
        "Unread": "未読",
        "Day":
            "日",
        "Month":
            "月",
        "Year":
            "年",
        "“%1” must include a day.":
            "「%1」の日を入力してください。",
        "“%1” must include a month.":
            "「%1」の月を入力してください。",
        "“%1” must include a year.":
            "「%1」の年を入力してください。",
        "The month of “%1” must be a number from 1 to 12.":
            "「%1」の月は1から12までの数字で入力してください。",
        "The year of “%1” must have four digits, such as 1990.":
            "「%1」の年は1990のように4桁で入力してください。",
        "The day of “%1” must be a number from 1 to %2 in that month.":
            "「%1」の日は、その月では1から%2までの数字で入力してください。",
    ]
}
