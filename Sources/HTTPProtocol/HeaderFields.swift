/// The fields of a request: an ordered list with case-insensitive look-up (RFC 9110 §5).
///
/// The octets stay as they arrived, in one buffer; text is made only of what is asked for.
public struct HeaderFields: Sendable {
    private let section: [UInt8]
    private let lines: [FieldLine]
    /// A bit for the length and beginning of each name that is there: most names that are asked for are not.
    private let presence: UInt64

    init(section: [UInt8], lines: [FieldLine]) {
        self.section = section
        self.lines = lines
        presence = section.withOctets { section in
            lines.reduce(0) { $0 | HeaderFields.bit(of: $1.name(in: section)) }
        }
    }

    @inline(__always)
    private static func bit(of name: Octets) -> UInt64 {
        guard let first = name.first else { return 0 }
        return 1 << UInt64((UInt8(truncatingIfNeeded: name.count) &* 7 &+ first.lowercased) & 63)
    }

    /// Fields that did not come from the wire: for tests and for transports in memory.
    public init(_ fields: [(String, String)] = []) {
        var section: [UInt8] = []
        let lines = fields.map { name, value in
            let start = section.count
            section += name.utf8
            let middle = section.count
            section += value.utf8
            return FieldLine(nameStart: start, nameEnd: middle, valueStart: middle, valueEnd: section.count)
        }
        self.init(section: section, lines: lines)
    }

    /// The first value of a name.
    public subscript(_ name: FieldName) -> String? {
        withOctets(of: name) { $0.text }
    }

    /// Whether a field of this name is there.
    public func contains(_ name: FieldName) -> Bool {
        section.withOctets { line(of: name, in: $0) } != nil
    }

    /// Lends the octets of the first value of a name, without a copy.
    public func withValue<R>(of name: FieldName, _ body: (Span<UInt8>) throws -> R) rethrows -> R? {
        guard let range = range(of: name) else { return nil }
        return try body(section.span.extracting(range))
    }

    /// The same as ``Octets``.
    package func withOctets<R>(of name: FieldName, _ body: (Octets) -> R) -> R? {
        guard let range = range(of: name) else { return nil }
        return section.withOctets { body($0.part(range.lowerBound, range.upperBound)) }
    }

    private func range(of name: FieldName) -> Range<Int>? {
        section.withOctets { line(of: name, in: $0) }.map { Int($0.valueStart)..<Int($0.valueEnd) }
    }

    /// The octets of the first value of a name; shares the buffer of the request.
    public func bytes(of name: FieldName) -> ArraySlice<UInt8>? {
        section.withOctets { line(of: name, in: $0) }.map { section[Int($0.valueStart)..<Int($0.valueEnd)] }
    }

    /// Lends the octets of each value of a name, in order and without a copy.
    public func forEachValue(of name: FieldName, _ body: (Span<UInt8>) -> Void) {
        forEachLine(of: name) { line in
            body(section.span.extracting(Int(line.valueStart)..<Int(line.valueEnd)))
        }
    }

    /// The same as ``Octets``.
    package func forEachOctets(of name: FieldName, _ body: (Octets) -> Void) {
        section.withOctets { octets in forEachLine(of: name) { body($0.value(in: octets)) } }
    }

    @inline(__always)
    private func forEachLine(of name: FieldName, _ body: (FieldLine) -> Void) {
        section.withOctets { octets in
            name.text.withOctets { wanted in
                guard presence & HeaderFields.bit(of: wanted) != 0 else { return }
                for line in lines where Int(line.nameEnd - line.nameStart) == wanted.count {
                    guard line.name(in: octets).isSameIgnoringCase(as: wanted) else { continue }
                    body(line)
                }
            }
        }
    }

    /// The octets of the name and of the value at a position, which need not be UTF-8 (RFC 9110 §5.5).
    public func octets(at position: Int) -> (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        let line = lines[position]
        return (
            section[Int(line.nameStart)..<Int(line.nameEnd)], section[Int(line.valueStart)..<Int(line.valueEnd)]
        )
    }

    /// All values of a name, in order.
    public func values(of name: FieldName) -> [String] {
        section.withOctets { section in
            name.text.withOctets { wanted in
                lines.filter { $0.name(in: section).isSameIgnoringCase(as: wanted) }.map { $0.value(in: section).text }
            }
        }
    }

    /// All values of a name as one list, for fields whose lines mean that (RFC 9110 §5.3).
    public func list(of name: FieldName) -> String? {
        section.withOctets { section in
            name.text.withOctets { wanted in
                guard presence & HeaderFields.bit(of: wanted) != 0 else { return nil }
                var list: String?
                for line in lines where Int(line.nameEnd - line.nameStart) == wanted.count {
                    guard line.name(in: section).isSameIgnoringCase(as: wanted) else { continue }
                    let value = line.value(in: section).text
                    list = list.map { $0 + ", " + value } ?? value
                }
                return list
            }
        }
    }

    /// Every field as text, for logs and tests.
    public var all: [(name: String, value: String)] {
        map { ($0.name, $0.value) }
    }

    @inline(__always)
    private func line(of name: FieldName, in section: Octets) -> FieldLine? {
        name.text.withOctets { wanted in
            guard presence & HeaderFields.bit(of: wanted) != 0 else { return nil }
            for line in lines where Int(line.nameEnd - line.nameStart) == wanted.count {
                if line.name(in: section).isSameIgnoringCase(as: wanted) { return line }
            }
            return nil
        }
    }
}

extension HeaderFields: RandomAccessCollection {
    /// A field as text.
    public struct Element: Sendable, Hashable {
        /// The name as it was sent.
        public var name: String
        /// The value without the white space around it.
        public var value: String
    }

    /// Zero.
    public var startIndex: Int { 0 }

    /// The number of field lines.
    public var endIndex: Int { lines.count }

    /// The field of a line.
    public subscript(position: Int) -> Element {
        let line = lines[position]
        return section.withOctets { Element(name: line.name(in: $0).text, value: line.value(in: $0).text) }
    }
}
