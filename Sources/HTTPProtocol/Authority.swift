/// The grammar of `uri-host [ ":" port ]` (RFC 9110 §7.2, RFC 3986 §3.2.2).
enum Authority {
    /// True if the octets are a valid host with an optional port. An empty host is invalid (RFC 9110 §4.2.1).
    static func isValid(_ octets: Octets) -> Bool {
        octets.first == 0x5B ? isValidLiteral(octets) : isValidName(octets)
    }

    /// True if the octets are a host and a port, the form of CONNECT (RFC 9112 §3.2.3).
    static func isValidWithPort(_ octets: Octets) -> Bool {
        guard isValid(octets), let last = octets.last, last.isDigit else { return false }
        guard let colon = octets.lastIndex(of: Octet.colon) else { return false }
        return !octets.part(colon, octets.count).contains(0x5D)
    }

    private static func isValidName(_ octets: Octets) -> Bool {
        var position = 0
        while position < octets.count, octets[position] != Octet.colon {
            if octets[position] == 0x25 {
                guard position + 2 < octets.count, octets[position + 1].hexadecimalValue != nil,
                    octets[position + 2].hexadecimalValue != nil
                else { return false }
                position += 3
            } else {
                guard octets[position].isRegisteredName else { return false }
                position += 1
            }
        }
        return position > 0 && isValidPort(octets.part(position, octets.count))
    }

    /// True for an IPv6 address in brackets with an optional port. The characters of the address are checked, but not
    /// its grammar, because the server never connects to it.
    private static func isValidLiteral(_ octets: Octets) -> Bool {
        guard let end = octets.firstIndex(of: 0x5D) else { return false }
        let address = octets.part(1, end)
        guard address.count >= 2, address.contains(Octet.colon) else { return false }
        let isAddress = address.allSatisfy { $0.hexadecimalValue != nil || $0 == Octet.colon || $0 == 0x2E }
        return isAddress && isValidPort(octets.part(end + 1, octets.count))
    }

    private static func isValidPort(_ octets: Octets) -> Bool {
        guard let colon = octets.first else { return true }
        guard colon == Octet.colon, octets.count <= 6 else { return false }
        var port = 0
        for octet in octets.dropFirst() {
            guard octet.isDigit else { return false }
            port = port * 10 + Int(octet - 0x30)
        }
        return port <= 65_535
    }
}

extension UInt8 {
    /// True for `unreserved` and `sub-delims` of RFC 3986 §2: token characters except `#%^|` and the backtick, plus
    /// `(),;=`.
    fileprivate var isRegisteredName: Bool {
        switch self {
        case 0x23, 0x25, 0x5E, 0x60, 0x7C: false
        case 0x28, 0x29, 0x2C, 0x3B, 0x3D: true
        default: isToken
        }
    }
}
