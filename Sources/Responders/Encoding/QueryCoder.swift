import Synchronization

/// Prints the values of a ``Query`` property as the items of a query, and reads them.
///
/// A value with properties is printed by their names, any other by the name of the controller's property. A list is
/// printed as one item for each of its elements, all with its name, as the fields of an HTML form are; an empty list
/// that differs from the default is one item without a text.
struct QueryCoder<Value: Codable & Sendable & Equatable>: Sendable {
    /// The default value.
    let initial: Value
    private let property: String
    private let hasProperties: Bool
    /// The values of the default.
    private let usual: [EncodedAction.Value]
    private let lists: Set<String>
    /// The names of all items.
    let names: [String]

    /// - Parameter property: the name of the controller's property.
    init(_ initial: Value, named property: String) {
        self.initial = initial
        self.property = property
        let properties = Self.values(of: initial, named: "")
        hasProperties =
            !properties.isEmpty && properties.allSatisfy { !$0.name.isEmpty && !Self.startsWithDigit($0.name) }
        let usual = hasProperties ? properties : Self.values(of: initial, named: property)
        // The elements of a list that is empty have no names, so decode the default to learn where its lists are.
        let decoder = PropertyDecoder(values: Self.texts(of: usual), lists: ListNames())
        _ = try? Self.value(from: decoder, named: hasProperties ? nil : property)
        let found = decoder.lists?.names ?? []
        lists = Set(found)
        var names: [String] = []
        for name in usual.map({ Self.list(of: $0.name, in: found) ?? $0.name }) + found where !names.contains(name) {
            names.append(name)
        }
        self.names = names
        self.usual = usual
    }

    /// The items of `value` that differ from those of the default. An absent value is an empty text.
    func items(of value: Value) -> [LocationQuery.Item] {
        let values = Self.values(of: value, named: hasProperties ? "" : property)
        let differing = values.filter { value in
            let list = Self.list(of: value.name, in: lists)
            return list.map { !isUsual($0, in: values) } ?? !usual.contains(value)
        }
        let emptied = lists.filter { list in
            !isUsual(list, in: values) && !values.contains { Self.list(of: $0.name, in: [list]) != nil }
        }
        let items =
            differing.map {
                LocationQuery.Item(name: Self.list(of: $0.name, in: lists) ?? $0.name, text: $0.text ?? "")
            }
            + emptied.map { LocationQuery.Item(name: $0, text: "") }
        return lists.isEmpty ? items : LocationQuery().replacing([], by: items, in: names).items
    }

    /// The value whose properties are those of `query`; the other properties, and those with a text that is no value of
    /// theirs, are those of the default. Of a property that is no list the first item counts.
    func value(from query: LocationQuery) -> Value {
        var texts = Self.texts(of: usual)
        var found = initial
        for name in names {
            let items = query.items.filter { $0.name == name }
            guard let first = items.first else { continue }
            var next = texts
            if lists.contains(name) {
                for key in texts.keys where Self.list(of: key, in: [name]) != nil { next[key] = nil }
                for (index, item) in items.filter({ !$0.text.isEmpty }).enumerated() {
                    next["\(name).\(index)"] = item.text
                }
            } else {
                next[name] = first.text
            }
            let blanks = Set(next.compactMap { $0.value?.isEmpty ?? false ? $0.key : nil })
            let decoder = PropertyDecoder(values: next, blanks: blanks)
            guard let value = try? Self.value(from: decoder, named: hasProperties ? nil : property) else { continue }
            (found, texts) = (value, next)
        }
        return found
    }

    private func isUsual(_ list: String, in values: [EncodedAction.Value]) -> Bool {
        values.filter { Self.list(of: $0.name, in: [list]) != nil }
            == usual.filter { Self.list(of: $0.name, in: [list]) != nil }
    }

    /// All values, by property. Empty if the value cannot be encoded.
    private static func values(of value: Value, named name: String) -> [EncodedAction.Value] {
        let encoder = PropertyEncoder()
        return (try? encoder.encode(value, at: name)) == nil ? [] : encoder.values
    }

    private static func value(from decoder: PropertyDecoder, named name: String?) throws -> Value {
        if let name { return try decoder.decode(Value.self, at: name) }
        return try Value(from: decoder)
    }

    private static func texts(of values: [EncodedAction.Value]) -> [String: String?] {
        Dictionary(values.map { ($0.name, $0.text) }) { first, _ in first }
    }

    /// The list of which `name`, as in `days.0`, is an element.
    private static func list(of name: String, in lists: some Collection<String>) -> String? {
        guard !lists.isEmpty, let point = name.lastIndex(of: "."), UInt(name[point...].dropFirst()) != nil else {
            return nil
        }
        return lists.first { $0 == name[..<point] }
    }

    private static func startsWithDigit(_ name: String) -> Bool {
        name.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    }
}

/// Notes that the program has a ``Query``, so that an app without any spends nothing on them.
package enum QueryUse {
    private static let noted = Atomic<Bool>(false)

    /// True once the program has made a ``Query``.
    package static var isNoted: Bool { noted.load(ordering: .relaxed) }

    static func note() {
        if !isNoted { noted.store(true, ordering: .relaxed) }
    }
}
