/// A status code and its reason phrase (RFC 9110 §15).
public struct Status: Sendable {
    /// The code, three digits.
    public let code: Int
    /// The reason phrase; clients should ignore it (RFC 9112 §4).
    public let reason: String

    /// Creates a status, or returns `nil` if the code is outside of 100 to 599 or the reason contains a control
    /// character other than a tab.
    ///
    /// - Parameter reason: The reason phrase; `nil` means that of the static property with this code, otherwise none.
    public init?(code: Int, reason: String? = nil) {
        let reason = reason ?? Status.registered[code]?.reason ?? ""
        guard 100...599 ~= code, reason.withOctets({ $0.firstControl == nil }) else { return nil }
        self.init(unchecked: code, reason)
    }

    init(unchecked code: Int, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// True if a final response follows (RFC 9110 §15.2).
    package var isInformational: Bool { code < 200 }

    /// True if the message ends after its head, regardless of its fields (RFC 9112 §6.3).
    var hasNoContent: Bool { code < 200 || code == 204 || code == 304 }
}

extension Status: Hashable, CustomStringConvertible {
    /// Statuses are equal if their codes are.
    public static func == (left: Status, right: Status) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The code and the reason, as in a status line.
    public var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}
