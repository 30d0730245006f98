internal import NavigationKit

/// Names forms after the session, so that browsers do not restore one person's text in another person's form.
///
/// On Back and Forward, browsers restore typed text in a form that looks the same as before, whichever user is signed
/// in. Firefox compares the form's name; Chromium and WebKit compare its action and the names of its first two
/// controls. Both names therefore contain the session fingerprint. The first control is disabled, so that it is never
/// sent.
///
/// The fingerprint reveals no more than `_at` on the same page: 15 bits of a digest of the session's ID. No request
/// is authorized by it.
extension Page {
    /// - Returns: `false` if the page has no session.
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

    /// Ends an open `<input type="hidden"` as the disabled control with the session's name, and begins the next
    /// input.
    mutating func firstControlName() {
        formName()
        writer.markup(" disabled><input type=\"hidden\"")
    }

    /// The leading underscore, as in `_at`, distinguishes the name from usual field names and from the properties of
    /// `document`. The names of later forms end with a number, because HTML requires unique names.
    private mutating func sessionName() {
        writer.markup("_")
        writer.attribute(context.sessionFingerprint ?? "")
        guard namedForms > 1 else { return }
        writer.markup("-")
        writer.number(namedForms)
    }
}
