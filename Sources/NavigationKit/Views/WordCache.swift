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

        /// What stands in one of the two places of `key`.
        @inline(__always)
        borrowing func withMade<Answer>(_ place: Place, _ body: (borrowing Made) -> Answer) -> Answer? {
            if keys[place.first] == place.key, let made = made[place.first] { return body(made) }
            if keys[place.second] == place.key, let made = made[place.second] { return body(made) }
            return nil
        }
    }

    /// Where a value may stand: two places for each, so that two that are used together do not drive each other out.
    private struct Place {
        let key: Key
        let shard: Int
        let first: Int
        let second: Int

        @inline(__always)
        init(_ type: ObjectIdentifier, _ bits: AnyAction.Bits) {
            var hash = UInt64(UInt(bitPattern: unsafeBitCast(type, to: Int.self))) &+ bits.low &* 0x9E37_79B9_7F4A_7C15
            hash = (hash ^ hash >> 29 ^ bits.high) &* 0xBF58_476D_1CE4_E5B9
            key = Key(type: type, bits: bits)
            shard = Int(hash >> 40 & 15)
            first = Int(hash >> 48 & 255)
            second = Int(hash >> 56) ^ 1
        }
    }

    private final class Shard: Sendable {
        let entries = Mutex(Entries())
    }

    private let shards: [Shard] = (0..<16).map { _ in Shard() }

    /// What was made of the value of `type` with these bits before, or what `make` makes of it now.
    @inline(__always)
    func value(of type: ObjectIdentifier, _ bits: AnyAction.Bits?, make: () throws -> Made) rethrows -> Made {
        guard let bits else { return try make() }
        let place = Place(type, bits)
        let shard = shards[place.shard]
        if let remembered = shard.entries.withLock({ $0.withMade(place) { copy $0 } }) { return remembered }
        let made = try make()
        shard.entries.withLock { entries in
            let index = entries.keys[place.first] == nil ? place.first : place.second
            entries.keys[index] = place.key
            entries.made[index] = made
        }
        return made
    }

    /// What `body` says of what was made before of the value of `type` with these bits; `nil` if that is not remembered.
    @inline(__always)
    func ask<Answer: Sendable>(
        about type: ObjectIdentifier, _ bits: AnyAction.Bits, _ body: (borrowing Made) -> Answer
    ) -> Answer? {
        let place = Place(type, bits)
        return shards[place.shard].entries.withLock { $0.withMade(place, body) }
    }
}
