/// The reason why an update of a ``SharedLog`` failed.
public struct SharedLogError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Code: Sendable, Equatable {
        /// Too many updates of the log are waiting.
        case busy
        /// Other nodes changed the log at the same time, again and again.
        case contended
        /// The events of one update take more than 64 KiB, or cannot be encoded.
        case tooLarge
        /// The log has no room: its state has outgrown a checkpoint. Updates that make the state smaller are possible.
        case full
        /// The log contains an event that this version of the program cannot read.
        case unreadable
        /// The store refused the change, such as a full disk.
        case unavailable
        /// The connection to the store failed during the change. It was made or not.
        case unconfirmed
        /// The name of the log is not valid.
        case invalidName
    }

    /// The kind of failure.
    public let code: Code
    /// The name of the log.
    public let log: String
    /// The cause; empty if there is nothing to add.
    public let detail: String

    init(_ code: Code, log: String, detail: String = "") {
        self.code = code
        self.log = log
        self.detail = detail
    }

    /// The failure, and advice if there is any.
    public var description: String {
        let text = "the shared log \(log): \(reason)"
        return detail.isEmpty ? text : "\(text): \(detail)"
    }

    private var reason: String {
        switch code {
        case .busy: "too many updates are waiting; try again later"
        case .contended: "other nodes change it too often; try again later"
        case .tooLarge: "the events of an update do not fit into 64 KiB"
        case .full: "it is full, because its state does not fit into a checkpoint; remove something first"
        case .unreadable: "an event cannot be read; run the version of the program that wrote it, or a later one"
        case .unavailable: "nothing was changed"
        case .unconfirmed: "it is not known whether the change was made"
        case .invalidName: "a name has 1 to 64 lower-case letters, digits and hyphens"
        }
    }
}
