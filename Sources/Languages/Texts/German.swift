extension BuiltInTexts {
    static let german: [String: Translation] = [
        "Check for changes": "Nach Änderungen sehen",
        "Upload": "Hochladen",
        "Go to the nearest page": "Zur nächsten vorhandenen Seite",
        "Go on": "Weiter",
        "Reference for this error: %1": "Kennung dieses Fehlers: %1",
        "What you typed is still here.": "Ihre Eingaben sind noch da.",
        "Go back to find what you typed.": "Gehen Sie zurück, um Ihre Eingaben wiederzufinden.",
        "This page does not exist": "Diese Seite gibt es nicht",
        "The address may be mistyped, or what it showed is gone.":
            "Vielleicht ist die Adresse falsch geschrieben, oder der Inhalt ist nicht mehr da.",
        "That is too large to send": "Das ist zu groß zum Senden",
        "Go back, choose a smaller file or shorten the text, and send it again.":
            "Gehen Sie zurück, wählen Sie eine kleinere Datei oder kürzen Sie den Text, und senden Sie es erneut.",
        "This step is already complete": "Dieser Schritt ist schon abgeschlossen",
        "You have finished this step, so it cannot be opened again. Go on from where you are now.":
            """
        Sie haben diesen Schritt abgeschlossen, er lässt sich nicht noch einmal öffnen. Machen Sie dort \
        weiter, wo Sie jetzt sind.
        """,
        "Please wait a moment": "Bitte warten Sie einen Moment",
        "Your earlier actions are still being processed. Try again in a second.":
            "Ihre vorigen Aktionen werden noch bearbeitet. Versuchen Sie es in einer Sekunde erneut.",
        "This cannot be saved now": "Das kann gerade nicht gespeichert werden",
        """
        Your last action could not be saved, so you are back where you were. Messages that it sent to \
        others may have arrived. Try again later.
        """:
            """
        Ihre letzte Aktion konnte nicht gespeichert werden; Sie sind wieder dort, wo Sie vorher waren. \
        Nachrichten an andere können angekommen sein. Versuchen Sie es später erneut.
        """,
        "Your session cannot be loaded now": "Ihre Sitzung kann gerade nicht geladen werden",
        "The server could not read your session. Nothing was changed. Try again in a few seconds.":
            """
        Der Server konnte Ihre Sitzung nicht lesen. Nichts wurde geändert. Versuchen Sie es in einigen \
        Sekunden erneut.
        """,
        "Your file cannot be read now": "Ihre Datei kann gerade nicht gelesen werden",
        """
        The server could not read the file that you sent before. Nothing was changed. Go back, and try \
        again in a few seconds.
        """:
            """
        Der Server konnte die zuvor gesendete Datei nicht lesen. Nichts wurde geändert. Gehen Sie \
        zurück, und versuchen Sie es in einigen Sekunden erneut.
        """,
        "There is no space for your session": "Für Ihre Sitzung ist kein Platz",
        "Your network already uses all of its space for sessions, so your session is unchanged. Try again later.":
            """
        Ihr Netzwerk nutzt schon seinen ganzen Platz für Sitzungen; Ihre Sitzung ist unverändert. \
        Versuchen Sie es später erneut.
        """,
        "The file cannot be stored now": "Die Datei kann gerade nicht gespeichert werden",
        "There is no space for your file. Nothing was changed. Try again later, or with a smaller file.":
            """
        Für Ihre Datei ist kein Platz. Nichts wurde geändert. Versuchen Sie es später oder mit einer \
        kleineren Datei erneut.
        """,
        "This took too long": "Das hat zu lange gedauert",
        "The request did not finish in time and was stopped. Check whether it took effect before you try again.":
            """
        Die Anfrage wurde nicht rechtzeitig fertig und wurde abgebrochen. Prüfen Sie, ob sie gewirkt \
        hat, bevor Sie es erneut versuchen.
        """,
        "This takes too long at the moment": "Das dauert zurzeit zu lange",
        "The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds.":
            """
        Die Daten dieser Seite kamen nicht rechtzeitig an. Nichts wurde geändert. Versuchen Sie es in \
        einigen Sekunden erneut.
        """,
        "Something went wrong on our side": "Bei uns ist ein Fehler aufgetreten",
        "Nothing was changed. Please try again; if it happens again, quote the reference %1.":
            """
        Nichts wurde geändert. Bitte versuchen Sie es erneut; wenn es wieder geschieht, nennen Sie die \
        Kennung %1.
        """,
        """
        Your action was performed, but the page after it is too large to show. Do not repeat the action; \
        quote the reference %1.
        """:
            """
        Ihre Aktion wurde ausgeführt, aber die Seite danach ist zu groß, um sie anzuzeigen. Wiederholen \
        Sie die Aktion nicht; nennen Sie die Kennung %1.
        """,
        "There is no such page": "Diese Seite gibt es nicht",
        "The page or item that you asked for does not exist, or no longer exists.":
            "Die gewünschte Seite oder der Eintrag existiert nicht oder nicht mehr.",
        "This form was sent by another site": "Dieses Formular wurde von einer anderen Website gesendet",
        "It was not accepted, to protect you. Open the page on this site and press the button there.":
            """
        Zu Ihrem Schutz wurde es nicht angenommen. Öffnen Sie die Seite auf dieser Website, und drücken \
        Sie dort die Taste.
        """,
        "Please check what you typed": "Bitte prüfen Sie Ihre Eingaben",
        "The page has changed": "Die Seite hat sich geändert",
        "What you chose is not available here, or not with these values. Nothing was done.":
            "Was Sie gewählt haben, ist hier nicht verfügbar oder nicht mit diesen Werten. Nichts wurde getan.",
        "This button does not work here at the moment. Nothing was changed.":
            "Diese Taste funktioniert hier gerade nicht. Nichts wurde geändert.",
        "This may have been done": "Das wurde vielleicht schon ausgeführt",
        """
        Your earlier request was interrupted, so this may have been done. Check before you send it again from \
        the linked page.
        """:
            """
        Ihre vorige Anfrage wurde unterbrochen; vielleicht wurde sie ausgeführt. Prüfen Sie das, bevor Sie \
        sie von der verlinkten Seite erneut senden.
        """,
        "There is no such action": "Diese Aktion gibt es nicht",
        "This app does not know what you asked for. Nothing was done; this is the page as it is now.":
            "Diese App kennt nicht, was Sie verlangt haben. Nichts wurde getan; so sieht die Seite jetzt aus.",
        "This page changed while you were away, and the button that you pressed is gone. Nothing was done.":
            """
        Diese Seite hat sich inzwischen geändert, und die gedrückte Taste gibt es nicht mehr. Nichts wurde \
        getan.
        """,
        "This is the page as it is now; the earlier one is no longer kept.":
            "So sieht die Seite jetzt aus; die frühere Fassung ist nicht mehr vorhanden.",
        "Your earlier session has ended. You can continue from here.":
            "Ihre vorige Sitzung ist beendet. Sie können hier weitermachen.",
        "Start again at %1": "Neu beginnen bei %1",
        "Skip to content": "Zum Inhalt springen",
        "Leads to another site": "Führt zu einer anderen Website",
        "Actions: %1": "Aktionen: %1",
        "Please choose": "Bitte wählen",
        "%1 is kept. Choose another file to replace it.":
            "%1 ist schon gespeichert. Wählen Sie eine andere Datei, um sie zu ersetzen.",
        "Please check what you entered": "Bitte prüfen Sie Ihre Eingaben",
        "Error:": "Fehler:",
        "Tabs": "Bereiche",
        "The first %1 of %2.": "Die ersten %1 von %2.",
        "That link cannot be followed": "Diesem Link kann nicht gefolgt werden",
        "It leads to a site that this app does not allow.": "Er führt zu einer Website, die diese App nicht erlaubt.",
        "That did not work": "Das hat nicht geklappt",
        "Nothing was changed. Please try again.": "Nichts wurde geändert. Bitte versuchen Sie es erneut.",
        "Cancel": "Abbrechen",
        "Done": "Fertig",
        "This is the nearest page that exists.": "Dies ist die nächste vorhandene Seite.",
        "No longer available": "Nicht mehr verfügbar",
        "That page or item does not exist. Nothing was changed.":
            "Diese Seite oder dieser Eintrag existiert nicht. Nichts wurde geändert.",
        "Too many pages": "Zu viele Seiten",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            "Höchstens %1 Seiten können übereinander geöffnet sein. Gehen Sie zuerst zurück; nichts wurde geändert.",
        "Back": "Zurück",
        "More": "Mehr",
        "This page changed while you were away. Here it is now; press “%1” again.":
            "Diese Seite hat sich inzwischen geändert. So ist sie jetzt; drücken Sie „%1“ noch einmal.",
        "This page changed while you were away. Here it is now; please choose again.":
            "Diese Seite hat sich inzwischen geändert. So ist sie jetzt; bitte wählen Sie noch einmal.",
        "You were away for a while. Continue here; what you typed comes back when you return to its form.":
            """
        Sie waren eine Weile fort. Machen Sie hier weiter; Ihre Eingaben sind wieder da, sobald Sie zu ihrem \
        Formular zurückkommen.
        """,
        "You ended this session from another browser or device. You can sign in again.":
            """
        Sie haben diese Sitzung von einem anderen Browser oder Gerät aus beendet. Sie können sich \
        wieder anmelden.
        """,
        """
        Your earlier press of this button was interrupted, so this may have been done. Please check before \
        you press it again.
        """:
            """
        Ihr voriger Druck auf diese Taste wurde unterbrochen; vielleicht wurde das schon ausgeführt. \
        Bitte prüfen Sie das, bevor Sie sie erneut drücken.
        """,
        "This app has changed since your last visit. This is the nearest page that still exists.":
            "Diese App hat sich seit Ihrem letzten Besuch geändert. Dies ist die nächste noch vorhandene Seite.",
        "This may have been kept or not": "Das wurde vielleicht gespeichert, vielleicht nicht",
        "Too much is in progress": "Zu viel ist in Arbeit",
        "Please wait until a part of it is done, then try again.":
            "Bitte warten Sie, bis ein Teil davon fertig ist, und versuchen Sie es dann noch einmal.",
        "The connection to the storage was lost. Please look whether it is there before you try again.":
            """
        Die Verbindung zum Speicher ist abgebrochen. Bitte sehen Sie nach, ob es vorhanden ist, bevor \
        Sie es erneut versuchen.
        """,
        "This cannot be kept now": "Das kann gerade nicht gespeichert werden",
        "Nothing was changed. Please try again in a while.":
            "Nichts wurde geändert. Bitte versuchen Sie es später erneut.",
        "Undo": "Rückgängig",
        "OK": "OK",
        "Discard what you typed?": "Eingaben verwerfen?",
        "It has not been sent yet, and would be lost.": "Sie wurden noch nicht gesendet und gingen verloren.",
        "Keep editing": "Weiter bearbeiten",
        "Discard": "Verwerfen",
        "Continue": "Weiter",
        "“%1” must be %2.": "„%1“ erwartet %2.",
        "between %1 and %2": "einen Wert zwischen %1 und %2",
        "%1 or later": "%1 oder später",
        "%1 or more": "%1 oder mehr",
        "%1 or earlier": "%1 oder früher",
        "%1 or less": "%1 oder weniger",
        "within its bounds": "einen Wert innerhalb der Grenzen",
        "a multiple of its step": "ein Vielfaches der Schrittweite",
        "%1 or %2": "%1 oder %2",
        "“%1” is %2 characters long; at most 1 is allowed.": "„%1“ hat %2 Zeichen; höchstens 1 ist erlaubt.",
        "“%1” is %2 characters long; at most %3 are allowed.": "„%1“ hat %2 Zeichen; höchstens %3 sind erlaubt.",
        "“%1” contains a character that cannot be shown. Please type the text again.":
            "„%1“ enthält ein Zeichen, das nicht angezeigt werden kann. Bitte geben Sie den Text neu ein.",
        "“%1” is %2 characters long; at least %3 are needed.": "„%1“ hat %2 Zeichen; mindestens %3 sind nötig.",
        "Please choose a file for “%1”.": "Bitte wählen Sie eine Datei für „%1“.",
        "Please choose %1 for “%2”.": "Bitte wählen Sie für „%2“: %1.",
        "Please fill in “%1”: %2.": "Bitte füllen Sie „%1“ aus: %2.",
        "Please fill in “%1”.": "Bitte füllen Sie „%1“ aus.",
        "Please tick “%1” to go on.": "Bitte kreuzen Sie „%1“ an, um fortzufahren.",
        "That is not a choice of “%1”; choose %2.": "Das steht bei „%1“ nicht zur Wahl; wählen Sie: %2.",
        "one from the list": "einen Eintrag der Liste",
        "a number": "eine Zahl",
        "an e-mail address, such as ada@example.org": "eine E-Mail-Adresse, zum Beispiel ada@example.org",
        "a URL, such as https://example.org": "eine URL, zum Beispiel https://example.org",
        "a date, such as 2026-03-09": "ein Datum, zum Beispiel 2026-03-09",
        "a time, such as 17:30": "eine Uhrzeit, zum Beispiel 17:30",
        "a date and a time, such as 2026-03-09T17:30": "ein Datum mit Uhrzeit, zum Beispiel 2026-03-09T17:30",
        "a month, such as 2026-03": "Jahr und Monat, zum Beispiel 2026-03",
        "a week, such as 2026-W11": "eine Woche, zum Beispiel 2026-W11",
        "a colour, such as #0f6b66": "eine Farbe, zum Beispiel #0f6b66",
        "a text": "einen Text",
        "“%1” is too large: at most %2 can be sent. Please choose a smaller file.":
            "„%1“ ist zu groß: höchstens %2 können gesendet werden. Bitte wählen Sie eine kleinere Datei.",
        "“%1” is not kept any more. Please choose the file for “%2” again.":
            "„%1“ ist nicht mehr gespeichert. Bitte wählen Sie die Datei für „%2“ erneut.",
        "%1 bytes": "%1 Bytes",
        "None": "Keine Angabe",
        "(optional)": "(optional)",
        "At most %1 characters.": "Höchstens %1 Zeichen.",
        "Show what I type": "Eingabe zeigen",
        "Preview": "Vorschau",
        "Year and month, for example %1.": "Jahr und Monat, zum Beispiel %1.",
        "Year and week, for example %1.": "Jahr und Woche, zum Beispiel %1.",
        "There is nothing here yet.": "Hier ist noch nichts.",
        "Nothing was found for “%1”.": "Für „%1“ wurde nichts gefunden.",
        "Pages of %1": "Seiten: %1",
        "Pages": "Seiten",
        "Search": "Suchen",
        "Show all": "Alle anzeigen",
        "The value of “%1” cannot be used here.": "Der Wert von „%1“ kann hier nicht verwendet werden.",
        "Previous page": "Vorige Seite",
        "Next page": "Nächste Seite",
        "Page %1 of %2": "Seite %1 von %2",
        "today %1": "heute %1",
        "yesterday": "gestern",
        "Unread": "Ungelesen",
        "Day":
            "Tag",
        "Month":
            "Monat",
        "Year":
            "Jahr",
        "“%1” must include a day.":
            "Bei „%1“ fehlt der Tag.",
        "“%1” must include a month.":
            "Bei „%1“ fehlt der Monat.",
        "“%1” must include a year.":
            "Bei „%1“ fehlt das Jahr.",
        "The month of “%1” must be a number from 1 to 12.":
            "Der Monat von „%1“ muss eine Zahl von 1 bis 12 sein.",
        "The year of “%1” must have four digits, such as 1990.":
            "Das Jahr von „%1“ muss vier Ziffern haben, zum Beispiel 1990.",
        "The day of “%1” must be a number from 1 to %2 in that month.":
            "Der Tag von „%1“ muss in diesem Monat eine Zahl von 1 bis %2 sein.",
    ]
}
