public import NavigationKit

/// The flow at a location has ended (410); the visitor continues at ``onward``.
public struct EndedFlowError: Error, Equatable {
    /// The location where the visitor can continue.
    public let onward: Location
}
