/// Encodes actions and caches the results for small trivial ones. One encoder serves all sessions of an app.
package final class ActionEncoder: Sendable {
    private let remembered = EncodingCache<EncodedAction>()

    /// Creates an encoder with an empty cache.
    package init() {}

    /// Returns the encoded form of `action` under the wire name `name`.
    ///
    /// - Throws: any error of the action's own `encode(to:)`.
    package func encode(_ action: AnyAction, named name: String) throws -> EncodedAction {
        try remembered.value(of: ObjectIdentifier(action.type), action.ownBits) {
            try EncodedAction(action.action, named: name)
        }
    }

    /// Returns the encoded form of the action of `type` with these bits if it is cached.
    package func cached(_ type: ObjectIdentifier, _ bits: AnyAction.Bits) -> EncodedAction? {
        remembered.ask(about: type, bits) { copy $0 }
    }
}

extension EncodedAction {
    package convenience init(_ action: some Action, named name: String) throws {
        let encoder = PropertyEncoder()
        try action.encode(to: encoder)
        self.init(name: name, values: encoder.values)
    }
}
