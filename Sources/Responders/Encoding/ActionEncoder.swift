/// Encodes actions and caches the results for small trivial ones. One encoder serves all sessions of an app.
@usableFromInline
package final class ActionEncoder: Sendable {
    private let remembered = EncodingCache<EncodedAction>()

    /// Creates an encoder with an empty cache.
    package init() {}

    /// Returns the encoded form of `action` under the wire name `name`.
    ///
    /// Inlined, so that a cached action is found by its key alone: passing the action itself would copy that of each
    /// row, and a page takes 2,700 instructions more.
    /// - Throws: any error of the action's own `encode(to:)`.
    @inlinable @inline(__always)
    package func encode(_ action: AnyAction, named name: String) throws -> EncodedAction {
        if let key = action.key, let encoded = cached(key) { return encoded }
        return try encodeAnew(action, named: name)
    }

    @usableFromInline
    func encodeAnew(_ action: AnyAction, named name: String) throws -> EncodedAction {
        try remembered.value(for: action.key) { try EncodedAction(action.action, named: name) }
    }

    @usableFromInline
    func cached(_ key: TrivialValueKey) -> EncodedAction? { remembered.cached(key) }
}

extension EncodedAction {
    package convenience init(_ action: some Action, named name: String) throws {
        let encoder = PropertyEncoder()
        try action.encode(to: encoder)
        self.init(name: name, values: encoder.values)
    }
}
