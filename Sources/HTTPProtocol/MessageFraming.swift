/// The body's length, as framed by the head (RFC 9112 §6.3).
enum BodyLength: Equatable {
    case none, fixed(Int), chunked
}

/// Collects the fields of a head that concern framing and the connection, line by line.
struct MessageFraming {
    private(set) var host: FieldLine?
    private(set) var expectsContinue = false
    private(set) var connection = ConnectionOptions()
    private var contentLength: Int?
    private var codings = TransferCodings()

    @inline(__always)
    mutating func note(_ line: FieldLine, in section: Octets) throws(ProtocolError) {
        guard FramingField.mayBegin(with: section[line.nameStart]) else { return }
        guard let field = FramingField(line.name(in: section)) else { return }
        let value = line.value(in: section)
        switch field {
        case .host:
            guard host == nil else { throw ProtocolError(.multipleHosts) }
            guard Authority.isValid(value) else { throw ProtocolError(.invalidHost) }
            host = line
        case .expect:
            guard value.isSameIgnoringCase(as: "100-continue") else { throw ProtocolError(.unknownExpectation) }
            expectsContinue = true
        case .connection:
            connection.read(value)
        case .contentLength:
            guard contentLength == nil else { throw ProtocolError(.multipleContentLengths) }
            contentLength = try Self.length(value)
        case .transferEncoding:
            try codings.read(value)
        }
    }

    /// Returns the body's length for a complete head. Ambiguous framing is an error, because it enables request
    /// smuggling (RFC 9112 §6.3, §11.2).
    func bodyLength(version: Request.Version, limits: Limits) throws(ProtocolError) -> BodyLength {
        if version == .http11, host == nil { throw ProtocolError(.missingHost) }
        if codings.areGiven {
            if version == .http10 { throw ProtocolError(.transferEncodingInVersion10) }
            if contentLength != nil { throw ProtocolError(.bothLengths) }
            try codings.check()
            return .chunked
        }
        guard let contentLength, contentLength > 0 else { return .none }
        if contentLength > limits.body { throw ProtocolError(.bodyTooLarge) }
        return .fixed(contentLength)
    }

    private static func length(_ value: Octets) throws(ProtocolError) -> Int {
        var length = 0
        for octet in value {
            guard octet.isDigit else { throw ProtocolError(.invalidContentLength) }
            let (shifted, isTooLarge) = length.multipliedReportingOverflow(by: 10)
            let (sum, isAlsoTooLarge) = shifted.addingReportingOverflow(Int(octet - 0x30))
            if isTooLarge || isAlsoTooLarge { throw ProtocolError(.invalidContentLength) }
            length = sum
        }
        if value.isEmpty { throw ProtocolError(.invalidContentLength) }
        return length
    }
}

/// The options of `Connection` that concern a server (RFC 9112 §9.3).
struct ConnectionOptions {
    private var close = false
    private var keepAlive = false

    mutating func read(_ value: Octets) {
        // Fast path: browsers usually send exactly this value.
        if value.isSameIgnoringCase(as: "keep-alive") {
            keepAlive = true
            return
        }
        value.forEachElement { element in
            if element.isSameIgnoringCase(as: "close") {
                close = true
            } else if element.isSameIgnoringCase(as: "keep-alive") {
                keepAlive = true
            }
        }
    }

    func persists(version: Request.Version) -> Bool {
        !close && (version == .http11 || keepAlive)
    }
}

/// The list of transfer codings, over all `Transfer-Encoding` fields (RFC 9112 §6.1).
struct TransferCodings {
    private(set) var areGiven = false
    private var isChunked = false
    private var hasUnknown = false
    private var isMalformed = false

    /// Reads one field. Elements after `chunked` and malformed ones are errors. An unknown coding is an error only in
    /// ``check()``, because further fields can follow.
    mutating func read(_ value: Octets) throws(ProtocolError) {
        areGiven = true
        value.forEachElement { element in
            if isChunked {
                isMalformed = true
            } else if element.isSameIgnoringCase(as: "chunked") {
                isChunked = true
            } else if Self.isCoding(element) {
                hasUnknown = true
            } else {
                isMalformed = true
            }
        }
        if isMalformed { throw ProtocolError(.invalidTransferEncoding) }
    }

    func check() throws(ProtocolError) {
        guard isChunked else { throw ProtocolError(.invalidTransferEncoding) }
        if hasUnknown { throw ProtocolError(.unknownTransferCoding) }
    }

    /// True for a token with optional parameters. `chunked` allows none. Quoted parameters are not parsed, because
    /// every coding except `chunked` is refused anyway.
    private static func isCoding(_ element: Octets) -> Bool {
        let nameEnd = element.firstIndex { !$0.isToken } ?? element.count
        guard nameEnd > 0, !element.part(0, nameEnd).isSameIgnoringCase(as: "chunked") else { return false }
        let parameters = element.part(nameEnd, element.count).trimmed
        guard let first = parameters.first else { return true }
        return first == Octet.semicolon
            && parameters.allSatisfy { $0.isToken || $0.isBlank || $0 == Octet.semicolon || $0 == 0x3D }
    }
}

extension Octets {
    /// Calls `body` with each element of a comma-separated list (RFC 9110 §5.6.1), including empty ones.
    @inline(__always)
    func forEachElement(_ body: (Octets) -> Void) {
        var start = 0
        for position in 0...count where position == count || self[position] == Octet.comma {
            body(part(start, position).trimmed)
            start = position + 1
        }
    }
}
