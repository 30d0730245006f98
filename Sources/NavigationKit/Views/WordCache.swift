import Synchronization

/// Remembers what was made of small values, so that the words of a row or a route are not encoded anew for every page.
///
/// It knows a value by its type and its bits, holds nothing that tells one visitor from another, and is bounded: a new
/// value takes the place of an older one. One serves all threads.
final class WordCache<Made: Sendable>: Sendable {
    private struct Key: Equatable {
        var type: ObjectIdentifier
        var bits: AnyAction.Bits
    }

    /// What was made stands beside the keys, so that comparing those counts no references.
    private struct Entries {
        var keys = [Key?](repeating: nil, count: 256)
        var made = [Made?](repeating: nil, count: 256)
    }

    private final class Shard: Sendable {
        let entries = Mutex(Entries())
    }

    private let shards: [Shard] = (0..<16).map { _ in Shard() }

    /// What was made of the value of `type` with these bits before, or what `make` makes of it now.
    @inline(__always)
    func value(of type: ObjectIdentifier, _ bits: AnyAction.Bits?, make: () throws -> Made) rethrows -> Made {
        guard let bits else { return try make() }
        var hash = UInt64(UInt(bitPattern: unsafeBitCast(type, to: Int.self))) &+ bits.low &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 29 ^ bits.high) &* 0xBF58_476D_1CE4_E5B9
        let key = Key(type: type, bits: bits)
        let shard = shards[Int(hash >> 40 & 15)]
        // Two places for each value, so that two that are used together do not drive each other out.
        let first = Int(hash >> 48 & 255)
        let second = Int(hash >> 56) ^ 1
        let remembered = shard.entries.withLock { entries -> Made? in
            if entries.keys[first] == key { return entries.made[first] }
            if entries.keys[second] == key { return entries.made[second] }
            return nil
        }
        if let remembered { return remembered }
        let made = try make()
        shard.entries.withLock { entries in
            let place = entries.keys[first] == nil ? first : second
            entries.keys[place] = key
            entries.made[place] = made
        }
        return made
    }
}
