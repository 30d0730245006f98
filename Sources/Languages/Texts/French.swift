extension BuiltInTexts {
    static let french: [String: Translation] = [
        "Check for changes": "Rechercher des changements",
        "Upload": "Envoi du fichier",
        "Go to the nearest page": "Aller à la page la plus proche",
        "Go on": "Continuer",
        "Reference for this error: %1": "Référence de cette erreur : %1",
        "What you typed is still here.": "Votre saisie est toujours là.",
        "Go back to find what you typed.": "Revenez en arrière pour retrouver votre saisie.",
        "This page does not exist": "Cette page n’existe pas",
        "The address may be mistyped, or what it showed is gone.":
            "L’adresse est peut-être mal écrite, ou ce qu’elle montrait a disparu.",
        "That is too large to send": "C’est trop volumineux pour être envoyé",
        "Go back, choose a smaller file or shorten the text, and send it again.":
            "Revenez en arrière, choisissez un fichier plus petit ou raccourcissez le texte, puis renvoyez.",
        "This step is already complete": "Cette étape est déjà terminée",
        "You have finished this step, so it cannot be opened again. Go on from where you are now.":
            "Vous avez terminé cette étape, elle ne peut donc pas être rouverte. Continuez là où vous en êtes.",
        "Please wait a moment": "Un instant, s’il vous plaît",
        "Your earlier actions are still being processed. Try again in a second.":
            "Vos actions précédentes sont encore en cours de traitement. Réessayez dans une seconde.",
        "This cannot be saved now": "Enregistrement impossible pour le moment",
        """
        Your last action could not be saved, so you are back where you were. Messages that it sent to \
        others may have arrived. Try again later.
        """:
            """
        Votre dernière action n’a pas pu être enregistrée ; vous êtes revenu au point précédent. Les \
        messages envoyés à d’autres sont peut-être arrivés. Réessayez plus tard.
        """,
        "Your session cannot be loaded now": "Votre session ne peut pas être chargée pour le moment",
        "The server could not read your session. Nothing was changed. Try again in a few seconds.":
            "Le serveur n’a pas pu lire votre session. Rien n’a été modifié. Réessayez dans quelques secondes.",
        "Your file cannot be read now": "Votre fichier ne peut pas être lu pour le moment",
        """
        The server could not read the file that you sent before. Nothing was changed. Go back, and try \
        again in a few seconds.
        """:
            """
        Le serveur n’a pas pu lire le fichier envoyé auparavant. Rien n’a été modifié. Revenez en \
        arrière et réessayez dans quelques secondes.
        """,
        "There is no space for your session": "Il n’y a pas de place pour votre session",
        "Your network already uses all of its space for sessions, so your session is unchanged. Try again later.":
            """
        Votre réseau utilise déjà toute sa place pour les sessions ; votre session est inchangée. \
        Réessayez plus tard.
        """,
        "The file cannot be stored now": "Le fichier ne peut pas être enregistré pour le moment",
        "There is no space for your file. Nothing was changed. Try again later, or with a smaller file.":
            """
        Il n’y a pas de place pour votre fichier. Rien n’a été modifié. Réessayez plus tard, ou avec un \
        fichier plus petit.
        """,
        "This took too long": "Cela a pris trop de temps",
        "The request did not finish in time and was stopped. Check whether it took effect before you try again.":
            "La requête n’a pas abouti à temps et a été arrêtée. Vérifiez si elle a pris effet avant de réessayer.",
        "This takes too long at the moment": "Cela prend trop de temps en ce moment",
        "The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds.":
            """
        Les données de cette page ne sont pas arrivées à temps. Rien n’a été modifié. Réessayez dans \
        quelques secondes.
        """,
        "Something went wrong on our side": "Une erreur s’est produite de notre côté",
        "Nothing was changed. Please try again; if it happens again, quote the reference %1.":
            "Rien n’a été modifié. Veuillez réessayer ; si cela se reproduit, indiquez la référence %1.",
        """
        Your action was performed, but the page after it is too large to show. Do not repeat the action; \
        quote the reference %1.
        """:
            """
        Votre action a été effectuée, mais la page suivante est trop grande pour être affichée. Ne \
        répétez pas l’action ; indiquez la référence %1.
        """,
        "There is no such page": "Cette page n’existe pas",
        "The page or item that you asked for does not exist, or no longer exists.":
            "La page ou l’élément demandé n’existe pas ou n’existe plus.",
        "This form was sent by another site": "Ce formulaire a été envoyé par un autre site",
        "It was not accepted, to protect you. Open the page on this site and press the button there.":
            """
        Pour vous protéger, il n’a pas été accepté. Ouvrez la page sur ce site et appuyez sur le bouton \
        qui s’y trouve.
        """,
        "Please check what you typed": "Veuillez vérifier votre saisie",
        "The page has changed": "La page a changé",
        "What you chose is not available here, or not with these values. Nothing was done.":
            "Ce que vous avez choisi n’est pas disponible ici, ou pas avec ces valeurs. Rien n’a été fait.",
        "This button does not work here at the moment. Nothing was changed.":
            "Ce bouton ne fonctionne pas ici pour le moment. Rien n’a été modifié.",
        "This may have been done": "Cela a peut-être déjà été fait",
        """
        Your earlier request was interrupted, so this may have been done. Check before you send it again from \
        the linked page.
        """:
            """
        Votre requête précédente a été interrompue ; cela a peut-être été fait. Vérifiez avant de la renvoyer \
        depuis la page liée.
        """,
        "There is no such action": "Cette action n’existe pas",
        "This app does not know what you asked for. Nothing was done; this is the page as it is now.":
            """
        Cette application ne connaît pas ce que vous demandez. Rien n’a été fait ; voici la page telle \
        qu’elle est maintenant.
        """,
        "This page changed while you were away, and the button that you pressed is gone. Nothing was done.":
            "Cette page a changé pendant votre absence, et le bouton pressé n’y est plus. Rien n’a été fait.",
        "This is the page as it is now; the earlier one is no longer kept.":
            "Voici la page telle qu’elle est maintenant ; la précédente n’est plus conservée.",
        "Your earlier session has ended. You can continue from here.":
            "Votre session précédente est terminée. Vous pouvez continuer à partir d’ici.",
        "Start again at %1": "Recommencer à %1",
        "Skip to content": "Aller au contenu",
        "Leads to another site": "Mène à un autre site",
        "Actions: %1": "Actions : %1",
        "Please choose": "Veuillez choisir",
        "%1 is kept. Choose another file to replace it.":
            "%1 est conservé. Choisissez un autre fichier pour le remplacer.",
        "Please check what you entered": "Veuillez vérifier votre saisie",
        "Error:": "Erreur :",
        "Tabs": "Onglets",
        "The first %1 of %2.": "Les %1 premiers sur %2.",
        "That link cannot be followed": "Ce lien ne peut pas être suivi",
        "It leads to a site that this app does not allow.": "Il mène à un site que cette application n’autorise pas.",
        "That did not work": "Cela n’a pas fonctionné",
        "Nothing was changed. Please try again.": "Rien n’a été modifié. Veuillez réessayer.",
        "Cancel": "Annuler",
        "Done": "Terminé",
        "This is the nearest page that exists.": "Voici la page existante la plus proche.",
        "No longer available": "N’est plus disponible",
        "That page or item does not exist. Nothing was changed.":
            "Cette page ou cet élément n’existe pas. Rien n’a été modifié.",
        "Too many pages": "Trop de pages",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            """
        Au plus %1 pages peuvent être ouvertes les unes sur les autres. Revenez d’abord en arrière ; \
        rien n’a été modifié.
        """,
        "Back": "Retour",
        "More": "Plus",
        "This page changed while you were away. Here it is now; press “%1” again.":
            "Cette page a changé pendant votre absence. La voici maintenant ; appuyez de nouveau sur « %1 ».",
        "This page changed while you were away. Here it is now; please choose again.":
            "Cette page a changé pendant votre absence. La voici maintenant ; veuillez choisir de nouveau.",
        "You were away for a while. Continue here; what you typed comes back when you return to its form.":
            "Vous avez été absent un moment. Continuez ici ; votre saisie reviendra avec son formulaire.",
        "You ended this session from another browser or device. You can sign in again.":
            "Vous avez mis fin à cette session depuis un autre navigateur ou appareil. Vous pouvez vous reconnecter.",
        """
        Your earlier press of this button was interrupted, so this may have been done. Please check before \
        you press it again.
        """:
            """
        Votre appui précédent sur ce bouton a été interrompu ; cela a peut-être été fait. Veuillez \
        vérifier avant d’appuyer de nouveau.
        """,
        "This app has changed since your last visit. This is the nearest page that still exists.":
            "Cette application a changé depuis votre dernière visite. Voici la page la plus proche qui existe encore.",
        "This may have been kept or not": "Cela a peut-être été enregistré, ou non",
        "Too much is in progress": "Trop de choses sont en cours",
        "Please wait until a part of it is done, then try again.":
            "Veuillez attendre qu’une partie soit terminée, puis réessayez.",
        "The connection to the storage was lost. Please look whether it is there before you try again.":
            "La connexion au stockage a été perdue. Veuillez vérifier s’il est présent avant de réessayer.",
        "This cannot be kept now": "Cela ne peut pas être enregistré pour le moment",
        "Nothing was changed. Please try again in a while.":
            "Rien n’a été modifié. Veuillez réessayer un peu plus tard.",
        "Undo": "Annuler l’action",
        "OK": "OK",
        "Discard what you typed?": "Abandonner votre saisie ?",
        "It has not been sent yet, and would be lost.": "Elle n’a pas encore été envoyée et serait perdue.",
        "Keep editing": "Continuer la saisie",
        "Discard": "Abandonner",
        "Continue": "Continuer",
        "“%1” must be %2.": "« %1 » attend %2.",
        "between %1 and %2": "une valeur entre %1 et %2",
        "%1 or later": "%1 ou plus tard",
        "%1 or more": "%1 ou plus",
        "%1 or earlier": "%1 ou plus tôt",
        "%1 or less": "%1 ou moins",
        "within its bounds": "une valeur dans ses limites",
        "a multiple of its step": "un multiple du pas",
        "%1 or %2": "%1 ou %2",
        "“%1” is %2 characters long; at most 1 is allowed.": "« %1 » compte %2 caractères ; 1 au plus est autorisé.",
        "“%1” is %2 characters long; at most %3 are allowed.":
            "« %1 » compte %2 caractères ; %3 au plus sont autorisés.",
        "“%1” contains a character that cannot be shown. Please type the text again.":
            "« %1 » contient un caractère qui ne peut pas être affiché. Veuillez saisir à nouveau le texte.",
        "“%1” is %2 characters long; at least %3 are needed.":
            "« %1 » compte %2 caractères ; %3 au moins sont nécessaires.",
        "Please choose a file for “%1”.": "Veuillez choisir un fichier pour « %1 ».",
        "Please choose %1 for “%2”.": "Pour « %2 », veuillez choisir : %1.",
        "Please fill in “%1”: %2.": "Veuillez remplir « %1 » : %2.",
        "Please fill in “%1”.": "Veuillez remplir « %1 ».",
        "Please tick “%1” to go on.": "Cochez « %1 » pour continuer.",
        "That is not a choice of “%1”; choose %2.": "Ce n’est pas un choix de « %1 » ; choisissez : %2.",
        "one from the list": "un élément de la liste",
        "a number": "un nombre",
        "an e-mail address, such as ada@example.org": "une adresse e-mail, par exemple ada@example.org",
        "a URL, such as https://example.org": "une URL, par exemple https://example.org",
        "a date, such as 2026-03-09": "une date, par exemple 2026-03-09",
        "a time, such as 17:30": "une heure, par exemple 17:30",
        "a date and a time, such as 2026-03-09T17:30": "une date et une heure, par exemple 2026-03-09T17:30",
        "a month, such as 2026-03": "un mois, par exemple 2026-03",
        "a week, such as 2026-W11": "une semaine, par exemple 2026-W11",
        "a colour, such as #0f6b66": "une couleur, par exemple #0f6b66",
        "a text": "un texte",
        "“%1” is too large: at most %2 can be sent. Please choose a smaller file.":
            "« %1 » est trop volumineux : %2 au plus peuvent être envoyés. Veuillez choisir un fichier plus petit.",
        "“%1” is not kept any more. Please choose the file for “%2” again.":
            "« %1 » n’est plus conservé. Veuillez choisir à nouveau le fichier pour « %2 ».",
        "%1 bytes": "%1 octets",
        "None": "Aucun",
        "(optional)": "(facultatif)",
        "At most %1 characters.": "%1 caractères au maximum.",
        "Show what I type": "Afficher la saisie",
        "Preview": "Aperçu",
        "Year and month, for example %1.": "Année et mois, par exemple %1.",
        "Year and week, for example %1.": "Année et semaine, par exemple %1.",
        "There is nothing here yet.": "Il n’y a encore rien ici.",
        "Nothing was found for “%1”.": "Aucun résultat pour « %1 ».",
        "Pages of %1": "Pages : %1",
        "Pages": "Pages",
        "Search": "Rechercher",
        "Show all": "Tout afficher",
        "The value of “%1” cannot be used here.": "La valeur de « %1 » ne peut pas être utilisée ici.",
        "Previous page": "Page précédente",
        "Next page": "Page suivante",
        "Page %1 of %2": "Page %1 sur %2",
        "today %1": "aujourd’hui %1",
        "yesterday": "hier",
        "Unread": "Non lu",
        "Day":
            "Jour",
        "Month":
            "Mois",
        "Year":
            "Année",
        "“%1” must include a day.":
            "Il manque le jour dans « %1 ».",
        "“%1” must include a month.":
            "Il manque le mois dans « %1 ».",
        "“%1” must include a year.":
            "Il manque l’année dans « %1 ».",
        "The month of “%1” must be a number from 1 to 12.":
            "Le mois de « %1 » doit être un nombre de 1 à 12.",
        "The year of “%1” must have four digits, such as 1990.":
            "L’année de « %1 » doit avoir quatre chiffres, par exemple 1990.",
        "The day of “%1” must be a number from 1 to %2 in that month.":
            "Le jour de « %1 » doit être un nombre de 1 à %2 pour ce mois.",
    ]
}
