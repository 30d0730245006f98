/// Derives keys from a secret: HKDF (RFC 5869) with HMAC (RFC 2104) and SHA-256.
package enum HKDF {
    /// The length of the blocks of SHA-256.
    private static let blockCount = 64

    /// Returns the HMAC-SHA-256 of `message` (RFC 2104 §2).
    package static func authenticate(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        let key = key.count > blockCount ? SHA256.digest(of: key) : key
        let block = key + [UInt8](repeating: 0, count: blockCount - key.count)
        return SHA256.digest(of: block.map { $0 ^ 0x5C } + SHA256.digest(of: block.map { $0 ^ 0x36 } + message))
    }

    /// Concentrates the randomness of `secret`, which need not be uniform, in a pseudorandom key (RFC 5869 §2.2).
    package static func extract(from secret: [UInt8], salt: [UInt8]) -> [UInt8] { authenticate(secret, key: salt) }

    /// Returns a key of `count` octets, at most 8,160, for one purpose (RFC 5869 §2.3). It reveals neither the
    /// pseudorandom key nor the keys for other purposes.
    package static func expand(_ key: [UInt8], purpose: [UInt8], count: Int) -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 0
        while output.count < count {
            number &+= 1
            block = authenticate(block + purpose + [number], key: key)
            output += block
        }
        return Array(output.prefix(count))
    }
}
