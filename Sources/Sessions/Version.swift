import NavigationKit

/// One state of a session: immutable, sharing unchanged parts with the other versions.
final class Version: Sendable {
    let number: Int
    let state: WindowState
    let location: Location
    /// The container operation that led to this version; not stored, because it only controls the page transition.
    let operation: NavigationKit.Operation?
    /// The token of the action that pushed or presented the screen, see ``ScrollTarget``; empty for other versions. Not
    /// stored, for the same reason.
    let opener: String
    /// Distinguishes the version from another one with this number, see ``VersionSalt``.
    let salt: VersionSalt

    init(
        number: Int, state: WindowState, location: Location, operation: NavigationKit.Operation? = nil,
        opener: String = "", salt: VersionSalt = .none
    ) {
        self.number = number
        self.state = state
        self.location = location
        self.operation = operation
        self.opener = opener
        self.salt = salt
    }

    /// Captures the current state of `application`.
    ///
    /// - Throws: what a controller throws while it is built.
    convenience init(number: Int, of application: Application) throws {
        self.init(
            number: number, state: try application.state, location: try application.location)
    }
}
