/// The positions of a field's name and value in the octets of its section.
struct FieldLine: Sendable {
    // `UInt32` instead of `Int` halves the size of each request's array of lines. ``Limits`` keeps the offsets of
    // received fields in range.
    var nameStart: UInt32
    var nameEnd: UInt32
    var valueStart: UInt32
    var valueEnd: UInt32

    @inline(__always)
    init(nameStart: Int, nameEnd: Int, valueStart: Int, valueEnd: Int) {
        self.nameStart = UInt32(truncatingIfNeeded: nameStart)
        self.nameEnd = UInt32(truncatingIfNeeded: nameEnd)
        self.valueStart = UInt32(truncatingIfNeeded: valueStart)
        self.valueEnd = UInt32(truncatingIfNeeded: valueEnd)
    }

    /// Parses a line without its line end (RFC 9112 §5). `offset` is the line's position in the section.
    @inline(__always)
    init(_ line: Octets, offset: Int) throws(ProtocolError) {
        let nameEnd = line.tokenEnd
        // Each read from here on is checked to be inside the line beside it.
        guard nameEnd < line.count, nameEnd > 0, line.unchecked[nameEnd] == Octet.colon else {
            throw Self.diagnosis(of: line, nameEnd: nameEnd)
        }
        var start = nameEnd + 1
        var end = line.count
        while start < end, line.unchecked[start].isBlank { start += 1 }
        while end > start, line.unchecked[end - 1].isBlank { end -= 1 }
        if let control = line.part(start, end).firstControl {
            throw ProtocolError(control == Octet.carriageReturn ? .bareCarriageReturn : .invalidFieldValue)
        }
        self.init(nameStart: offset, nameEnd: offset + nameEnd, valueStart: offset + start, valueEnd: offset + end)
    }

    @inline(__always)
    func name(in section: Octets) -> Octets {
        section.part(Int(nameStart), Int(nameEnd))
    }

    @inline(__always)
    func value(in section: Octets) -> Octets {
        section.part(Int(valueStart), Int(valueEnd))
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
