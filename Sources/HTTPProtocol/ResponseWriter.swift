/// Serializes a response head and content in memory (RFC 9112 §4 to §6). It computes an upper bound of the size first
/// and reserves memory once.
enum ResponseWriter {
    enum Persistence {
        /// HTTP/1.1 connections persist by default, without a `Connection` field.
        case implied
        case keepAlive, close

        var line: StaticString {
            switch self {
            case .implied: ""
            case .keepAlive: "Connection: keep-alive\r\n"
            case .close: "Connection: close\r\n"
            }
        }
    }

    /// - Parameters:
    ///   - version: the client's version, which decides how content of unknown length is framed.
    ///   - omitsContent: True to omit the content, such as in response to HEAD (RFC 9110 §9.3.2).
    static func write(
        _ response: Response, date: [UInt8], for version: Request.Version = .http11, persistence: Persistence,
        omitsContent: Bool, into out: inout [UInt8]
    ) {
        // The closures below would copy the whole response.
        let (status, fields) = (response.status, response.fields)
        let body = status.isWithoutContent ? [] : response.body.bytes
        let content = omitsContent ? [] : body
        var size = 15 + status.reason.utf8.count + persistence.line.utf8CodeUnitCount + 2 + content.count
        let firstLines = fields.firstLines
        size += firstLines.count
        fields.forEachOther { size += $0.utf8.count + $1.utf8.count + 4 }
        if !date.isEmpty { size += 8 + date.count }
        let length = status.isWithoutContent ? 0 : response.body.byteCount
        if !status.hasNoContent { size += 18 + Self.largestNumber }
        out.append(addingCapacity: size) { free in
            free.withUnsafeMutableBufferPointer { target, count in
                var sink = ByteBufferWriter(target)
                sink.write("HTTP/1.1 ")
                sink.write(decimal: status.code)
                sink.write(" ")
                sink.write(status.reason)
                sink.write("\r\n")
                if !date.isEmpty {
                    sink.write("Date: ")
                    date.withUnsafeBytes { sink.write($0) }
                    sink.write("\r\n")
                }
                firstLines.withUnsafeBytes { sink.write($0) }
                fields.forEachOther { name, value in
                    sink.write(name)
                    sink.write(": ")
                    sink.write(value)
                    sink.write("\r\n")
                }
                if !status.hasNoContent {
                    if let length {
                        sink.write("Content-Length: ")
                        sink.write(decimal: length)
                        sink.write("\r\n")
                    } else if version == .http11 {
                        sink.write("Transfer-Encoding: chunked\r\n")
                    }
                }
                sink.write(persistence.line)
                sink.write("\r\n")
                content.withUnsafeBytes { sink.write($0) }
                count = sink.count
            }
        }
    }

    private static let largestNumber = 20
}

/// Fills a free region of memory from its start. Data that does not fit is dropped; it never writes out of bounds.
struct ByteBufferWriter {
    private let room: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ room: UnsafeMutableBufferPointer<UInt8>) {
        self.room = UnsafeMutableRawBufferPointer(room)
    }

    @inline(__always)
    mutating func write(_ octets: UnsafeRawBufferPointer) {
        guard let base = room.baseAddress, let source = octets.baseAddress, octets.count <= room.count - count
        else { return }
        (base + count).copyMemory(from: source, byteCount: octets.count)
        count += octets.count
    }

    @inline(__always)
    mutating func write(_ text: StaticString) {
        write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func write(_ text: String) {
        text.withOctets { write($0.unchecked) }
    }

    @inline(__always)
    mutating func write(decimal number: Int) {
        var rest = UInt(max(number, 0))
        var divisor: UInt = 1
        while rest / divisor >= 10 { divisor *= 10 }
        while divisor > 0, count < room.count {
            room[count] = UInt8(truncatingIfNeeded: 0x30 + rest / divisor)
            rest %= divisor
            divisor /= 10
            count += 1
        }
    }
}

extension Status {
    /// True if the response must not have content. A 205 (RFC 9110 §15.3.6), unlike 1xx, 204 and 304, is sent with
    /// `Content-Length: 0`.
    var isWithoutContent: Bool { hasNoContent || code == 205 }
}
