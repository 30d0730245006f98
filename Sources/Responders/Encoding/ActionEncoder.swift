/// Encodes actions and caches the results for small trivial ones. One encoder serves all sessions of an app.
package final class ActionEncoder: Sendable {
    private let remembered = EncodingCache<EncodedAction>()

    /// Creates an encoder with an empty cache.
    package init() {}

    /// Returns the encoded form of `action` under the wire name `name`.
    ///
    /// - Throws: any error of the action's own `encode(to:)`.
    package func encode(_ action: AnyAction, named name: String) throws -> EncodedAction {
        try remembered.value(for: action.key) { try EncodedAction(action.action, named: name) }
    }

    /// Returns the encoded form of the action with this key if it is cached. To pass the key instead of the action saves a
    /// copy of each row's action: 2,700 of a page's instructions.
    package func cached(_ key: TrivialValueKey) -> EncodedAction? { remembered.cached(key) }
}

extension EncodedAction {
    package convenience init(_ action: some Action, named name: String) throws {
        let encoder = PropertyEncoder()
        try action.encode(to: encoder)
        self.init(name: name, values: encoder.values)
    }
}
