/// What a request line asks for, in one of four forms (RFC 9112 §3.2), as offsets into the head.
struct RequestTarget {
    /// Path and query; for CONNECT host and port.
    var path = 0..<0
    /// The authority of the absolute form and of CONNECT; it wins over `Host` (RFC 9112 §3.2.2).
    var authority: Range<Int>?
    /// The scheme of the absolute form.
    var scheme: Request.Scheme?
    /// What an absolute form without a path leaves out.
    var root = Root.present

    enum Root {
        case present, slash, asterisk
    }

    init() {}

    /// - Parameter octets: visible ones without `#`.
    init(_ octets: Octets, offset: Int, method: Method) throws(ProtocolError) {
        path = offset..<(offset + octets.count)
        if method == .connect {
            guard Authority.isValidWithPort(octets) else { throw ProtocolError(.invalidTarget) }
            authority = path
        } else if octets.first != Octet.slash {
            if octets.count == 1, octets[0] == 0x2A {
                guard method == .options else { throw ProtocolError(.invalidTarget) }
            } else {
                try readAbsoluteForm(octets, offset: offset, method: method)
            }
        }
    }

    private mutating func readAbsoluteForm(
        _ octets: Octets, offset: Int, method: Method
    ) throws(ProtocolError) {
        let start: Int
        if octets.part(0, 7).isSameIgnoringCase(as: "http://") {
            (scheme, start) = (.http, 7)
        } else if octets.part(0, 8).isSameIgnoringCase(as: "https://") {
            (scheme, start) = (.https, 8)
        } else {
            throw ProtocolError(.invalidTarget)
        }
        let end =
            octets.part(start, octets.count).firstIndex { $0 == Octet.slash || $0 == Octet.questionMark }
            .map { start + $0 } ?? octets.count
        guard Authority.isValid(octets.part(start, end)) else { throw ProtocolError(.invalidTarget) }
        authority = (offset + start)..<(offset + end)
        path = (offset + end)..<(offset + octets.count)
        if end == octets.count {
            root = method == .options ? .asterisk : .slash
        } else if octets[end] == Octet.questionMark {
            root = .slash
        }
    }

    /// The target in origin form.
    func text(in head: Octets) -> String {
        let text = head.part(path.lowerBound, path.upperBound).text
        switch root {
        case .present: return text
        case .slash: return "/" + text
        case .asterisk: return "*"
        }
    }
}

extension Octets {
    /// Whether all is visible ASCII but `#`: what an origin form may hold before its percent-encoding is looked at.
    var isVisibleWithoutFragment: Bool {
        var position = 0
        // Eight octets at a time: subtracting borrows into a high bit where an octet was too small, and adding carries
        // into it where one was too large. A test may say yes too often, so that the octets decide.
        while position + 8 <= count {
            let word = word(at: position)
            let sign = word ^ 0x2323_2323_2323_2323
            let odd =
                (word &- 0x2121_2121_2121_2121) | (word &+ 0x0101_0101_0101_0101) | word
                | (sign &- 0x0101_0101_0101_0101) & ~sign
            if odd & 0x8080_8080_8080_8080 != 0 { break }
            position += 8
        }
        while position < count {
            guard self[position] &- 0x21 < 0x5E, self[position] != Octet.numberSign else { return false }
            position += 1
        }
        return true
    }
}
