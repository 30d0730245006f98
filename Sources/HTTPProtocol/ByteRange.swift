/// What a `Range` field asks for (RFC 9110 §14): one range of bytes. Several are answered with the whole, as §14.2 allows.
public enum ByteRange: Sendable, Equatable {
    /// The field is absent, is of another unit, asks for several ranges, or cannot be read: the whole is sent.
    case whole
    /// These bytes of the content.
    case part(Range<Int>)
    /// Nothing that the content has: 416.
    case unsatisfiable

    /// - Parameters:
    ///   - field: the value of `Range`.
    ///   - size: the number of bytes of the content.
    public init(_ field: String?, size: Int) {
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
            // The last bytes, however many there are.
            self = length == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - length)..<size)
        case (.some(let start), let end):
            if let end, end < start { return }
            self = start >= size ? .unsatisfiable : .part(start..<min(size, (end ?? size) &+ (end == nil ? 0 : 1)))
        }
    }

    /// The number that digits spell; `.some(nil)` if there are none, `nil` if it is none. A huge one is as good as any.
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
