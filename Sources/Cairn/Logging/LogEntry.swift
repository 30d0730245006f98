import Sessions
import Sockets

/// An entry of the log.
public struct LogEntry: Sendable {
    /// The events that are logged. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Event: Sendable {
        /// A message. It can contain text of clients, also line breaks; ``LogEntry/description`` has none.
        case message(String)
        /// A request that was answered, refused, or abandoned by its client.
        case request(LoggedRequest)
        /// A security event.
        case security(LoggedSecurityEvent)
    }

    /// Nanoseconds since 1970.
    public let time: UInt64
    /// The severity.
    public let level: LogLevel
    /// The event.
    public let event: Event
    /// The request that caused the entry, if requests have ids and the entry was made on behalf of one.
    public let trace: RequestTrace?
}

extension LogEntry: CustomStringConvertible {
    /// The entry as one line of text: without its level and, except for requests, without its time, without line breaks, and with each control character
    /// replaced.
    public var description: String {
        let id = trace.map { " id=" + $0.requestID } ?? ""
        return switch event {
        case .message(let text): Self.visible(text) + id
        case .request(let request): request.description
        case .security(let event): Self.visible(event.description) + id
        }
    }

    /// Replaces control characters, those that change the direction of text, line separators and quotation marks, so that
    /// external text cannot forge a log line or control a terminal.
    static func visible(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: mustReplace) else { return text }
        var visible = ""
        for scalar in text.unicodeScalars { visible.unicodeScalars.append(mustReplace(scalar) ? "?" : scalar) }
        return visible
    }

    private static func mustReplace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x22, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// A security event for the log, without secrets.
public struct LoggedSecurityEvent: Sendable {
    /// The kind, such as `cross-site-post`. [Operating](Operating.md#the-log) lists the kinds.
    public let kind: String
    /// The network of the client, such as `192.0.2.1` or `2001:db8::/64`; `nil` if it is unknown.
    public let network: String?
    /// A short description. It can contain text of clients.
    public let detail: String
    /// The number of events of this kind that were not logged, if this entry stands for them; otherwise 0.
    public let suppressedCount: Int

    /// Creates the entry for an event.
    init(_ event: SecurityEvent) {
        kind = event.kind.rawValue
        network = event.network.map { SocketAddress.name(ofNetwork: $0) }
        detail = event.detail
        suppressedCount = 0
    }

    /// Creates the entry that counts suppressed events.
    init(_ summary: EventRateLimiter.Summary) {
        kind = summary.kind.rawValue
        network = nil
        detail = "and \(summary.count) more within a second"
        suppressedCount = summary.count
    }
}

extension LoggedSecurityEvent: CustomStringConvertible {
    /// `security KIND from NETWORK: DETAIL`.
    public var description: String { "security \(kind)\(network.map { " from " + $0 } ?? ""): \(detail)" }
}
