import NavigationKit

/// A submitted form whose location a guard refuses now, kept until the visitor has logged in.
///
/// Kept in memory only: the values can include passwords, and the password fields are unknown until the form is built.
struct WaitingDraft: Sendable {
    let location: Location
    let submission: Submission
    /// The user who typed it; `nil` if that is not known, and the next one who logs in here has it.
    let user: String?

    /// The most bytes of field names and values that are kept; enough for a long letter.
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

/// The previous user of a session, and the session tag in that user's pages.
struct FormerUser: Sendable, Equatable {
    let name: String
    /// The tag in the pages' `_at`.
    let tag: String
}
