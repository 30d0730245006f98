/// The grammar `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )` (RFC 9112 §7.1.1).
enum ChunkExtension {
    static func isValid(_ octets: Octets) -> Bool {
        var position = 0
        while position < octets.count {
            skipBlanks(octets, &position)
            guard skip(Octet.semicolon, octets, &position) else { return false }
            skipBlanks(octets, &position)
            guard skipToken(octets, &position) else { return false }
            var afterBlanks = position
            skipBlanks(octets, &afterBlanks)
            guard skip(0x3D, octets, &afterBlanks) else { continue }
            position = afterBlanks
            skipBlanks(octets, &position)
            guard skipToken(octets, &position) || skipQuoted(octets, &position) else { return false }
        }
        return true
    }

    private static func skip(_ octet: UInt8, _ octets: Octets, _ position: inout Int) -> Bool {
        guard position < octets.count, octets[position] == octet else { return false }
        position += 1
        return true
    }

    private static func skipBlanks(_ octets: Octets, _ position: inout Int) {
        while position < octets.count, octets[position].isBlank { position += 1 }
    }

    private static func skipToken(_ octets: Octets, _ position: inout Int) -> Bool {
        let start = position
        while position < octets.count, octets[position].isToken { position += 1 }
        return position > start
    }

    /// `quoted-string` of RFC 9110 §5.6.4.
    private static func skipQuoted(_ octets: Octets, _ position: inout Int) -> Bool {
        let quote: UInt8 = 0x22
        let backslash: UInt8 = 0x5C
        guard skip(quote, octets, &position) else { return false }
        while position < octets.count, octets[position] != quote {
            if octets[position] == backslash { position += 1 }
            guard position < octets.count, octets.part(position, position + 1).firstControl == nil else { return false }
            position += 1
        }
        return skip(quote, octets, &position)
    }
}
