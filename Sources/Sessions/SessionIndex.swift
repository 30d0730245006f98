/// Where a shard's sessions stand, by name.
///
/// The names are random already, so part of one is its own hash, and each look-up reads one line of this table before the
/// session's own entry. The standard dictionary reads four, and hashes; among many sessions that was a tenth of an action.
struct SessionIndex {
    /// In each place nothing, or the position plus one, and above it the bits that the name is looked up by.
    private var slots = [UInt64](repeating: 0, count: 16)
    private var count = 0

    /// Where `id` stands among `entries`.
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

    /// Says that `id`, which is not there yet, stands at `position`.
    mutating func insert(_ id: SessionID, at position: Int) {
        if (count + 1) * 2 > slots.count { grow() }
        count += 1
        put(UInt64(id.indexBits) << 32 | UInt64(UInt32(truncatingIfNeeded: position + 1)))
    }

    /// Says that `id` has moved from one position to another.
    mutating func move(_ id: SessionID, from old: Int, to new: Int) {
        guard let place = place(of: id, at: old) else { return assertionFailure("\(id) does not stand at \(old)") }
        slots[place] = UInt64(id.indexBits) << 32 | UInt64(UInt32(truncatingIfNeeded: new + 1))
    }

    /// Forgets `id`, which stands at `position`.
    mutating func remove(_ id: SessionID, at position: Int) {
        guard var free = place(of: id, at: position) else {
            return assertionFailure("\(id) does not stand at \(position)")
        }
        count -= 1
        let mask = slots.count - 1
        var next = (free + 1) & mask
        // Who could not stand at home for lack of room moves up, so that nobody is looked for beyond a gap.
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
