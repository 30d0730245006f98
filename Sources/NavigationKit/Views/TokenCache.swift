import Synchronization

/// Remembers which small action a token named when it was last found, so that the rows of a list are compared by their
/// bits and not by their words.
///
/// It holds nothing that tells one visitor from another, and is bounded: a new token takes the place of an older one. One
/// serves all threads.
final class TokenCache: Sendable {
    /// An action that consists of nothing but its bits.
    struct Meaning: Equatable, Sendable {
        let type: ObjectIdentifier
        let bits: AnyAction.Bits
    }

    private struct Entry {
        let token: String
        let meaning: Meaning
    }

    private final class Shard: Sendable {
        let entries = Mutex([Entry?](repeating: nil, count: 256))
    }

    private let shards: [Shard] = (0..<16).map { _ in Shard() }

    /// What `token` meant when it was last found. It need not mean that here.
    func meaning(of token: String) -> Meaning? {
        let place = place(of: token)
        return shards[place.shard].entries.withLock { entries in
            guard let entry = entries[place.index], entry.token == token else { return nil }
            return entry.meaning
        }
    }

    func remember(_ meaning: Meaning, of token: String) {
        let place = place(of: token)
        shards[place.shard].entries.withLock { $0[place.index] = Entry(token: token, meaning: meaning) }
    }

    private func place(of token: String) -> (shard: Int, index: Int) {
        let bytes = token.utf8.span.bytes
        // Rows of a list differ at their ends.
        let count = bytes.byteCount
        let end = count < 8 ? 0 : bytes.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        let hash = (end &+ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
        return (Int(hash >> 60), Int(hash >> 48 & 255))
    }
}
