/// A route that the guard of a container replaced by another one, for diagnostics.
package struct GuardRedirect: Sendable, Hashable {
    /// The ``HandlerTable/typeName`` of the container.
    package let container: String
    /// The refused route as printed in a location.
    package let wanted: String
    /// The route that is shown instead, as printed in a location.
    package let shown: String

    package init(container: String, wanted: String, shown: String) {
        self.container = container
        self.wanted = wanted
        self.shown = shown
    }
}
