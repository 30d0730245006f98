/// The severity of a log entry, least severe first. Later versions can add cases, so a `switch` needs an
/// `@unknown default`.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Details for the development of a program. The server itself has no such entries.
    case debug
    /// Normal events: requests, the start, logins.
    case info
    /// Events that an operator should look at: mistakes of an app, refused requests, reached limits.
    case warning
    /// Failures: a request or a part of the server could not do its work.
    case error

    /// Returns true if `left` is less severe than `right`.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}

/// The built-in formats of the log. Later versions can add cases, so a `switch` needs an `@unknown default`.
public enum LogFormat: String, Sendable, CaseIterable {
    /// Lines for people: requests in a form like that of other web servers.
    case text
    /// One JSON object (RFC 8259) per line, with the same values under names.
    case json
}
