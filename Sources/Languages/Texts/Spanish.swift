extension BuiltInTexts {
    static let spanish: [String: Translation] = [
        "Check for changes": "Comprobar si hay cambios",
        "Upload": "Subida del archivo",
        "Go to the nearest page": "Ir a la página más cercana",
        "Go on": "Continuar",
        "Reference for this error: %1": "Referencia de este error: %1",
        "What you typed is still here.": "Lo que ha escrito sigue aquí.",
        "Go back to find what you typed.": "Vuelva atrás para encontrar lo que ha escrito.",
        "This page does not exist": "Esta página no existe",
        "The address may be mistyped, or what it showed is gone.":
            "Puede que la dirección esté mal escrita o que lo que mostraba ya no exista.",
        "That is too large to send": "Esto es demasiado grande para enviarlo",
        "Go back, choose a smaller file or shorten the text, and send it again.":
            "Vuelva atrás, elija un archivo más pequeño o acorte el texto, y envíelo de nuevo.",
        "This step is already complete": "Este paso ya está completado",
        "You have finished this step, so it cannot be opened again. Go on from where you are now.":
            "Ha terminado este paso, así que no se puede volver a abrir. Continúe desde donde está ahora.",
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
        "What you chose is not available here, or not with these values. Nothing was done.":
            "Lo que ha elegido no está disponible aquí, o no con estos valores. No se hizo nada.",
        "This button does not work here at the moment. Nothing was changed.":
            "Este botón no funciona aquí en este momento. No se cambió nada.",
        "This may have been done": "Puede que esto ya se haya hecho",
        """
        Your earlier request was interrupted, so this may have been done. Check before you send it again from \
        the linked page.
        """:
            """
        Su solicitud anterior se interrumpió, así que puede haberse realizado. Compruébelo antes de enviarla \
        de nuevo desde la página enlazada.
        """,
        "There is no such action": "Esta acción no existe",
        "This app does not know what you asked for. Nothing was done; this is the page as it is now.":
            "Esta aplicación no conoce lo que ha pedido. No se hizo nada; esta es la página tal como está ahora.",
        "This page changed while you were away, and the button that you pressed is gone. Nothing was done.":
            "Esta página cambió durante su ausencia, y el botón que pulsó ya no está. No se hizo nada.",
        "This is the page as it is now; the earlier one is no longer kept.":
            "Esta es la página tal como está ahora; la anterior ya no se conserva.",
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
        "Done": "Listo",
        "This is the nearest page that exists.": "Esta es la página existente más cercana.",
        "No longer available": "Ya no está disponible",
        "That page or item does not exist. Nothing was changed.":
            "Esa página o ese elemento no existe. No se cambió nada.",
        "Too many pages": "Demasiadas páginas",
        "At most %1 pages can be open on top of one another. Go back first; nothing was changed.":
            "Como máximo puede haber %1 páginas abiertas una sobre otra. Vuelva atrás primero; no se cambió nada.",
        "Back": "Atrás",
        "More": "Más",
        "This page changed while you were away. Here it is now; press “%1” again.":
            "Esta página cambió durante su ausencia. Así está ahora; pulse «%1» de nuevo.",
        "This page changed while you were away. Here it is now; please choose again.":
            "Esta página cambió durante su ausencia. Así está ahora; elija de nuevo.",
        "You were away for a while. Continue here; what you typed comes back when you return to its form.":
            "Ha estado ausente un rato. Continúe aquí; lo que escribió vuelve cuando regrese a su formulario.",
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
        "Undo": "Deshacer",
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
        "(optional)": "(opcional)",
        "At most %1 characters.": "Máximo: %1 caracteres.",
        "Show what I type": "Mostrar lo que escribo",
        "Preview": "Vista previa",
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
        "today %1": "hoy %1",
        "yesterday": "ayer",
        "Unread": "No leído",
        "Day":
            "Día",
        "Month":
            "Mes",
        "Year":
            "Año",
        "“%1” must include a day.":
            "Falta el día en «%1».",
        "“%1” must include a month.":
            "Falta el mes en «%1».",
        "“%1” must include a year.":
            "Falta el año en «%1».",
        "The month of “%1” must be a number from 1 to 12.":
            "El mes de «%1» debe ser un número del 1 al 12.",
        "The year of “%1” must have four digits, such as 1990.":
            "El año de «%1» debe tener cuatro cifras, por ejemplo 1990.",
        "The day of “%1” must be a number from 1 to %2 in that month.":
            "El día de «%1» debe ser un número del 1 al %2 en ese mes.",
    ]
}
