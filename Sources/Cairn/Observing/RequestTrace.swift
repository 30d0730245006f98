import HTTPProtocol

/// The ids of a request, for its log entries and for requests to other services.
///
/// A request has them if ``Configuration/assignsRequestIDs`` is true, or if that is not set and the log is not in the
/// text format. A handler reads those of its request:
///
/// ```swift
/// if let trace = RequestTrace.current { call.fields["X-Request-ID"] = trace.requestID }
/// ```
public final class RequestTrace: Sendable {
    /// The id: that of the field `X-Request-ID` if a trusted proxy sent a valid one, otherwise a new one of 32
    /// hexadecimal digits. The response has it in the same field.
    public let requestID: String
    /// The position in a distributed trace, if the request has a valid `traceparent`.
    public let parent: TraceParent?

    /// The ids of the request that the current task answers; `nil` outside of a request, or without ids.
    @TaskLocal public static var current: RequestTrace?

    /// Creates ids, such as for tests of handlers.
    public init(requestID: String, parent: TraceParent? = nil) {
        self.requestID = requestID
        self.parent = parent
    }

    /// The ids of a request.
    ///
    /// - Parameters:
    ///   - isTrusted: true if the request is from a trusted proxy, whose id is used if it is valid.
    ///   - source: generates the id otherwise.
    init(_ fields: HeaderFields, isTrusted: Bool, _ source: inout RequestIDSource) {
        requestID = isTrusted ? Self.validID(in: fields) ?? source.next() : source.next()
        parent = TraceParent(fields)
    }

    /// Maximum length of an id of a proxy, in octets.
    private static let maxIDLength = 128

    /// The id that a proxy has sent: one field of 1 to 128 letters, digits and `-_.:+/=@`.
    private static func validID(in fields: HeaderFields) -> String? {
        guard fields.contains(.requestID) else { return nil }
        let values = fields.values(of: .requestID)
        guard values.count == 1, let id = values.first, 1...maxIDLength ~= id.utf8.count else { return nil }
        return id.utf8.allSatisfy(isAllowed) ? id : nil
    }

    private static func isAllowed(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "-_.:+/=@".utf8.contains(octet)
        }
    }
}

/// Generates the ids of the requests of one event loop. They are unique, but no secrets: two ids show how many requests
/// there were between them.
struct RequestIDSource {
    private var counter: UInt64
    private let seed: UInt64

    init() {
        counter = .random(in: .min ... .max)
        seed = .random(in: .min ... .max)
    }

    mutating func next() -> String {
        counter &+= 1
        return Self.hex(Self.mix(counter)) + Self.hex(Self.mix(counter ^ seed))
    }

    /// SplitMix64, which maps different numbers to different numbers.
    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static func hex(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}
