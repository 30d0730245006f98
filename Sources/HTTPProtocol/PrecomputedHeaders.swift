/// Precomputed header fields that many responses can share: validated once and serialized once.
package final class PrecomputedHeaders: Sendable {
    let elements: [(name: FieldName, value: String)]
    /// The serialized field lines.
    let lines: [UInt8]

    /// Creates a block of `fields`, without those that ``ResponseFields/add(_:_:)`` would reject.
    package init(_ fields: [(FieldName, String)]) {
        elements = fields.filter { ResponseFields.permits($0, $1) }
        lines = Self.lines(of: elements)
    }

    /// Creates a block of validated fields. `lines` has the exact octets; in `elements`, invalid UTF-8 is repaired.
    init(elements: [(name: FieldName, value: String)], lines: [UInt8]) {
        self.elements = elements
        self.lines = lines
    }

    static func lines(of elements: [(name: FieldName, value: String)]) -> [UInt8] {
        elements.flatMap { Array("\($0.name.text): \($0.value)\r\n".utf8) }
    }
}
