import Digests
import Synchronization

/// Caches the small trivial action that a submitted token named last. The rows of a list are then compared with the
/// bits of this action, so they need not be encoded.
///
/// The cache is bounded: a new token replaces an older one in its slot. One cache serves all threads.
package final class DecodedActionCache: Sendable {
    /// An action that is fully described by its type and its bits.
    package struct CachedAction: Equatable, Sendable {
        package let type: ObjectIdentifier
        package let bits: AnyAction.Bits
    }

    private struct Entry {
        let token: String
        let action: CachedAction
    }

    private final class Shard: Sendable {
        let entries = Mutex([Entry?](repeating: nil, count: 256))
    }

    private let shards: [Shard] = (0..<16).map { _ in Shard() }

    /// Returns the action that `token` named last. On another screen it can name a different action.
    func cachedAction(of token: String) -> CachedAction? {
        let place = place(of: token)
        return shards[place.shard].entries.withLock { entries in
            guard let entry = entries[place.index], entry.token == token else { return nil }
            return entry.action
        }
    }

    func remember(_ action: CachedAction, of token: String) {
        let place = place(of: token)
        shards[place.shard].entries.withLock { $0[place.index] = Entry(token: token, action: action) }
    }

    private func place(of token: String) -> (shard: Int, index: Int) {
        let bytes = token.utf8.span.bytes
        // The tokens of a list's rows differ at their ends, so hash the last bytes.
        let count = bytes.byteCount
        let end = count < 8 ? 0 : bytes.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        let hash = FastHash.mix(end &+ UInt64(truncatingIfNeeded: count))
        return (Int(hash >> 60), Int(hash >> 48 & 255))
    }
}
