/// The fields of a response: an ordered list that cannot hold a line break, and so cannot be split (RFC 9110 §5.5).
public struct ResponseFields: Sendable {
    private var elements: [(name: FieldName, value: String)] = []

    /// No fields.
    public init() {}

    /// Adds a field after the others.
    ///
    /// - Returns: `false`, and nothing is added, if the value holds a control character, or if the field is one that
    ///   ``ServerConnection`` writes: `Connection`, `Content-Length`, `Date`, `Transfer-Encoding` and their like.
    @discardableResult
    public mutating func add(_ name: FieldName, _ value: String) -> Bool {
        guard !name.isOwnedByConnection, value.withOctets({ $0.firstControl == nil }) else { return false }
        if elements.isEmpty { elements.reserveCapacity(8) }
        elements.append((name, value))
        return true
    }

    /// As ``add(_:_:)``, with a label for each.
    @discardableResult
    public mutating func add(name: FieldName, value: String) -> Bool {
        add(name, value)
    }

    /// Replaces all fields of this name by one.
    ///
    /// - Returns: `false`, and nothing is changed, under the conditions of ``add(_:_:)``.
    @discardableResult
    public mutating func set(_ name: FieldName, _ value: String) -> Bool {
        guard !name.isOwnedByConnection, value.withOctets({ $0.firstControl == nil }) else { return false }
        remove(name)
        return add(name, value)
    }

    /// Removes all fields of this name.
    public mutating func remove(_ name: FieldName) {
        elements.removeAll { $0.name == name }
    }

    /// The first value of a name.
    public subscript(_ name: FieldName) -> String? {
        elements.first { $0.name == name }?.value
    }

    /// All values of a name, in order.
    public func values(of name: FieldName) -> [String] {
        elements.filter { $0.name == name }.map(\.value)
    }

    /// Every field as text, for logs and tests.
    public var all: [(name: String, value: String)] {
        elements.map { ($0.name.text, $0.value) }
    }

    /// The number of fields.
    public var count: Int { elements.count }

    @inline(__always)
    func forEach(_ body: (_ name: String, _ value: String) -> Void) {
        for element in elements { body(element.name.text, element.value) }
    }
}
