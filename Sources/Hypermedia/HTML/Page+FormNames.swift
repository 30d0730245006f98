internal import NavigationKit

/// Names that keep what one person typed out of the next person's form.
///
/// On Back and Forward, browsers put typed text back into a form that looks the same as before, and do not ask who is
/// signed in. Firefox compares the form's name; Chromium and WebKit compare its action and the names of its first two
/// controls. Both therefore name the session. The control is disabled, so that it is never sent.
///
/// A name holds no more than `_at` on the same page does: 15 bits of a digest of the session's ID, which no request is
/// trusted for.
extension Page {
    /// - Returns: `false` if the page belongs to no session.
    mutating func nextFormName() -> Bool {
        guard context.sessionFingerprint != nil else { return false }
        namedForms += 1
        return true
    }

    mutating func formName() {
        writer.markup(" name=\"")
        sessionName()
        writer.markup("\"")
    }

    /// Ends an `<input type="hidden"` with the name, and begins the next one.
    mutating func firstControlName() {
        formName()
        writer.markup(" disabled><input type=\"hidden\"")
    }

    /// The underscore is reserved, as in `_at`: no field of an app, and no property of `document`, has such a name. The
    /// forms of a page are numbered, since HTML allows each name once.
    private mutating func sessionName() {
        writer.markup("_")
        writer.attribute(context.sessionFingerprint ?? "")
        guard namedForms > 1 else { return }
        writer.markup("-")
        writer.number(namedForms)
    }
}
