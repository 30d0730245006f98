import HTTPProtocol

/// A request in the log, with its response.
public struct LoggedRequest: Sendable {
    /// The address of the client, as a trusted proxy reports it; otherwise that of the connection.
    public let client: String
    /// The method; `-` if the request was refused before it was known.
    public let method: String
    /// The target, cut off at 2,048 octets, without the query unless queries are logged.
    private let target: Substring
    /// The status code of the response; 499 if the client left before it.
    public let status: Int
    /// The number of octets of the content.
    public let byteCount: Int
    /// The time from the arrival of the request to its response; 0 if it was refused before it was complete.
    public let duration: Duration
    /// The part of the server that made the response: `page`, `action`, `file`, `route` or `error`.
    public var kind: String { source.rawName }
    let source: ResponseSource
    /// The reason, if the request was refused before it was complete.
    public let refusal: String?
    /// The ids of the request, if requests have ids.
    let trace: RequestTrace?
    /// The time in the form of HTTP (RFC 9110 §5.6.7), which the connection has already formatted.
    let date: [UInt8]

    /// The path of the request as sent, visible ASCII; `-` if the request was refused before it was known.
    public var path: String { String(target[..<(questionMark ?? target.endIndex)]) }

    /// The part of the target after the question mark; `nil` without one, or if queries are not logged.
    public var query: String? { questionMark.map { String(target[target.utf8.index(after: $0)...]) } }

    private var questionMark: Substring.Index? { target.utf8.firstIndex(of: UInt8(ascii: "?")) }

    /// Longer targets are cut off. The default limit of a request line is 8 KiB, but an operator can raise it.
    private static let maxTargetLength = 2_048

    /// A request and its response. A query can contain keys, so it is omitted unless `includesQuery` is true.
    init(
        _ request: Request, _ response: Response, from client: String, date: [UInt8], byteCount: Int,
        nanoseconds: UInt64, includesQuery: Bool, trace: RequestTrace? = nil
    ) {
        self.init(
            request.method.name, request.target, response, from: client, date: date, byteCount: byteCount,
            nanoseconds: nanoseconds, includesQuery: includesQuery, refusal: nil, trace: trace)
    }

    /// A request that was refused for `reason` before it was complete. A missing method or target is written as `-`.
    init(
        refused beginning: RequestBeginning?, for reason: String, _ response: Response, from client: String,
        date: [UInt8], includesQuery: Bool, trace: RequestTrace? = nil
    ) {
        self.init(
            beginning?.method ?? "-", beginning.map { $0.target.isEmpty ? "-" : $0.target } ?? "-", response,
            from: client, date: date, byteCount: response.body.byteCount ?? 0, nanoseconds: 0,
            includesQuery: includesQuery, refusal: reason, trace: trace)
    }

    private init(
        _ method: String, _ target: String, _ response: Response, from client: String, date: [UInt8],
        byteCount: Int, nanoseconds: UInt64, includesQuery: Bool, refusal: String?, trace: RequestTrace?
    ) {
        self.client = client
        self.method = method
        let end = includesQuery ? nil : target.utf8.firstIndex(of: UInt8(ascii: "?"))
        self.target = Substring(target.utf8[..<(end ?? target.endIndex)].prefix(Self.maxTargetLength))
        status = response.status.code
        self.byteCount = byteCount
        duration = .nanoseconds(nanoseconds)
        source = response.source
        self.refusal = refusal
        self.trace = trace
        self.date = date
    }
}

extension LoggedRequest: CustomStringConvertible {
    /// The line of the access log: `ADDRESS [DATE] "METHOD TARGET" STATUS BYTES TIMEus`, then the reason of a refusal,
    /// then `id=` and the request id, if requests have ids.
    public var description: String { String(decoding: line, as: UTF8.self) }

    /// ``description`` as octets.
    var line: [UInt8] {
        var line = Array(client.utf8)
        line.reserveCapacity(160)
        line += " [".utf8
        line += date
        line += "] \"".utf8
        line += method.utf8
        line.append(UInt8(ascii: " "))
        Self.append(escaping: target, to: &line)
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
        line += "\" \(status) \(byteCount) \(microseconds)us".utf8
        if let refusal {
            line.append(UInt8(ascii: " "))
            line += LogEntry.visible(refusal).utf8
        }
        if let trace {
            line += " id=".utf8
            line += trace.requestID.utf8
        }
        return line
    }

    /// Escapes `"`, `\` and all bytes except visible ASCII as `\xNN`, the form of nginx, so that no target can end the
    /// quoted text or the line.
    private static func append(escaping target: Substring, to line: inout [UInt8]) {
        for byte in target.utf8 {
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                line.append(byte)
            } else {
                line += "\\x".utf8
                line += [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
            }
        }
    }
}

extension ResponseSource {
    /// The name in logs and metrics.
    var rawName: String {
        switch self {
        case .error: "error"
        case .page: "page"
        case .action: "action"
        case .file: "file"
        case .route: "route"
        }
    }
}
