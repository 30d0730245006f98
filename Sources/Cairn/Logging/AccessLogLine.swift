import HTTPProtocol

/// One line of the access log: `ADDRESS [DATE] "METHOD TARGET" STATUS BYTES TIMEus`. A request that was refused before
/// it was complete has the reason at the end.
struct AccessLogLine {
    private(set) var bytes: [UInt8]

    /// Longer targets are cut off. The default limit of a request line is 8 KiB, but an operator can raise it.
    private static let maxTargetLength = 2_048

    /// A request and its response. A query can contain keys, so it is omitted unless `includesQuery` is true.
    init(
        _ request: Request, _ response: Response, from address: String, date: [UInt8], byteCount: Int,
        microseconds: UInt64, includesQuery: Bool
    ) {
        self.init(
            request.method.name, request.target, response, from: address, date: date, byteCount: byteCount,
            microseconds: microseconds, includesQuery: includesQuery)
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A request that was refused for `reason` before it was complete. A missing method or target is written as `-`.
    init(
        refused beginning: RequestBeginning?, for reason: String, _ response: Response, from address: String,
        date: [UInt8], includesQuery: Bool
    ) {
        self.init(
            beginning?.method ?? "-", beginning.map { $0.target.isEmpty ? "-" : $0.target } ?? "-", response,
            from: address, date: date, byteCount: response.body.byteCount ?? 0, microseconds: 0,
            includesQuery: includesQuery)
        bytes.append(UInt8(ascii: " "))
        bytes += reason.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    private init(
        _ method: String, _ target: String, _ response: Response, from address: String, date: [UInt8],
        byteCount: Int, microseconds: UInt64, includesQuery: Bool
    ) {
        bytes = Array(address.utf8)
        bytes.reserveCapacity(128)
        bytes += " [".utf8
        bytes += date
        bytes += "] \"".utf8
        bytes += method.utf8
        bytes.append(UInt8(ascii: " "))
        append(escaping: target, includesQuery: includesQuery)
        bytes += "\" \(response.status.code) \(byteCount) \(microseconds)us".utf8
    }

    /// Appends at most `maxTargetLength` bytes of `target`. Escapes `"`, `\` and all bytes except visible ASCII as
    /// `\xNN`, the form of nginx, so that no target can end the quoted text or the line.
    private mutating func append(escaping target: String, includesQuery: Bool) {
        for byte in target.utf8.prefix(Self.maxTargetLength) {
            if !includesQuery, byte == UInt8(ascii: "?") { break }
            if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                bytes.append(byte)
            } else {
                bytes += "\\x".utf8
                bytes += [byte >> 4, byte & 0xF].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
            }
        }
    }
}
