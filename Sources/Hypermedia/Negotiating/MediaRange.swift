/// One element of an `Accept` field: the positions of its type and subtype, its parameters and its quality.
struct MediaRange {
    var type: Range<Int>
    var subtype: Range<Int>
    var hasCharacterSet = false
    var hasOtherParameter = false
    /// The weight in thousandths.
    var quality = 1000

    /// Returns how specifically the range matches `offered`: from 0 for `*/*` to 3, or `nil` if it does not match.
    func specificity(for offered: MediaType, in field: Span<UInt8>) -> Int? {
        guard !hasOtherParameter else { return nil }
        let isAnySubtype = equals(field, subtype, "*")
        if isAnySubtype && equals(field, type, "*") { return 0 }
        guard equals(field, type, offered.type) else { return nil }
        if isAnySubtype { return 1 }
        return equals(field, subtype, offered.subtype) ? (hasCharacterSet ? 3 : 2) : nil
    }
}

/// True if `field` contains `name` at `range`, without regard to ASCII case. `name` is in lower case.
@inline(__always)
func equals(_ field: Span<UInt8>, _ range: Range<Int>, _ name: StaticString) -> Bool {
    guard range.count == name.utf8CodeUnitCount else { return false }
    for index in 0..<range.count {
        let byte = field[range.lowerBound + index]
        let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
        guard (isUpper ? byte | 0x20 : byte) == name.utf8Start[index] else { return false }
    }
    return true
}
