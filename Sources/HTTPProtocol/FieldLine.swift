/// The positions of a field's name and value in the octets of its section.
struct FieldLine: Sendable {
    var nameStart: Int
    var nameEnd: Int
    var valueStart: Int
    var valueEnd: Int
}

extension FieldLine {
    /// Parses a line without its line end (RFC 9112 §5). `offset` is the line's position in the section.
    @inline(__always)
    init(_ line: Octets, offset: Int) throws(ProtocolError) {
        let nameEnd = line.tokenEnd
        guard nameEnd < line.count, nameEnd > 0, line[nameEnd] == Octet.colon else {
            throw Self.diagnosis(of: line, nameEnd: nameEnd)
        }
        var start = nameEnd + 1
        var end = line.count
        while start < end, line[start].isBlank { start += 1 }
        while end > start, line[end - 1].isBlank { end -= 1 }
        if let control = line.part(start, end).firstControl {
            throw ProtocolError(control == Octet.carriageReturn ? .bareCarriageReturn : .invalidFieldValue)
        }
        self.init(nameStart: offset, nameEnd: offset + nameEnd, valueStart: offset + start, valueEnd: offset + end)
    }

    @inline(__always)
    func name(in section: Octets) -> Octets {
        section.part(nameStart, nameEnd)
    }

    @inline(__always)
    func value(in section: Octets) -> Octets {
        section.part(valueStart, valueEnd)
    }

    private static func diagnosis(of line: Octets, nameEnd: Int) -> ProtocolError {
        guard let first = line.first else { return ProtocolError(.missingColon) }
        if first.isBlank { return ProtocolError(.foldedField) }
        guard nameEnd < line.count else { return ProtocolError(.missingColon) }
        switch line[nameEnd] {
        case Octet.space, Octet.tab: return ProtocolError(.spaceBeforeColon)
        case Octet.carriageReturn: return ProtocolError(.bareCarriageReturn)
        default: return ProtocolError(.invalidFieldName)
        }
    }
}
