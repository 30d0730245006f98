package import Responders

/// A stack of routes as data, from the bottom to the top, for clients that read or replace the whole stack.
package struct RouteStack: Sendable {
    /// One route of the stack.
    package struct Entry: Sendable {
        /// The printed route, as a location has it.
        package let route: String
        /// The title of the route's screen; empty if it has none before it is loaded, or if the guard refuses the route.
        package let title: String
        /// The location at which this route is the top; `nil` if no location names that state.
        package let location: Location?
        /// True if removing the route drops typed text, or if its screen requires a confirmation.
        package let isUnsaved: Bool
    }

    /// The routes; at least the root.
    package let entries: [Entry]
    /// The maximum number of routes.
    package let limit: Int
}

/// A change of a whole stack. Indices count from 1, the root.
package enum StackEdit: Sendable, Equatable {
    /// Replaces the routes, given in their printed form from the bottom to the top.
    case set([String])
    /// Removes the route at this index and those above it.
    case remove(from: Int)
}

/// The reason why a stack cannot be shown or changed. Nothing was changed.
package enum StackError: Error, Equatable {
    /// The visible screen is on no stack.
    case noStack
    /// The stack has no route at this index.
    case noEntry(Int, depth: Int)
    /// The root cannot be removed.
    case rootStays
    /// The list of routes is empty.
    case empty
    /// The list has more routes than the stack can hold.
    case tooDeep(limit: Int)
    /// The stack has no such route, a location cannot push it, or its screen does not exist.
    case noSuchRoute(String, at: Int)
    /// A guard refuses the route. A GET of the location, if there is one, shows the screen that the guard shows instead.
    case refused(String, at: Int, Location?)
    /// The routes at these indices would be removed, and hold typed text or require a confirmation.
    case unsaved([Int])
    /// An alert must be dismissed first.
    case alert
}

/// A stack whose routes can be read and replaced without knowing their type.
protocol EditableStack: ContainerViewController {
    /// The routes of the stack; its visible screen must be loaded.
    func routeStack() throws -> RouteStack

    /// Changes the stack.
    ///
    /// - Parameter discardsChanges: true to remove routes that hold typed text or require a confirmation.
    /// - Returns: false if the stack has these routes already.
    /// - Throws: ``StackError``, or any error of a controller while it is built.
    func apply(_ edit: StackEdit, discardsChanges: Bool) throws -> Bool
}
