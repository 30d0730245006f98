import Synchronization

/// Encodes the values of ``Query`` properties as the items of a query, and decodes them.
package enum QueryCoder {
    private static let used = Atomic<Bool>(false)

    /// True once the program has made a ``Query``, so that an app without any spends nothing on them.
    package static var isUsed: Bool { used.load(ordering: .relaxed) }

    static func noteUse() {
        if !isUsed { used.store(true, ordering: .relaxed) }
    }

    /// The items of `value` that differ from those of `initial`. An absent value is an empty text.
    static func items(
        of value: some Encodable, unlike initial: some Encodable, named name: String
    ) -> [LocationQuery.Item] {
        let usual = values(of: initial, named: name)
        return values(of: value, named: name).filter { !usual.contains($0) }.map {
            LocationQuery.Item(name: $0.name, text: $0.text ?? "")
        }
    }

    /// All values of a value, by property; under `name` if it has no properties. Empty if it cannot be encoded.
    static func values(of value: some Encodable, named name: String) -> [EncodedAction.Value] {
        let encoder = PropertyEncoder()
        guard (try? encoder.encode(value, at: "")) != nil else { return [] }
        let isFlat = encoder.values.allSatisfy {
            $0.name.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) } ?? false
        }
        guard !isFlat else { return encoder.values }
        let named = PropertyEncoder()
        return (try? named.encode(value, at: name)) == nil ? [] : named.values
    }

    /// The value whose properties are those of `query`; the other properties, and those whose text is no value of
    /// theirs, are those of `initial`.
    static func value<Value: Codable>(from query: LocationQuery, or initial: Value, named name: String) -> Value {
        let usual = values(of: initial, named: name)
        var texts: [String: String?] = [:]
        for value in usual { texts[value.name] = .some(value.text) }
        let isNamed = usual.contains { $0.name == name } && usual.count == 1
        var found = initial
        for item in query.items where texts[item.name] != nil {
            var next = texts
            next[item.name] = item.text
            let blanks = Set(next.compactMap { $0.value?.isEmpty ?? false ? $0.key : nil })
            let decoder = PropertyDecoder(values: next, blanks: blanks)
            guard let value = isNamed ? try? decoder.decode(Value.self, at: name) : try? Value(from: decoder) else {
                continue
            }
            (found, texts) = (value, next)
        }
        return found
    }
}
