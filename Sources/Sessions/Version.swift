import NavigationKit

/// One state the visitor was in: immutable, and sharing with the others whatever did not change (DESIGN D9).
final class Version: Sendable {
    let number: Int
    let state: WindowState
    let location: Location
    /// What a container did that led here; not stored, for it only says how a page comes on screen.
    let operation: NavigationKit.Operation?

    init(number: Int, state: WindowState, location: Location, operation: NavigationKit.Operation? = nil) {
        self.number = number
        self.state = state
        self.location = location
        self.operation = operation
    }

    /// The state that `application` is in.
    ///
    /// - Throws: what a controller throws while it is built.
    convenience init(number: Int, of application: Application) throws {
        self.init(
            number: number, state: try application.state, location: try application.location)
    }
}
