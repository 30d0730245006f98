import Synchronization

/// An action as words: its name and its values by property, `select-friend?friend=7`.
public final class ActionWords: Sendable {
    /// One property of the action.
    public struct Value: Sendable, Equatable {
        /// The property's name; the properties of a nested value follow a dot.
        public let name: String
        /// Its value, `nil` if it is absent.
        public let text: String?
    }

    /// The action's wire name.
    public let name: String
    /// Its values, in the order of its properties.
    public let values: [Value]
    /// Name and values in one text, as the `value` of a button.
    public let token: String

    init(name: String, values: [Value]) {
        self.name = name
        self.values = values
        var bytes = Array(name.utf8)
        var separator = UInt8(ascii: "?")
        for value in values {
            guard let text = value.text else { continue }
            bytes.append(separator)
            PercentEncoding.append(value.name.utf8, to: &bytes)
            bytes.append(UInt8(ascii: "="))
            PercentEncoding.append(text.utf8, to: &bytes)
            separator = UInt8(ascii: "&")
        }
        token = String(decoding: bytes, as: UTF8.self)
    }

    func without(_ names: [String]) -> ActionWords {
        ActionWords(name: name, values: values.filter { !names.contains($0.name) })
    }
}

/// Turns actions into words and remembers the words of small ones, so that a list of rows is not encoded anew for
/// every page. One coder serves all sessions of an app; what it remembers is bounded and says nothing about a visitor.
public final class ActionCoder: Sendable {
    private struct Entry {
        var type: ObjectIdentifier
        var low: UInt64
        var high: UInt64
        var words: ActionWords
    }

    private static let slotsPerShard = 256
    private let shards: [Shard]

    private final class Shard: Sendable {
        let entries = Mutex<[Entry?]>(Array(repeating: nil, count: slotsPerShard))
    }

    /// A coder that remembers nothing yet.
    public init() {
        shards = (0..<16).map { _ in Shard() }
    }

    /// The words of `action`.
    ///
    /// - Throws: ``EncodingError`` if a property cannot be written as words.
    package func words<A: Action>(for action: A, named name: @autoclosure () -> String) throws -> ActionWords {
        guard let (low, high) = ActionCoder.bits(of: action) else { return try encode(action, name()) }
        let type = ObjectIdentifier(A.self)
        var hash = UInt64(UInt(bitPattern: type.hashValue)) &+ low &* 0x9E37_79B9_7F4A_7C15 &+ high
        hash = (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9
        let shard = shards[Int(hash & 15)]
        let slot = Int((hash >> 32) & UInt64(ActionCoder.slotsPerShard - 1))
        let remembered = shard.entries.withLock { entries -> ActionWords? in
            guard let entry = entries[slot], entry.type == type, entry.low == low, entry.high == high else { return nil }
            return entry.words
        }
        if let remembered { return remembered }
        let words = try encode(action, name())
        shard.entries.withLock { $0[slot] = Entry(type: type, low: low, high: high, words: words) }
        return words
    }

    private func encode(_ action: some Action, _ name: String) throws -> ActionWords {
        let encoder = PropertyEncoder()
        try action.encode(to: encoder)
        return ActionWords(name: name, values: encoder.values)
    }

    /// The value's own bits, for a type whose bits are all there is to it. Equal bits are equal values; undefined
    /// padding can only make a remembered value be missed.
    private static func bits<A: Action>(of action: A) -> (UInt64, UInt64)? {
        guard _isPOD(A.self), MemoryLayout<A>.size <= 16 else { return nil }
        guard MemoryLayout<A>.size > 0 else { return (0, 0) }
        var bits: (UInt64, UInt64) = (0, 0)
        withUnsafeBytes(of: action) { bytes in
            withUnsafeMutableBytes(of: &bits) { $0.copyMemory(from: bytes) }
        }
        return bits
    }
}
