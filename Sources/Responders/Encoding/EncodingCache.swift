import Digests
import Synchronization

/// A cache of results that were computed from small trivial values, such as encoded actions and routes, so that they
/// are not encoded again for each page.
///
/// A value is found by its type and bits. All sessions share the result, so it must depend on the value alone: an
/// action's `encode(to:)` must read nothing else. The cache is bounded: a new value replaces an older one in its slot.
/// One cache serves all threads. Without it, a page takes 191 % more instructions and an action 35 %.
final class EncodingCache<Made: Sendable>: Sendable {
    /// Powers of two. There is room for 4,096 results: the names of the rows, buttons and routes of the pages in use.
    private static var slotCount: Int { 256 }
    private static var shardCount: Int { 16 }

    private struct Entries {
        var slots = [(key: TrivialValueKey, made: Made)?](repeating: nil, count: slotCount)

        /// The result that is cached for the key; `nil` if neither of its slots has the key.
        @inline(__always)
        borrowing func made(_ wanted: Slots) -> Made? {
            if let slot = slots[wanted.first], slot.key == wanted.key { return slot.made }
            if let slot = slots[wanted.second], slot.key == wanted.key { return slot.made }
            return nil
        }
    }

    /// The two slots of a key. Two, so that two keys in use with the same first slot do not evict each other.
    private struct Slots {
        let key: TrivialValueKey
        let shard: Int
        let first: Int
        let second: Int

        @inline(__always)
        init(_ key: TrivialValueKey) {
            var hash = UInt64(UInt(bitPattern: key.type)) &+ FastHash.mix(key.bits.low)
            hash = FastHash.mix(hash ^ hash >> 29 ^ key.bits.high)
            self.key = key
            shard = Int(hash >> 40) & (shardCount - 1)
            first = Int(hash >> 48) & (slotCount - 1)
            second = Int(hash >> 56) & (slotCount - 1)
        }
    }

    // Stored inline: an array of objects would retain one for each access, and a page takes 1,000 instructions more.
    // The number of elements is ``shardCount``.
    private let shards = InlineArray<16, Mutex<Entries>> { _ in Mutex(Entries()) }

    /// Returns the cached result for the value with this key, or computes and caches it with `make`. Without a key, the
    /// result is not cached.
    @inline(__always)
    func value(for key: TrivialValueKey?, make: () throws -> Made) rethrows -> Made {
        guard let key else { return try make() }
        let wanted = Slots(key)
        if let remembered = shards[wanted.shard].withLock({ $0.made(wanted) }) { return remembered }
        let made = try make()
        shards[wanted.shard].withLock { entries in
            let index = entries.slots[wanted.first] == nil ? wanted.first : wanted.second
            entries.slots[index] = (wanted.key, made)
        }
        return made
    }

    /// Returns the cached result for the value with this key; `nil` if there is none.
    @inline(__always)
    func cached(_ key: TrivialValueKey) -> Made? {
        let wanted = Slots(key)
        return shards[wanted.shard].withLock { $0.made(wanted) }
    }
}
