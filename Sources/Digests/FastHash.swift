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

    /// The hash of bytes that arrive in pieces: the same however they are divided.
    package struct Stream: Sendable {
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        /// The bytes after the last complete word, from the lowest on.
        private var rest: UInt64 = 0
        private var count: UInt64 = 0

        /// Creates the hash of no bytes.
        package init() {}

        /// Adds a piece.
        package mutating func add(_ bytes: UnsafeRawBufferPointer) {
            var position = 0
            while count & 7 != 0, position < bytes.count { add(bytes[position], &position) }
            while position &+ 8 <= bytes.count {
                add(word: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian)
                position &+= 8
                count &+= 8
            }
            while position < bytes.count { add(bytes[position], &position) }
        }

        private mutating func add(_ byte: UInt8, _ position: inout Int) {
            rest |= UInt64(byte) << (8 &* (count & 7))
            position &+= 1
            count &+= 1
            guard count & 7 == 0 else { return }
            add(word: rest)
            rest = 0
        }

        private mutating func add(word: UInt64) {
            hash = FastHash.mix(hash ^ word)
            hash ^= hash >> 29
        }

        /// The hash of the bytes so far.
        package var value: UInt64 {
            let hash = FastHash.mix(self.hash ^ rest)
            return FastHash.mix(hash ^ hash >> 29 ^ count)
        }
    }
}
