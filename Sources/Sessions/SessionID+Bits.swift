import Digests
import SessionStores

/// Parts of the random bits of an id.
extension SessionID {
    /// The session fingerprint of a page: 15 bits of a hash of the id, as three characters. They do not reveal the id.
    var fingerprint: String {
        String(base32: (high ^ FastHash.mix(low)) >> 40, count: 3)
    }

    /// The hash for a shard's index: not the bits that select the shard, so that the ids of one shard spread evenly.
    var indexBits: UInt32 { UInt32(truncatingIfNeeded: low) }

    /// Selects one of `count` shards; `count` is a power of two.
    func shard(of count: Int) -> Int { Int(truncatingIfNeeded: high) & (count - 1) }
}
