/// A status code and its reason phrase (RFC 9110 §15).
public struct Status: Sendable {
    /// Three digits.
    public let code: Int
    /// The words after the code; nothing depends on them.
    public let reason: String

    /// Checks that the code has three digits, 100 to 599, and that the reason holds no control.
    ///
    /// - Parameter reason: the words; without them those that are registered for the code.
    public init?(code: Int, reason: String? = nil) {
        let reason = reason ?? Status.registered[code]?.reason ?? ""
        guard 100...599 ~= code, reason.withOctets({ $0.firstControl == nil }) else { return nil }
        self.init(unchecked: code, reason)
    }

    init(unchecked code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether another, final response follows (RFC 9110 §15.2).
    public var isInformational: Bool { code < 200 }

    /// Whether the message ends with its head, whatever its fields say (RFC 9112 §6.3).
    var hasNoContent: Bool { code < 200 || code == 204 || code == 304 }
}

extension Status: Hashable, CustomStringConvertible {
    /// Statuses are equal if their codes are.
    public static func == (left: Status, right: Status) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// Code and reason, as in a status line.
    public var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}
