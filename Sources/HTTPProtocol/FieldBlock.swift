/// Fields that many responses have in common: checked once, and written out once.
public final class FieldBlock: Sendable {
    let elements: [(name: FieldName, value: String)]
    /// The field lines as they are sent.
    let lines: [UInt8]

    /// A block of `fields`, without those that ``ResponseFields/add(_:_:)`` would not add.
    public init(_ fields: [(FieldName, String)]) {
        elements = fields.filter { ResponseFields.permits($0, $1) }
        lines = Self.lines(of: elements)
    }

    /// Fields that were checked, with values that their text may only stand for.
    init(elements: [(name: FieldName, value: String)], lines: [UInt8]) {
        self.elements = elements
        self.lines = lines
    }

    static func lines(of elements: [(name: FieldName, value: String)]) -> [UInt8] {
        elements.flatMap { Array("\($0.name.text): \($0.value)\r\n".utf8) }
    }
}
