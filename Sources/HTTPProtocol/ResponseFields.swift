/// The header fields of a response: an ordered list that cannot contain line breaks, which prevents response
/// splitting (RFC 9110 §5.5).
public struct ResponseFields: Sendable {
    /// The serialized fields, which precede ``own``.
    private var block: PrecomputedHeaders?
    private var own: [(name: FieldName, value: String)] = []

    /// Creates an empty list.
    public init() {}

    /// Appends a field.
    ///
    /// - Returns: `false` without a change if the value contains a control character other than a tab, or if the field
    ///   is `Connection`, `Content-Length`, `Date`, `Keep-Alive`, `Trailer`, `Transfer-Encoding` or `Upgrade`.
    @discardableResult
    public mutating func add(_ name: FieldName, _ value: String) -> Bool {
        guard ResponseFields.permits(name, value) else { return false }
        own.append((name, value))
        return true
    }

    /// Appends a field with an opaque value: any octets except controls other than a tab, not necessarily UTF-8
    /// (RFC 9110 §5.5).
    ///
    /// - Returns: `false` without a change, under the conditions of ``add(_:_:)``.
    @discardableResult
    package mutating func add(_ name: FieldName, octets: [UInt8]) -> Bool {
        guard !name.isOwnedByConnection, octets.withOctets({ $0.firstControl }) == nil else { return false }
        block = PrecomputedHeaders(
            elements: elements + [(name, String(decoding: octets, as: UTF8.self))],
            lines: firstLines + PrecomputedHeaders.lines(of: own) + Array("\(name.text): ".utf8) + octets + [13, 10])
        own = []
        return true
    }

    /// Appends all fields of `block`.
    package mutating func add(_ block: PrecomputedHeaders) {
        if self.block == nil, own.isEmpty {
            self.block = block
        } else {
            own += block.elements
        }
    }

    static func permits(_ name: FieldName, _ value: String) -> Bool {
        !name.isOwnedByConnection && value.withOctets { $0.firstControl == nil }
    }

    private var elements: [(name: FieldName, value: String)] { (block?.elements ?? []) + own }

    /// Appends a field like ``add(_:_:)``, with argument labels.
    @discardableResult
    package mutating func add(name: FieldName, value: String) -> Bool {
        add(name, value)
    }

    /// Replaces all fields of this name with one.
    ///
    /// - Returns: `false` without a change, under the conditions of ``add(_:_:)``.
    @discardableResult
    public mutating func set(_ name: FieldName, _ value: String) -> Bool {
        guard ResponseFields.permits(name, value) else { return false }
        remove(name)
        return add(name, value)
    }

    /// Removes all fields of this name.
    public mutating func remove(_ name: FieldName) {
        if let block, block.elements.contains(where: { $0.name == name }) {
            own = elements.filter { $0.name != name }
            self.block = nil
        } else {
            own.removeAll { $0.name == name }
        }
    }

    /// The first value of a name.
    public subscript(_ name: FieldName) -> String? {
        block?.elements.first { $0.name == name }?.value ?? own.first { $0.name == name }?.value
    }

    /// All values of a name, in order.
    public func values(of name: FieldName) -> [String] {
        elements.filter { $0.name == name }.map(\.value)
    }

    /// Every field as text, in order.
    public var all: [(name: String, value: String)] {
        elements.map { ($0.name.text, $0.value) }
    }

    /// The number of fields.
    package var count: Int { (block?.elements.count ?? 0) + own.count }

    /// The serialized lines of ``block``, which are sent before those of ``own``.
    var firstLines: [UInt8] { block?.lines ?? [] }

    /// Calls `body` with every field that is not in ``firstLines``.
    @inline(__always)
    func forEachOther(_ body: (_ name: String, _ value: String) -> Void) {
        for element in own { body(element.name.text, element.value) }
    }
}
