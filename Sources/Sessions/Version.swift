import NavigationKit

/// One state the visitor was in: immutable, and sharing with the others whatever did not change (DESIGN D9).
final class Version: Sendable {
    let number: Int
    /// The version that the visitor acted on; 0 where the path alone said it.
    let parent: Int
    let state: WindowState
    let location: Location
    init(number: Int, parent: Int, state: WindowState, location: Location) {
        self.number = number
        self.parent = parent
        self.state = state
        self.location = location
    }

    /// The state that `application` is in.
    ///
    /// - Throws: what a controller throws while it is built.
    convenience init(number: Int, parent: Int, of application: Application) throws {
        self.init(
            number: number, parent: parent, state: try application.state, location: try application.location)
    }
}
