import SessionStores

/// A hash table with linear probing from session ids to positions in a shard's entries.
///
/// Ids are random, so part of an id is its hash, and a look-up usually reads one cache line here and then the entry.
/// `Dictionary` reads four cache lines and computes a hash; with many sessions that was a tenth of an action's time.
struct SessionIndex {
    /// Each slot is 0 if empty; otherwise the low half is the position plus one and the high half the id's hash bits.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var count = 0

    /// Returns the position of `id` in `entries`.
    func position(of id: SessionID, in entries: [SessionShard.Entry]) -> Int? {
        let slots = slots.span
        let entries = entries.span
        let mask = slots.count - 1
        var place = Int(id.indexBits) & mask
        while true {
            let slot = slots[place]
            guard slot != 0 else { return nil }
            if UInt32(truncatingIfNeeded: slot >> 32) == id.indexBits {
                let position = Self.position(in: slot)
                if entries[position].id == id { return position }
            }
            place = (place + 1) & mask
        }
    }

    /// Inserts `id`, which must be absent, with its position.
    mutating func insert(_ id: SessionID, at position: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        count += 1
        put(UInt64(id.indexBits) << 32 | UInt64(UInt32(truncatingIfNeeded: position + 1)))
    }

    /// Changes the position of `id` from `old` to `new`.
    mutating func move(_ id: SessionID, from old: Int, to new: Int) {
        guard let place = place(of: id, at: old) else { return assertionFailure("\(id) is not at position \(old)") }
        slots[place] = UInt64(id.indexBits) << 32 | UInt64(UInt32(truncatingIfNeeded: new + 1))
    }

    /// Removes `id`, whose position is `position`.
    mutating func remove(_ id: SessionID, at position: Int) {
        guard var free = place(of: id, at: position) else {
            return assertionFailure("\(id) is not at position \(position)")
        }
        count -= 1
        let mask = slots.count - 1
        var next = (free + 1) & mask
        // Backward-shift deletion: move displaced entries up so that probing never crosses an empty slot.
        while slots[next] != 0 {
            let home = Int(slots[next] >> 32) & mask
            if (next - home) & mask >= (next - free) & mask {
                slots[free] = slots[next]
                free = next
            }
            next = (next + 1) & mask
        }
        slots[free] = 0
    }

    private func place(of id: SessionID, at position: Int) -> Int? {
        let mask = slots.count - 1
        var place = Int(id.indexBits) & mask
        while slots[place] != 0 {
            if slots[place] >> 32 == UInt64(id.indexBits), Self.position(in: slots[place]) == position { return place }
            place = (place + 1) & mask
        }
        return nil
    }

    private mutating func put(_ slot: UInt64) {
        let mask = slots.count - 1
        var place = Int(slot >> 32) & mask
        while slots[place] != 0 { place = (place + 1) & mask }
        slots[place] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: 0, count: old.count * 2)
        for slot in old where slot != 0 { put(slot) }
    }

    private static func position(in slot: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: slot)) - 1 }
}
