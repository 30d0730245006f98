package import Responders

/// One controller of an application's tree, or a route whose controller is not built, for diagnostics.
package struct ControllerOutline: Sendable {
    /// The place of a controller on the page.
    package enum Presence: Sendable {
        /// The controller is visible.
        case visible
        /// The controller exists but a presented one covers it.
        case covered
        /// The route is part of the state, such as below the top of a stack, and its controller is not built.
        case notBuilt
        /// A guard refused the route; the flow shows it when the guard permits it.
        case refused
    }

    /// The place in the tree, such as 1, 2, 1 for the first child of the second child of the root.
    package let number: [Int]
    /// The ``HandlerTable/typeName``; `nil` if the controller is not built.
    package let type: String?
    /// The route as printed in a location; `nil` for the root and for embedded controllers.
    package let route: String?
    /// The page title; empty without one.
    package let title: String
    package let presence: Presence
    /// True if the controller was presented.
    package let isPresented: Bool
    /// True if `viewDidLoad()` was called.
    package let isLoaded: Bool
    /// True if the visitor typed text on the page that is not used yet.
    package let hasDraft: Bool
    /// The saved values that were written.
    package let saved: [SavedOutline]
    /// The routes that the container's guard refuses now, as far as they are known.
    package let redirects: [GuardRedirect]
}
