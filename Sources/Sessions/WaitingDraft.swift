import NavigationKit

/// What was typed on a page that a guard turns the visitor away from now: it waits until the visitor has logged in.
///
/// It is in memory only: a form may have passwords, and which of its fields they are is known once the form may be built.
struct WaitingDraft: Sendable {
    let location: Location
    let submission: Submission
    /// The user who typed it; `nil` if that is not known, and the next one who logs in here has it.
    let user: String?

    /// As much is kept, in bytes of names and texts; a letter has its place in it.
    private static let mostBytes = 32_768

    /// `nil` if there is nothing to keep, or too much.
    init?(_ submission: Submission, at location: Location, of user: String?) {
        let bytes = submission.values.reduce(0) { $0 + $1.name.utf8.count + $1.text.utf8.count }
        guard bytes > 0, bytes <= Self.mostBytes else { return nil }
        (self.location, self.submission, self.user) = (location, submission, user)
    }

    /// Whether `user` may see it, once logged in.
    func isFor(_ user: String?) -> Bool { self.user == nil || self.user == user }
}

/// Who used a session before its identity changed, and what their pages say of it.
struct FormerUser: Sendable {
    let name: String
    /// The tag in the pages' `_at`.
    let tag: String
}
