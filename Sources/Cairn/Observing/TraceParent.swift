import HTTPProtocol

/// The position of a request in a distributed trace, from the field `traceparent` (W3C Trace Context).
///
/// Send ``description`` as `traceparent`, and ``state`` as `tracestate`, with the requests that a handler makes to other
/// services, so that they belong to the same trace.
public struct TraceParent: Sendable, Hashable {
    /// The id of the trace, 32 lower-case hexadecimal digits.
    public let traceID: String
    /// The id of the caller's span, 16 lower-case hexadecimal digits.
    public let parentID: String
    /// True if the caller records the trace.
    public let isSampled: Bool
    /// The value of `tracestate`; `nil` without one, or if it is longer than 512 octets or has other octets than visible
    /// ASCII and blanks.
    public let state: String?
    private let flags: UInt8

    /// The value of `traceparent` for requests to other services, in version 00.
    public var description: String { "00-\(traceID)-\(parentID)-\(Self.hex(flags))" }

    /// Parses a value of `traceparent` strictly (W3C Trace Context §3.2): lower-case hexadecimal digits, ids other than
    /// zero, and no further octets in version 00.
    ///
    /// - Parameter state: the value of `tracestate`.
    public init?(_ text: String, state: String? = nil) {
        let octets = Array(text.utf8)
        guard octets.count >= Self.length, octets[2] == Self.dash, octets[35] == Self.dash, octets[52] == Self.dash,
            let version = Self.byte(octets[0], octets[1]), version != 0xFF,
            let flags = Self.byte(octets[53], octets[54]),
            octets.count == Self.length || version > 0 && octets[55] == Self.dash
        else { return nil }
        let (trace, parent) = (octets[3..<35], octets[36..<52])
        guard Self.isID(trace), Self.isID(parent) else { return nil }
        traceID = String(decoding: trace, as: UTF8.self)
        parentID = String(decoding: parent, as: UTF8.self)
        // Other flags are unknown in this version, and are not passed on.
        self.flags = flags & Self.knownFlags
        isSampled = flags & 1 != 0
        self.state = state.flatMap { Self.isState($0) ? $0 : nil }
    }

    /// The position that the fields of a request name; `nil` without a valid `traceparent`, or with several.
    package init?(_ fields: HeaderFields) {
        guard fields.contains(.traceparent) else { return nil }
        let values = fields.values(of: .traceparent)
        guard values.count == 1, let value = values.first else { return nil }
        self.init(value, state: fields.list(of: .tracestate))
    }

    /// The length of `traceparent` in version 00.
    private static let length = 55
    private static let maxStateLength = 512
    /// `sampled` and `random-trace-id`.
    private static let knownFlags: UInt8 = 3
    private static let dash = UInt8(ascii: "-")

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): octet - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): octet - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
        guard let high = digit(high), let low = digit(low) else { return nil }
        return high << 4 | low
    }

    private static func isID(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.allSatisfy { digit($0) != nil } && octets.contains { $0 != UInt8(ascii: "0") }
    }

    private static func isState(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= maxStateLength
            && text.utf8.allSatisfy { 0x20...0x7E ~= $0 || $0 == UInt8(ascii: "\t") }
    }

    private static func hex(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return byte < 16 ? "0" + text : text
    }
}

extension TraceParent: CustomStringConvertible {}

extension FieldName {
    static let requestID: FieldName = "X-Request-ID"
    static let traceparent: FieldName = "traceparent"
    static let tracestate: FieldName = "tracestate"
}
