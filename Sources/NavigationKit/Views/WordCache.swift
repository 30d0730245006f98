import Synchronization

/// Remembers what was made of small values, so that the words of a row or a route are not encoded anew for every page.
///
/// It knows a value by its type and its bits, holds nothing that tells one visitor from another, and is bounded: a new
/// value takes the place of an older one. One serves all threads.
final class WordCache<Made: Sendable>: Sendable {
    private struct Entry {
        var type: ObjectIdentifier
        var bits: Bits
        var made: Made
    }

    struct Bits: Equatable {
        var low: UInt64 = 0
        var high: UInt64 = 0
    }

    private final class Shard: Sendable {
        let entries = Mutex<[Entry?]>(Array(repeating: nil, count: 256))
    }

    private let shards: [Shard] = (0..<16).map { _ in Shard() }

    /// What was made of `value` before, or what `make` makes of it now.
    @inline(__always)
    func value<Value>(for value: Value, make: () throws -> Made) rethrows -> Made {
        guard let bits = WordCache.bits(of: value) else { return try make() }
        let type = ObjectIdentifier(Value.self)
        var hash = UInt64(UInt(bitPattern: unsafeBitCast(type, to: Int.self))) &+ bits.low &* 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 29 ^ bits.high) &* 0xBF58_476D_1CE4_E5B9
        let shard = shards[Int(hash >> 40 & 15)]
        let slot = Int(hash >> 48 & 255)
        let remembered = shard.entries.withLock { entries -> Made? in
            guard let entry = entries[slot], entry.type == type, entry.bits == bits else { return nil }
            return entry.made
        }
        if let remembered { return remembered }
        let made = try make()
        shard.entries.withLock { $0[slot] = Entry(type: type, bits: bits, made: made) }
        return made
    }

    /// The value's own bits, for a type whose bits are all there is to it. Equal bits are equal values; undefined
    /// padding can only make a remembered value be missed.
    private static func bits<Value>(of value: Value) -> Bits? {
        guard _isPOD(Value.self), MemoryLayout<Value>.size <= MemoryLayout<Bits>.size else { return nil }
        var bits = Bits()
        guard MemoryLayout<Value>.size > 0 else { return bits }
        withUnsafePointer(to: value) { pointer in
            withUnsafeMutablePointer(to: &bits) {
                UnsafeMutableRawPointer($0).copyMemory(from: pointer, byteCount: MemoryLayout<Value>.size)
            }
        }
        return bits
    }
}
