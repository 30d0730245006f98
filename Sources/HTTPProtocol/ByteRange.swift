/// The value of a `Range` field (RFC 9110 §14): one range of bytes. Several ranges are ignored, as §14.2 allows.
package enum ByteRange: Sendable, Equatable {
    /// Send the whole content: the field is absent, malformed, of another unit, or lists several ranges.
    case whole
    /// Send this range of the content.
    case part(Range<Int>)
    /// The range is empty or lies outside of the content: 416.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of `Range`.
    ///   - size: the number of bytes of the content.
    package init(_ field: String?, size: Int) {
        self = field.map { field in field.withOctets { ByteRange($0, size: size) } } ?? .whole
    }

    private init(_ field: Octets, size: Int) {
        self = .whole
        guard field.part(0, 6).isSameIgnoringCase(as: "bytes=") else { return }
        let range = field.part(6, field.count).trimmed
        guard let dash = range.firstIndex(of: 0x2D) else { return }
        let (first, last) = (range.part(0, dash), range.part(dash + 1, range.count))
        guard let end = ByteRange.number(last), let start = ByteRange.number(first) else { return }
        switch (start, end) {
        case (nil, nil): return
        case (nil, .some(let length)):
            // A suffix range: the last `length` bytes, or the whole content if it is shorter.
            self = length == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - length)..<size)
        case (.some(let start), let end):
            if let end, end < start { return }
            self = start >= size ? .unsatisfiable : .part(start..<min(size, (end ?? size) &+ (end == nil ? 0 : 1)))
        }
    }

    /// Returns the number, `.some(nil)` if `digits` is empty, or `nil` if it is malformed. Large numbers are clamped,
    /// so that arithmetic with them cannot overflow.
    private static func number(_ digits: Octets) -> Int?? {
        guard !digits.isEmpty else { return .some(nil) }
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            number = min(number, hugest / 10) * 10 + Int(digit - 0x30)
        }
        return .some(min(number, hugest))
    }

    private static let hugest = Int.max / 16
}
