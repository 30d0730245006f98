internal import Glibc

extension Span<UInt8> {
    /// The position of the first such octet at or after `start`.
    func position(of octet: UInt8, from start: Int = 0) -> Int? {
        guard start >= 0, start < count else { return nil }
        return withUnsafeBytes { octets in
            guard let base = octets.baseAddress, let found = memchr(base + start, Int32(octet), octets.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }

    /// How many octets at `start` are those that `other` begins with: as many as there are of both, or `nil` if one differs.
    func matching(_ other: Span<UInt8>, from start: Int) -> Int? {
        let known = Swift.min(count - start, other.count)
        for position in 0..<Swift.max(0, known) where self[start + position] != other[position] { return nil }
        return known
    }

    /// A copy of these octets.
    package var array: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
