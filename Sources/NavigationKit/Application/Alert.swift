/// A message that must be read before anything else is done; part of a version, not a route (DESIGN D7).
public struct Alert: Codable, Hashable, Sendable {
    /// What happened, in a few words.
    public var title: String
    /// What it means for the visitor.
    public var message: String
    /// What the button says that takes it away.
    public var dismissTitle: String

    /// - Parameters:
    ///   - title: what happened, in a few words.
    ///   - message: what it means for the visitor.
    ///   - dismissTitle: what the button says.
    public init(title: String, message: String, dismissTitle: String = "OK") {
        self.title = title
        self.message = message
        self.dismissTitle = dismissTitle
    }
}

/// An error that has something to say to the visitor. Others are shown in general words, and in full in the log only.
public protocol PresentableError: Error {
    /// What the visitor is told.
    var alert: Alert { get }
}
