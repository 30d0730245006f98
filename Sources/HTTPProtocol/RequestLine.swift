/// The first line of a request (RFC 9112 §3). Ranges are offsets in the head.
struct RequestLine {
    var method = Method.get
    var version = Request.Version.http11
    var target = RequestTarget()

    /// Parses a line without its line end. `offset` is the line's position in the head.
    init(_ line: Octets, offset: Int) throws(ProtocolError) {
        guard let methodEnd = line.firstIndex(where: { !$0.isToken }), methodEnd > 0, line[methodEnd] == Octet.space
        else { throw ProtocolError(.malformedRequestLine) }
        let targetEnd = line.count - 9
        guard targetEnd > methodEnd + 1, line[targetEnd] == Octet.space else {
            throw ProtocolError(.malformedRequestLine)
        }
        let target = line.part(methodEnd + 1, targetEnd)
        let isVisible = target.isVisibleWithoutFragment
        if !isVisible, target.contains(where: \.isBlank) { throw ProtocolError(.malformedRequestLine) }
        version = try Self.version(line.part(targetEnd + 1, line.count))
        guard let method = Method(token: line.part(0, methodEnd)) else { throw ProtocolError(.unknownMethod) }
        self.method = method
        guard isVisible else { throw ProtocolError(.invalidTarget) }
        self.target = try RequestTarget(target, offset: offset + methodEnd + 1, method: method)
    }

    init() {}

    /// Parses `HTTP/1.0` and later minor versions. Minor versions above 1 count as 1.1 (RFC 9110 §2.5).
    @inline(__always)
    private static func version(_ octets: Octets) throws(ProtocolError) -> Request.Version {
        if octets.isSame(as: "HTTP/1.1") { return .http11 }
        guard octets.count == 8, octets.part(0, 5).isSame(as: "HTTP/"), octets[5].isDigit, octets[6] == 0x2E,
            octets[7].isDigit
        else { throw ProtocolError(.malformedRequestLine) }
        guard octets[5] == 0x31 else { throw ProtocolError(.unsupportedVersion) }
        return octets[7] == 0x30 ? .http10 : .http11
    }
}
