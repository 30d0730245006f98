extension String {
    /// The lowest bits of a number as digits of base 32, `0` to `v`, the lowest five bits first.
    package init(base32 bits: UInt64, count: Int) {
        self.init(unsafeUninitializedCapacity: count) { bytes in
            for position in 0..<count {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(position * 5) & 31)
                bytes[position] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
            }
            return count
        }
    }
}
