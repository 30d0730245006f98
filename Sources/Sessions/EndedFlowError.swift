package import NavigationKit

/// The flow at a location has ended (410); the visitor continues at ``onward``.
package struct EndedFlowError: Error, Equatable, CustomStringConvertible {
    /// The location where the visitor can continue.
    package let onward: Location

    /// The reason, for logs and tools.
    package var description: String { "The flow at this location has ended. Continue at \(onward)." }
}
