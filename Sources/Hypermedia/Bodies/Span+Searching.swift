internal import Glibc

extension Span<UInt8> {
    /// Returns the position of the first `octet` at or after `start`.
    func position(of octet: UInt8, from start: Int = 0) -> Int? {
        guard start >= 0, start < count else { return nil }
        return withUnsafeBytes { octets in
            guard let base = octets.baseAddress, let found = memchr(base + start, Int32(octet), octets.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// Compares `other` with the octets from `start`, up to the end of the shorter one. Returns the number of compared
    /// octets, or `nil` if one differs.
    func matching(_ other: Span<UInt8>, from start: Int) -> Int? {
        let known = Swift.min(count - start, other.count)
        for position in 0..<Swift.max(0, known) where self[start + position] != other[position] { return nil }
        return known
    }

    /// A copy of the octets as an array.
    package var array: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
