/// A step that a visitor could not perform, an invalid response, or an invalid or unreachable URL.
public struct VisitorError: Error, CustomStringConvertible {
    /// The failed step or the error; for a missing element, with the available ones.
    public let description: String

    init(_ description: String) { self.description = description }
}
