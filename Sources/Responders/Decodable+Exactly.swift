/// Extends `Decodable`, to which actions and routes conform.
extension Decodable {
    /// Casts to `Same`, which must be the type of `self`: callers compare the types first. A checked cast would look up the
    /// metadata of `Same?` by name.
    @inline(__always)
    package func exactly<Same>(_: Same.Type) -> Same {
        assert(Self.self == Same.self)
        return unsafeBitCast(self, to: Same.self)
    }
}
