/// A buffer for the bytes of one representation. It owns its memory, so that an append costs one bounds check and one
/// copy.
///
/// It lives while one page or one value is written; ``append(to:)`` appends its bytes to the result. The rare cases are
/// never inlined, see the extension for escaping.
struct PageWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    var last: UInt8? { count > 0 ? start[count - 1] : nil }

    init(capacity: Int) {
        self.capacity = max(capacity, 256)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// Appends markup that is known at compile time.
    @inline(__always)
    mutating func markup(_ text: StaticString) {
        append(text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Appends text that needs no escaping in its place: no text of apps or visitors, unless a type guarantees that, as
    /// ``EncodedAction/isTokenPlain`` does.
    @inline(__always)
    mutating func raw(_ text: String) {
        withBytes(of: text) { $0.append($1, $2) }
    }

    /// Appends markup that was written before.
    mutating func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { append(start, $0.count) } }
    }

    /// Appends a part of markup that was written before.
    mutating func raw(_ bytes: [UInt8], _ range: Range<Int>) {
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return }
        bytes.withUnsafeBufferPointer {
            if let start = $0.baseAddress { append(start + range.lowerBound, range.count) }
        }
    }

    @inline(__always)
    mutating func byte(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    mutating func number(_ value: Int) {
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var position = digits.count
            var rest = value.magnitude
            repeat {
                position -= 1
                digits[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 { byte(UInt8(ascii: "-")) }
            for digit in digits[position...] { byte(digit) }
        }
    }

    /// Appends a number with up to four decimals. NaN, infinities and magnitudes from 1e11 become 0.
    mutating func decimal(_ value: Double) {
        let scaled = (value * 10_000).rounded()
        guard scaled.magnitude < 1e15 else { return number(0) }
        let whole = Int(scaled.magnitude)
        if scaled < 0 { byte(UInt8(ascii: "-")) }
        number(whole / 10_000)
        var rest = whole % 10_000
        guard rest > 0 else { return }
        byte(UInt8(ascii: "."))
        while rest > 0 {
            byte(UInt8(ascii: "0") + UInt8(rest / 1_000))
            rest = rest % 1_000 * 10
        }
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        reserve(length)
        (start + count).update(from: bytes, count: length)
        count += length
    }

    /// Stores eight bytes without advancing; ``keep(_:)`` advances by the valid ones.
    @inline(__always)
    mutating func store(_ word: UInt64) {
        reserve(8)
        UnsafeMutableRawPointer(start + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    /// Appends sixteen bytes.
    @inline(__always)
    mutating func append(_ low: UInt64, _ high: UInt64) {
        reserve(16)
        let end = UnsafeMutableRawPointer(start + count)
        end.storeBytes(of: low.littleEndian, as: UInt64.self)
        end.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
        count &+= 16
    }

    @inline(__always)
    mutating func keep(_ length: Int) { count &+= length }

    /// Calls `body` with the text's UTF-8; can skip an empty text.
    ///
    /// Not with `utf8.span`, whose accessor is not inlined: a page then takes 1,200 instructions more.
    @inline(__always)
    mutating func withBytes(of text: String, _ body: (inout Self, UnsafePointer<UInt8>, Int) -> Void) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
            if let first = bytes.baseAddress { body(&self, first, bytes.count) }
        }
        if isDone == nil { withCopiedBytes(of: text, body) }
    }

    /// Calls `body` with the UTF-8 of a text that is not stored as such.
    @inline(never)
    private mutating func withCopiedBytes(
        of text: String, _ body: (inout Self, UnsafePointer<UInt8>, Int) -> Void
    ) {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            if let first = bytes.baseAddress { body(&self, first, bytes.count) }
        }
    }

    /// Appends everything to `bytes`.
    func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }

    @inline(__always)
    private mutating func reserve(_ length: Int) {
        if length > capacity &- count { grow(by: length) }
    }

    @inline(never)
    private mutating func grow(by length: Int) {
        let larger = max(capacity * 2, count + length)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        start = moved
        capacity = larger
    }
}
