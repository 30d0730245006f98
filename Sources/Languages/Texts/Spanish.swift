extension BuiltInTexts {
    static let spanish: [String: Translation] = [
        "Check for changes": "Comprobar si hay cambios",
        "Upload": "Subida del archivo",
        "The nearest screen": "La página existente más cercana",
        "Go on": "Continuar",
        "Reference for this error: %1": "Referencia de este error: %1",
        "What you typed is still here.": "Lo que ha escrito sigue aquí.",
        "Go back to find what you typed.": "Vuelva atrás para encontrar lo que ha escrito.",
        "There is no such screen": "Esta página no existe",
        "No screen at %1; its longest valid prefix is %2.":
            "No hay ninguna página en %1; el comienzo válido más largo es %2.",
        "This step is already complete": "Este paso ya está completado",
        "The step at this address is already complete. You can continue at %1.":
            "El paso de esta dirección ya está completado. Puede continuar en %1.",
        "Please wait a moment": "Espere un momento",
        "Your earlier actions are still being processed. Try again in a second.":
            "Sus acciones anteriores aún se están procesando. Inténtelo de nuevo en un segundo.",
        "This cannot be saved now": "No se puede guardar ahora",
        """
        Your last action could not be saved, so you are back where you were. Messages that it sent to \
        others may have arrived. Try again later.
        """:
            """
        No se pudo guardar su última acción, así que está donde estaba antes. Los mensajes enviados a \
        otros pueden haber llegado. Inténtelo más tarde.
        """,
        "Your session cannot be loaded now": "Su sesión no se puede cargar ahora",
        "The server could not read your session. Nothing was changed. Try again in a few seconds.":
            "El servidor no pudo leer su sesión. No se cambió nada. Inténtelo de nuevo en unos segundos.",
        "Your file cannot be read now": "Su archivo no se puede leer ahora",
        """
        The server could not read the file that you sent before. Nothing was changed. Go back, and try \
        again in a few seconds.
        """:
            """
        El servidor no pudo leer el archivo que envió antes. No se cambió nada. Vuelva atrás e \
        inténtelo de nuevo en unos segundos.
        """,
        "There is no space for your session": "No hay espacio para su sesión",
        "Your network already uses all of its space for sessions, so your session is unchanged. Try again later.":
            "Su red ya usa todo su espacio para sesiones, así que su sesión no ha cambiado. Inténtelo más tarde.",
        "The file cannot be stored now": "El archivo no se puede guardar ahora",
        "There is no space for your file. Nothing was changed. Try again later, or with a smaller file.":
            "No hay espacio para su archivo. No se cambió nada. Inténtelo más tarde o con un archivo más pequeño.",
        "This took too long": "Esto ha tardado demasiado",
        "The request did not finish in time and was stopped. Check whether it took effect before you try again.":
            "La solicitud no terminó a tiempo y se detuvo. Compruebe si tuvo efecto antes de intentarlo de nuevo.",
        "This takes too long at the moment": "Esto tarda demasiado en este momento",
        "The data of this page did not arrive in time. Nothing was changed. Try again in a few seconds.":
            "Los datos de esta página no llegaron a tiempo. No se cambió nada. Inténtelo de nuevo en unos segundos.",
        "Something went wrong on our side": "Algo ha fallado por nuestra parte",
        "Nothing was changed. Please try again; if it happens again, quote the reference %1.":
            "No se cambió nada. Inténtelo de nuevo; si vuelve a ocurrir, indique la referencia %1.",
        """
        Your action was performed, but the page after it is too large to show. Do not repeat the action; \
        quote the reference %1.
        """:
            """
        Su acción se realizó, pero la página siguiente es demasiado grande para mostrarla. No repita la \
        acción; indique la referencia %1.
        """,
        "There is no such page": "Esta página no existe",
        "The page or item that you asked for does not exist, or no longer exists.":
            "La página o el elemento que ha pedido no existe o ya no existe.",
        "This form was sent by another site": "Este formulario fue enviado por otro sitio",
        "It was not accepted, to protect you. Open the page on this site and press the button there.":
            "Para protegerle, no se ha aceptado. Abra la página en este sitio y pulse allí el botón.",
        "Please check what you typed": "Revise lo que ha escrito",
        "The page has changed": "La página ha cambiado",
        "The action \"%1\" is not available here, or not with these values. This is the page as it is now.":
            "La acción «%1» no está disponible aquí, o no con estos valores. Esta es la página tal como está ahora.",
        "This may have been done": "Puede que esto ya se haya hecho",
        """
        An earlier request for the action "%1" was interrupted, so it may have been performed. Check before \
        you send it again from the linked page.
        """:
            """
        Una solicitud anterior de la acción «%1» se interrumpió, así que puede que se haya realizado. \
        Compruébelo antes de enviarla de nuevo desde la página enlazada.
        """,
        "There is no such action": "Esta acción no existe",
        "This app has no action \"%1\". This is the page as it is now.":
            "Esta aplicación no tiene la acción «%1». Esta es la página tal como está ahora.",
        """
        This page has changed since you opened it, and the button that you pressed is no longer on it. \
        Nothing was done.
        """:
            "Esta página ha cambiado desde que la abrió y el botón que pulsó ya no está. No se hizo nada.",
        "The version of the page at this address is no longer kept. This is the page as it is now.":
            "La versión de la página en esta dirección ya no se conserva. Esta es la página tal como está ahora.",
        "Your earlier session has ended. You can continue from here.":
            "Su sesión anterior ha terminado. Puede continuar desde aquí.",
        "Start again at %1": "Empezar de nuevo en %1",
        "Skip to content": "Saltar al contenido",
        "Leads to another site": "Lleva a otro sitio",
        "Actions: %1": "Acciones: %1",
        "Please choose": "Elija una opción",
        "%1 is kept. Choose another file to replace it.": "%1 se conserva. Elija otro archivo para sustituirlo.",
        "Please check what you entered": "Revise lo que ha introducido",
        "Error:": "Error:",
        "Tabs": "Pestañas",
        "The first %1 of %2.": "Los primeros %1 de %2.",
        "That link cannot be followed": "No se puede seguir ese enlace",
        "It leads to a site that this app does not allow.": "Lleva a un sitio que esta aplicación no permite.",
        "That did not work": "No ha funcionado",
        "Nothing was changed. Please try again.": "No se cambió nada. Inténtelo de nuevo.",
        "Cancel": "Cancelar",
        "This is the nearest page that exists.": "Esta es la página existente más cercana.",
        "No longer available": "Ya no está disponible",
        "That page or item does not exist. Nothing was changed.":
            "Esa página o ese elemento no existe. No se cambió nada.",
        "Too many pages": "Demasiadas páginas",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            "Como máximo puede haber %1 páginas abiertas una sobre otra. Vuelva atrás primero; no se cambió nada.",
        "Back": "Atrás",
        "More": "Más",
        """
        The page that you came from belongs to an earlier session, or is too old. Please check this page \
        and press the button again.
        """:
            """
        La página de la que viene pertenece a una sesión anterior o es demasiado antigua. Revise esta \
        página y pulse de nuevo el botón.
        """,
        "You ended this session from another browser or device. You can sign in again.":
            "Ha terminado esta sesión desde otro navegador o dispositivo. Puede iniciar sesión de nuevo.",
        """
        Your earlier press of this button was interrupted, so this may have been done. Please check before \
        you press it again.
        """:
            """
        Su pulsación anterior de este botón se interrumpió, así que puede que ya se haya hecho. \
        Compruébelo antes de pulsarlo de nuevo.
        """,
        "This app has changed since your last visit. This is the nearest page that still exists.":
            "Esta aplicación ha cambiado desde su última visita. Esta es la página más cercana que aún existe.",
        "This may have been kept or not": "Puede que se haya guardado o no",
        "Too much is in progress": "Hay demasiado en curso",
        "Please wait until a part of it is done, then try again.":
            "Espere hasta que termine una parte y vuelva a intentarlo.",
        "The connection to the storage was lost. Please look whether it is there before you try again.":
            "Se perdió la conexión con el almacenamiento. Mire si está ahí antes de intentarlo de nuevo.",
        "This cannot be kept now": "Esto no se puede guardar ahora",
        "Nothing was changed. Please try again in a while.": "No se cambió nada. Inténtelo de nuevo dentro de un rato.",
        "OK": "Aceptar",
        "Discard what you typed?": "¿Descartar lo que ha escrito?",
        "It has not been sent yet, and would be lost.": "Aún no se ha enviado y se perdería.",
        "Keep editing": "Seguir escribiendo",
        "Discard": "Descartar",
        "Continue": "Continuar",
        "“%1” must be %2.": "«%1» debe ser %2.",
        "between %1 and %2": "un valor entre %1 y %2",
        "%1 or later": "%1 o posterior",
        "%1 or more": "%1 o más",
        "%1 or earlier": "%1 o anterior",
        "%1 or less": "%1 o menos",
        "within its bounds": "un valor dentro de sus límites",
        "a multiple of its step": "un múltiplo del paso",
        "%1 or %2": "%1 o %2",
        "“%1” is %2 characters long; at most 1 is allowed.": "«%1» tiene %2 caracteres; se permite 1 como máximo.",
        "“%1” is %2 characters long; at most %3 are allowed.": "«%1» tiene %2 caracteres; se permiten %3 como máximo.",
        "“%1” contains a character that cannot be shown. Please type the text again.":
            "«%1» contiene un carácter que no se puede mostrar. Escriba el texto de nuevo.",
        "“%1” is %2 characters long; at least %3 are needed.": "«%1» tiene %2 caracteres; se necesitan %3 como mínimo.",
        "Please choose a file for “%1”.": "Elija un archivo para «%1».",
        "Please choose %1 for “%2”.": "Para «%2», elija: %1.",
        "Please fill in “%1”: %2.": "Rellene «%1»: %2.",
        "Please fill in “%1”.": "Rellene «%1».",
        "Please tick “%1” to go on.": "Marque «%1» para continuar.",
        "That is not a choice of “%1”; choose %2.": "Esa no es una opción de «%1»; elija: %2.",
        "one from the list": "una de la lista",
        "a number": "un número",
        "an e-mail address, such as ada@example.org": "una dirección de correo, por ejemplo ada@example.org",
        "a URL, such as https://example.org": "una URL, por ejemplo https://example.org",
        "a date, such as 2026-03-09": "una fecha, por ejemplo 2026-03-09",
        "a time, such as 17:30": "una hora, por ejemplo 17:30",
        "a date and a time, such as 2026-03-09T17:30": "una fecha y una hora, por ejemplo 2026-03-09T17:30",
        "a month, such as 2026-03": "un mes, por ejemplo 2026-03",
        "a week, such as 2026-W11": "una semana, por ejemplo 2026-W11",
        "a colour, such as #0f6b66": "un color, por ejemplo #0f6b66",
        "a text": "un texto",
        "“%1” is too large: at most %2 can be sent. Please choose a smaller file.":
            "«%1» es demasiado grande: se pueden enviar %2 como máximo. Elija un archivo más pequeño.",
        "“%1” is not kept any more. Please choose the file for “%2” again.":
            "«%1» ya no se conserva. Elija de nuevo el archivo para «%2».",
        "%1 bytes": "%1 bytes",
        "None": "Ninguno",
        "Year and month, for example %1.": "Año y mes, por ejemplo %1.",
        "Year and week, for example %1.": "Año y semana, por ejemplo %1.",
        "There is nothing here yet.": "Aquí no hay nada todavía.",
        "Nothing was found for “%1”.": "No se encontró nada para «%1».",
        "Pages of %1": "Páginas: %1",
        "Pages": "Páginas",
        "Search": "Buscar",
        "Show all": "Mostrar todo",
        "The value of “%1” cannot be used here.": "El valor de «%1» no se puede usar aquí.",
        "Previous page": "Página anterior",
        "Next page": "Página siguiente",
        "Page %1 of %2": "Página %1 de %2",
    ]
}
