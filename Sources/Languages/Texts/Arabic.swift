extension BuiltInTexts {
    static let arabic: [String: Translation] = [
        "Check for changes": "التحقق من التغييرات",
        "Upload": "رفع الملف",
        "Go to the nearest page": "الانتقال إلى أقرب صفحة",
        "Go on": "متابعة",
        "Reference for this error: %1": "مرجع هذا الخطأ: %1",
        "What you typed is still here.": "ما كتبته لا يزال هنا.",
        "Go back to find what you typed.": "ارجع إلى الخلف لتجد ما كتبته.",
        "This page does not exist": "هذه الصفحة غير موجودة",
        "The address may be mistyped, or what it showed is gone.":
            "قد يكون العنوان مكتوبًا بشكل خاطئ، أو أن ما كان يعرضه لم يعد موجودًا.",
        "That is too large to send": "هذا أكبر من أن يُرسَل",
        "Go back, choose a smaller file or shorten the text, and send it again.":
            "ارجع، واختر ملفًا أصغر أو اختصر النص، ثم أرسله مرة أخرى.",
        "This step is already complete": "هذه الخطوة مكتملة بالفعل",
        "You have finished this step, so it cannot be opened again. Go on from where you are now.":
            "لقد أنهيت هذه الخطوة، لذلك لا يمكن فتحها مرة أخرى. تابع من حيث أنت الآن.",
        "Please wait a moment": "يُرجى الانتظار لحظة",
        "Your earlier actions are still being processed. Try again in a second.":
            "لا تزال إجراءاتك السابقة قيد المعالجة. حاول مرة أخرى بعد ثانية.",
        "This cannot be saved now": "لا يمكن الحفظ الآن",
        """
        Your last action could not be saved, so you are back where you were. Messages that it sent to \
        others may have arrived. Try again later.
        """:
            """
        تعذّر حفظ إجرائك الأخير، فعدت إلى حيث كنت. ربما وصلت الرسائل التي أُرسلت إلى آخرين. حاول مرة \
        أخرى لاحقًا.
        """,
        "Your session cannot be loaded now": "لا يمكن تحميل جلستك الآن",
        "The server could not read your session. Nothing was changed. Try again in a few seconds.":
            "تعذّر على الخادم قراءة جلستك. لم يتغير شيء. حاول مرة أخرى بعد ثوانٍ قليلة.",
        "Your file cannot be read now": "لا يمكن قراءة ملفك الآن",
        """
        The server could not read the file that you sent before. Nothing was changed. Go back, and try \
        again in a few seconds.
        """:
            """
        تعذّر على الخادم قراءة الملف الذي أرسلته من قبل. لم يتغير شيء. ارجع إلى الخلف وحاول مرة أخرى \
        بعد ثوانٍ قليلة.
        """,
        "There is no space for your session": "لا توجد مساحة لجلستك",
        "Your network already uses all of its space for sessions, so your session is unchanged. Try again later.":
            "تستخدم شبكتك كل المساحة المخصصة لها للجلسات، لذلك لم تتغير جلستك. حاول مرة أخرى لاحقًا.",
        "The file cannot be stored now": "لا يمكن حفظ الملف الآن",
        "There is no space for your file. Nothing was changed. Try again later, or with a smaller file.":
            "لا توجد مساحة لملفك. لم يتغير شيء. حاول مرة أخرى لاحقًا أو بملف أصغر.",
        "This took too long": "استغرق هذا وقتًا طويلًا",
        "The request did not finish in time and was stopped. Check whether it took effect before you try again.":
            "لم يكتمل الطلب في الوقت المحدد وتم إيقافه. تحقق مما إذا كان قد نُفّذ قبل أن تحاول مرة أخرى.",
        "This takes too long at the moment": "يستغرق هذا وقتًا طويلًا حاليًا",
        "The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds.":
            "لم تصل بيانات هذه الصفحة في الوقت المحدد. لم يتغير شيء. حاول مرة أخرى بعد ثوانٍ قليلة.",
        "Something went wrong on our side": "حدث خطأ من جانبنا",
        "Nothing was changed. Please try again; if it happens again, quote the reference %1.":
            "لم يتغير شيء. يُرجى المحاولة مرة أخرى؛ وإذا تكرر ذلك فاذكر المرجع %1.",
        """
        Your action was performed, but the page after it is too large to show. Do not repeat the action; \
        quote the reference %1.
        """:
            "نُفّذ إجراؤك، لكن الصفحة التالية أكبر من أن تُعرض. لا تكرر الإجراء؛ واذكر المرجع %1.",
        "There is no such page": "لا توجد صفحة كهذه",
        "The page or item that you asked for does not exist, or no longer exists.":
            "الصفحة أو العنصر الذي طلبته غير موجود أو لم يعد موجودًا.",
        "This form was sent by another site": "أُرسل هذا النموذج من موقع آخر",
        "It was not accepted, to protect you. Open the page on this site and press the button there.":
            "لم يُقبل حمايةً لك. افتح الصفحة في هذا الموقع واضغط الزر هناك.",
        "Please check what you typed": "يُرجى التحقق مما كتبته",
        "The page has changed": "تغيّرت الصفحة",
        "What you chose is not available here, or not with these values. Nothing was done.":
            "ما اخترته غير متاح هنا، أو غير متاح بهذه القيم. لم يُنفَّذ شيء.",
        "This button does not work here at the moment. Nothing was changed.":
            "لا يعمل هذا الزر هنا حاليًا. لم يتغيّر شيء.",
        "This may have been done": "ربما تم هذا بالفعل",
        """
        Your earlier request was interrupted, so this may have been done. Check before you send it again from \
        the linked page.
        """:
            "انقطع طلبك السابق، فربما يكون قد نُفِّذ. تحقّق قبل إرساله مرة أخرى من الصفحة المرتبطة.",
        "There is no such action": "لا يوجد إجراء كهذا",
        "This app does not know what you asked for. Nothing was done; this is the page as it is now.":
            "لا يعرف هذا التطبيق ما طلبته. لم يُنفَّذ شيء؛ هذه هي الصفحة كما هي الآن.",
        "This page changed while you were away, and the button that you pressed is gone. Nothing was done.":
            "تغيّرت هذه الصفحة أثناء غيابك، ولم يعد الزر الذي ضغطته موجودًا. لم يُنفَّذ شيء.",
        "This is the page as it is now; the earlier one is no longer kept.":
            "هذه هي الصفحة كما هي الآن؛ لم تعد النسخة السابقة محفوظة.",
        "Your earlier session has ended. You can continue from here.": "انتهت جلستك السابقة. يمكنك المتابعة من هنا.",
        "Start again at %1": "ابدأ من جديد في %1",
        "Skip to content": "انتقل إلى المحتوى",
        "Leads to another site": "ينقل إلى موقع آخر",
        "Actions: %1": "الإجراءات: %1",
        "Please choose": "يُرجى الاختيار",
        "%1 is kept. Choose another file to replace it.": "الملف %1 محفوظ. اختر ملفًا آخر لاستبداله.",
        "Please check what you entered": "يُرجى التحقق مما أدخلته",
        "Error:": "خطأ:",
        "Tabs": "علامات التبويب",
        "The first %1 of %2.": "أول %1 من %2.",
        "That link cannot be followed": "لا يمكن فتح هذا الرابط",
        "It leads to a site that this app does not allow.": "ينقل إلى موقع لا يسمح به هذا التطبيق.",
        "That did not work": "لم ينجح ذلك",
        "Nothing was changed. Please try again.": "لم يتغير شيء. يُرجى المحاولة مرة أخرى.",
        "Cancel": "إلغاء",
        "Done": "تم",
        "This is the nearest page that exists.": "هذه أقرب صفحة موجودة.",
        "No longer available": "لم يعد متاحًا",
        "That page or item does not exist. Nothing was changed.": "تلك الصفحة أو العنصر غير موجود. لم يتغير شيء.",
        "Too many pages": "صفحات كثيرة جدًا",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            "لا يمكن فتح أكثر من %1 صفحة بعضها فوق بعض. ارجع إلى الخلف أولًا؛ لم يتغير شيء.",
        "Back": "رجوع",
        "More": "المزيد",
        "This page changed while you were away. Here it is now; press “%1” again.":
            "تغيّرت هذه الصفحة أثناء غيابك. هذه هي الآن؛ اضغط «%1» مرة أخرى.",
        "This page changed while you were away. Here it is now; please choose again.":
            "تغيّرت هذه الصفحة أثناء غيابك. هذه هي الآن؛ يُرجى الاختيار مرة أخرى.",
        "You were away for a while. Continue here; what you typed comes back when you return to its form.":
            "لقد غبت لبعض الوقت. تابع هنا؛ سيعود ما كتبته عندما ترجع إلى نموذجه.",
        "You ended this session from another browser or device. You can sign in again.":
            "أنهيت هذه الجلسة من متصفح أو جهاز آخر. يمكنك تسجيل الدخول مرة أخرى.",
        """
        Your earlier press of this button was interrupted, so this may have been done. Please check before \
        you press it again.
        """:
            "انقطعت ضغطتك السابقة على هذا الزر، فربما تم ذلك بالفعل. يُرجى التحقق قبل الضغط عليه مرة أخرى.",
        "This app has changed since your last visit. This is the nearest page that still exists.":
            "تغيّر هذا التطبيق منذ زيارتك الأخيرة. هذه أقرب صفحة لا تزال موجودة.",
        "This may have been kept or not": "ربما حُفظ هذا وربما لم يُحفظ",
        "Too much is in progress": "هناك الكثير قيد التنفيذ",
        "Please wait until a part of it is done, then try again.":
            "يرجى الانتظار حتى يكتمل جزء منه، ثم المحاولة مرة أخرى.",
        "The connection to the storage was lost. Please look whether it is there before you try again.":
            "انقطع الاتصال بوحدة التخزين. يُرجى التحقق من وجوده قبل أن تحاول مرة أخرى.",
        "This cannot be kept now": "لا يمكن حفظ هذا الآن",
        "Nothing was changed. Please try again in a while.": "لم يتغير شيء. يُرجى المحاولة مرة أخرى بعد قليل.",
        "Undo": "تراجع",
        "OK": "حسنًا",
        "Discard what you typed?": "هل تريد تجاهل ما كتبته؟",
        "It has not been sent yet, and would be lost.": "لم يُرسل بعد وسيُفقد.",
        "Keep editing": "متابعة التحرير",
        "Discard": "تجاهل",
        "Continue": "متابعة",
        "“%1” must be %2.": "يجب أن يكون «%1»: %2.",
        "between %1 and %2": "قيمة بين %1 و%2",
        "%1 or later": "%1 أو بعد ذلك",
        "%1 or more": "%1 أو أكثر",
        "%1 or earlier": "%1 أو قبل ذلك",
        "%1 or less": "%1 أو أقل",
        "within its bounds": "قيمة ضمن الحدود",
        "a multiple of its step": "من مضاعفات الخطوة",
        "%1 or %2": "%1 أو %2",
        "“%1” is %2 characters long; at most 1 is allowed.": "طول «%1» %2 من الأحرف؛ يُسمح بحرف واحد على الأكثر.",
        "“%1” is %2 characters long; at most %3 are allowed.": "طول «%1» %2 من الأحرف؛ الحد الأقصى المسموح به %3.",
        "“%1” contains a character that cannot be shown. Please type the text again.":
            "يحتوي «%1» على حرف لا يمكن عرضه. يُرجى كتابة النص مرة أخرى.",
        "“%1” is %2 characters long; at least %3 are needed.": "طول «%1» %2 من الأحرف؛ الحد الأدنى المطلوب %3.",
        "Please choose a file for “%1”.": "يُرجى اختيار ملف لـ«%1».",
        "Please choose %1 for “%2”.": "يُرجى أن تختار لـ«%2»: %1.",
        "Please fill in “%1”: %2.": "يُرجى تعبئة «%1»: %2.",
        "Please fill in “%1”.": "يُرجى تعبئة «%1».",
        "Please tick “%1” to go on.": "يُرجى تحديد «%1» للمتابعة.",
        "That is not a choice of “%1”; choose %2.": "هذا ليس من خيارات «%1»؛ اختر: %2.",
        "one from the list": "واحدًا من القائمة",
        "a number": "رقمًا",
        "an e-mail address, such as ada@example.org": "عنوان بريد إلكتروني، مثل ada@example.org",
        "a URL, such as https://example.org": "عنوان URL، مثل https://example.org",
        "a date, such as 2026-03-09": "تاريخًا، مثل 2026-03-09",
        "a time, such as 17:30": "وقتًا، مثل 17:30",
        "a date and a time, such as 2026-03-09T17:30": "تاريخًا ووقتًا، مثل 2026-03-09T17:30",
        "a month, such as 2026-03": "شهرًا، مثل 2026-03",
        "a week, such as 2026-W11": "أسبوعًا، مثل 2026-W11",
        "a colour, such as #0f6b66": "لونًا، مثل #0f6b66",
        "a text": "نصًا",
        "“%1” is too large: at most %2 can be sent. Please choose a smaller file.":
            "«%1» كبير جدًا: يمكن إرسال %2 على الأكثر. يُرجى اختيار ملف أصغر.",
        "“%1” is not kept any more. Please choose the file for “%2” again.":
            "لم يعد «%1» محفوظًا. يُرجى اختيار ملف «%2» مرة أخرى.",
        "%1 bytes": "%1 بايت",
        "None": "بلا",
        "(optional)": "(اختياري)",
        "At most %1 characters.": "الحد الأقصى لعدد الأحرف: %1.",
        "Show what I type": "إظهار ما أكتبه",
        "Preview": "معاينة",
        "Year and month, for example %1.": "السنة والشهر، مثل %1.",
        "Year and week, for example %1.": "السنة والأسبوع، مثل %1.",
        "There is nothing here yet.": "لا يوجد شيء هنا بعد.",
        "Nothing was found for “%1”.": "لم يُعثر على شيء لـ«%1».",
        "Pages of %1": "صفحات: %1",
        "Pages": "الصفحات",
        "Search": "بحث",
        "Show all": "عرض الكل",
        "The value of “%1” cannot be used here.": "لا يمكن استخدام قيمة «%1» هنا.",
        "Previous page": "الصفحة السابقة",
        "Next page": "الصفحة التالية",
        "Page %1 of %2": "صفحة %1 من %2",
        "today %1": "اليوم %1",
        "yesterday": "أمس",
        "Unread": "غير مقروء",
        "Day":
            "اليوم",
        "Month":
            "الشهر",
        "Year":
            "السنة",
        "“%1” must include a day.":
            "ينقص اليوم في «%1».",
        "“%1” must include a month.":
            "ينقص الشهر في «%1».",
        "“%1” must include a year.":
            "تنقص السنة في «%1».",
        "The month of “%1” must be a number from 1 to 12.":
            "يجب أن يكون شهر «%1» رقمًا من 1 إلى 12.",
        "The year of “%1” must have four digits, such as 1990.":
            "يجب أن تتكون سنة «%1» من أربعة أرقام، مثل 1990.",
        "The day of “%1” must be a number from 1 to %2 in that month.":
            "يجب أن يكون يوم «%1» في هذا الشهر رقمًا من 1 إلى %2.",
    ]
}
