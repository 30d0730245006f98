/// A range of addresses with a common prefix, such as `10.0.0.0/8` or `2001:db8::/32` (RFC 4632 §3.1, RFC 4291 §2.3),
/// or a single address. `unix` is the range of all peers of Unix-domain sockets.
package struct AddressRange: Sendable, Hashable {
    private let first: SocketAddress
    private let length: Int

    /// Parses the text as a range, or returns `nil` if it is malformed.
    package init?(_ text: String) {
        if text == "unix" {
            (first, length) = (.local, 0)
            return
        }
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first, let address = try? SocketAddress(host: String(host), port: 0) else { return nil }
        let longest = address.octets.count * 8
        guard parts.count == 2 else {
            (first, length) = (address, longest)
            return
        }
        let digits = parts[1].utf8
        guard (1...3).contains(digits.count), digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let length = Int(parts[1]), length <= longest
        else { return nil }
        (first, self.length) = (address, length)
    }

    /// True if `address` is in the range. An IPv4 range contains no IPv6 address and vice versa.
    package func contains(_ address: SocketAddress) -> Bool {
        guard address.family == first.family else { return false }
        let (own, other) = (first.octets, address.octets)
        let whole = length / 8
        guard own[..<whole] == other[..<whole] else { return false }
        let rest = length % 8
        return rest == 0 || (own[whole] ^ other[whole]) >> (8 - rest) == 0
    }
}
