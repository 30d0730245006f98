extension Sequence<UInt8> {
    /// The 64-bit FNV-1a checksum. It detects corruption, not forgery.
    @inlinable package var checksum: UInt64 {
        reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
