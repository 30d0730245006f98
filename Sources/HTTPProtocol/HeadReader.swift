/// An incremental parser of request heads (RFC 9112 §2 to §5). Each call continues where the previous one stopped, so
/// that a head in many small pieces takes linear time.
struct HeadReader {
    private(set) var requestLine = RequestLine()
    private(set) var framing = MessageFraming()
    private(set) var lines: [FieldLine] = []
    /// The position of the field section; zero while the request line is incomplete.
    private(set) var sectionStart = 0
    private var lineStart = 0
    private var searchStart = 0
    private var emptyLines = 0

    /// True once the request line, which contains the method, is parsed.
    var hasRequestLine: Bool { sectionStart > 0 }

    /// Continues to parse `head`: the octets of the previous call and those that have arrived since.
    ///
    /// - Returns: The size of the head if it is complete.
    mutating func read(_ head: Octets, limits: Limits) throws(ProtocolError) -> Int? {
        if !hasRequestLine {
            guard try readRequestLine(head, limits: limits) else { return nil }
        }
        while true {
            let found = head.lineFeed(from: searchStart)
            if (found ?? head.count) - sectionStart >= limits.headerBytes {
                throw ProtocolError(.headerTooLarge)
            }
            guard let lineFeed = found else {
                searchStart = head.count
                return nil
            }
            let lineEnd = try Self.lineEnd(head, lineStart: lineStart, lineFeed: lineFeed)
            let line = head.part(lineStart, lineEnd)
            let offset = lineStart - sectionStart
            lineStart = lineFeed + 1
            searchStart = lineStart
            if line.isEmpty { return lineStart }
            guard lines.count < limits.fieldCount else { throw ProtocolError(.tooManyFields) }
            if lines.isEmpty { lines.reserveCapacity(16) }
            let field = try FieldLine(line, offset: offset)
            try framing.note(field, in: head.part(sectionStart, head.count))
            lines.append(field)
        }
    }

    /// Creates the request of a complete head.
    func request(_ head: Octets, body: [UInt8]) -> Request {
        let section = head.part(sectionStart, lineStart)
        let authority =
            requestLine.target.authority.map { head.part($0.lowerBound, $0.upperBound) }
            ?? framing.host?.value(in: section)
        return Request(
            method: requestLine.method,
            target: requestLine.target.text(in: head),
            authority: authority?.text,
            scheme: requestLine.target.scheme,
            version: requestLine.version,
            fields: HeaderFields(section: section.array, lines: lines),
            body: body)
    }

    private mutating func readRequestLine(
        _ head: Octets, limits: Limits
    ) throws(ProtocolError) -> Bool {
        while lineStart < head.count, !head[lineStart].isToken {
            guard try skipEmptyLine(head, limits: limits) else { return false }
        }
        let found = head.lineFeed(from: searchStart)
        // A line of the maximum length has its line feed one octet later, after the CR.
        if (found ?? head.count) - lineStart > limits.requestLine + 1 {
            // RFC 9112 §3: a line that is too long gets 501 if its method is too long, otherwise 414.
            let beginning = head.part(lineStart, lineStart + Method.maxNameLength + 1)
            throw ProtocolError(beginning.isToken ? .unknownMethod : .requestLineTooLong)
        }
        guard let lineFeed = found else {
            searchStart = head.count
            return false
        }
        let lineEnd = try Self.lineEnd(head, lineStart: lineStart, lineFeed: lineFeed)
        let line = head.part(lineStart, lineEnd)
        if line.position(of: Octet.carriageReturn) != nil { throw ProtocolError(.bareCarriageReturn) }
        requestLine = try RequestLine(line, offset: lineStart)
        lineStart = lineFeed + 1
        searchStart = lineStart
        sectionStart = lineStart
        return true
    }

    /// Skips an empty line before a request (RFC 9112 §2.2). Any other octet that cannot begin a request is an error.
    private mutating func skipEmptyLine(_ head: Octets, limits: Limits) throws(ProtocolError) -> Bool {
        switch head[lineStart] {
        case Octet.lineFeed: throw ProtocolError(.bareLineFeed)
        case Octet.carriageReturn: break
        default: throw ProtocolError(.malformedRequestLine)
        }
        guard lineStart + 1 < head.count else { return false }
        guard head[lineStart + 1] == Octet.lineFeed else { throw ProtocolError(.bareCarriageReturn) }
        guard emptyLines < limits.emptyLines else { throw ProtocolError(.tooManyEmptyLines) }
        emptyLines += 1
        lineStart += 2
        searchStart = lineStart
        return true
    }

    @inline(__always)
    private static func lineEnd(
        _ head: Octets, lineStart: Int, lineFeed: Int
    ) throws(ProtocolError) -> Int {
        guard lineFeed > lineStart, head[lineFeed - 1] == Octet.carriageReturn else {
            throw ProtocolError(.bareLineFeed)
        }
        return lineFeed - 1
    }
}
