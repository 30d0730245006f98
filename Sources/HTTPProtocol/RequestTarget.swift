/// The target of a request line in one of four forms (RFC 9112 §3.2), as offsets in the head.
struct RequestTarget {
    /// The path and query, or `*`; for CONNECT the host and port.
    var path = 0..<0
    /// The authority of the absolute form and of CONNECT, which overrides `Host` (RFC 9112 §3.2.2).
    var authority: Range<Int>?
    /// The scheme of the absolute form.
    var scheme: Request.Scheme?
    /// The path to add if an absolute form has none: `/`, or `*` for OPTIONS without a query.
    var root = Root.present

    enum Root {
        case present, slash, asterisk
    }

    init() {}

    /// - Parameter octets: Visible ASCII without `#`.
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

    /// Returns the target in the form of ``Request/target``.
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
    /// True if all octets are visible ASCII characters other than `#`. An origin form has only such characters.
    var isVisibleWithoutFragment: Bool {
        var position = 0
        // SWAR, eight octets at a time: the subtraction borrows into the high bit of octets that are too small, the
        // addition carries into it for 0x7F, larger octets have it set, and the last term finds `#`. The test can have
        // false positives, so the loop below decides.
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
