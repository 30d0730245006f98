/// Writes the values of an ``ElementView`` for programs: the member `values` among the properties of its Siren entity.
///
/// Names are literals of the program. A value under a name that has one replaces it. A `title` at the top becomes the
/// title of the entity.
public struct SirenElementWriter {
    private(set) var values: [(name: StaticString, value: Screen.CustomElement.Value)] = []

    init() {}

    /// Writes a text.
    public mutating func set(_ name: StaticString, _ value: String) { put(name, .text(value)) }
    /// Writes a whole number.
    public mutating func set(_ name: StaticString, _ value: Int) { put(name, .integer(value)) }
    /// Writes a number; `null` if it is not finite.
    public mutating func set(_ name: StaticString, _ value: Double) {
        put(name, .number(value.isFinite ? value : nil))
    }
    /// Writes a Boolean.
    public mutating func set(_ name: StaticString, _ value: Bool) { put(name, .flag(value)) }
    /// Writes a list of texts.
    public mutating func set(_ name: StaticString, _ values: [String]) { put(name, .list(values.map { .text($0) })) }
    /// Writes a list of numbers; `null` for those that are not finite.
    public mutating func set(_ name: StaticString, _ values: [Double]) {
        put(name, .list(values.map { .number($0.isFinite ? $0 : nil) }))
    }

    /// Writes a list of objects.
    ///
    /// - Parameters:
    ///   - name: the name of the list.
    ///   - elements: one element for each object.
    ///   - content: writes the object of an element.
    public mutating func list<Elements: Sequence>(
        _ name: StaticString, _ elements: Elements, content: (inout SirenElementWriter, Elements.Element) -> Void
    ) {
        var objects: [Screen.CustomElement.Value] = []
        for element in elements {
            var writer = SirenElementWriter()
            content(&writer, element)
            objects.append(.object(writer.values))
        }
        put(name, .list(objects))
    }

    private mutating func put(_ name: StaticString, _ value: Screen.CustomElement.Value) {
        if let index = values.firstIndex(where: { $0.name.description == name.description }) {
            values[index].value = value
        } else {
            values.append((name, value))
        }
    }
}
