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

    convenience init(_ action: some Action, named name: String) throws {
        let encoder = PropertyEncoder()
        try action.encode(to: encoder)
        self.init(name: name, values: encoder.values)
    }

    func without(_ names: [String]) -> ActionWords {
        ActionWords(name: name, values: values.filter { !names.contains($0.name) })
    }
}

/// Turns actions into words. One coder serves all sessions of an app.
public final class ActionCoder: Sendable {
    private let remembered = WordCache<ActionWords>()
    private let tokens = TokenCache()

    /// A coder that remembers nothing yet.
    public init() {}

    /// The words of `action`.
    ///
    /// - Throws: ``EncodingError`` if a property cannot be written as words.
    package func words(for action: AnyAction, named name: String) throws -> ActionWords {
        try remembered.value(of: ObjectIdentifier(action.type), action.ownBits) {
            try ActionWords(action.action, named: name)
        }
    }

    /// Whether `submission` may mean an action of `type` that consists of these bits, as far as its words are remembered.
    func mayMean(_ submission: Submission, _ type: ObjectIdentifier, _ bits: AnyAction.Bits) -> Bool {
        // Nothing is looked up for what says no more than a name, and nobody waits while a long one is compared.
        guard !submission.tokenValues.isEmpty, submission.tokenValues.count <= Self.fewValues else { return true }
        return remembered.ask(about: type, bits) { submission.mayMean($0) } ?? true
    }

    /// What the token of `submission` named when it was last found; nothing is asked for what says no more than a name.
    func meaning(of submission: Submission) -> TokenCache.Meaning? {
        submission.tokenValues.isEmpty ? nil : tokens.meaning(of: submission.token)
    }

    /// Remembers that the token of `words` was found to name `action`.
    func remember(_ action: AnyAction, as words: ActionWords) {
        guard !words.values.isEmpty, let bits = action.ownBits else { return }
        tokens.remember(TokenCache.Meaning(type: ObjectIdentifier(action.type), bits: bits), of: words.token)
    }

    private static let fewValues = 16
}
