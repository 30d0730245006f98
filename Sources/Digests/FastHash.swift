/// Fast hashes without a random key, for hash tables, fingerprints and entity tags. An attacker can find collisions, so
/// a collision must be harmless.
package enum FastHash {
    /// Spreads near numbers over the high bits, by a multiplication with 2^64 divided by the golden ratio (Knuth, The
    /// Art of Computer Programming, 6.4). Use the high bits of the result.
    @inlinable @inline(__always)
    package static func mix(_ number: UInt64) -> UInt64 { number &* 0x9E37_79B9_7F4A_7C15 }

    /// Returns a hash of `bytes`. Different bytes rarely have the same hash.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: bytes.count) ^ 0xCBF2_9CE4_8422_2325
        var position = 0
        while position &+ 8 <= bytes.count {
            hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            hash ^= hash >> 29
            position &+= 8
        }
        while position < bytes.count {
            hash = mix(hash ^ UInt64(bytes[position]))
            position &+= 1
        }
        return hash
    }
}
