import Digests
import Snapshots

/// A hash table from an object's address to its position in the output. Every part of every version is looked up, and
/// with a `Dictionary`, writing a history of 300 versions takes 29 % more instructions.
struct WrittenObjects {
    struct Place {
        /// The object's address; 0 in an empty slot, since no object has that address.
        var address: UInt = 0
        /// The object's index within its kind: the number of objects that were written before it.
        var number = 0
        /// The number of objects in the longest chain of references that starts at this object.
        var height = 0

        var isOfMaxHeight: Bool { height >= SnapshotFormat.maxHeight }
    }

    /// At most half of the slots are taken, so probing ends.
    private var slots = [Place](repeating: Place(), count: 64)
    private var count = 0

    subscript(address: UInt) -> Place? {
        let place = slots[slot(of: address)]
        return place.address == 0 ? nil : place
    }

    mutating func add(_ place: Place) {
        if 2 * count >= slots.count {
            let old = slots
            (slots, count) = (Array(repeating: Place(), count: 2 * old.count), 0)
            for place in old where place.address != 0 { add(place) }
        }
        let slot = slot(of: place.address)
        if slots[slot].address == 0 { count += 1 }
        slots[slot] = place
    }

    private func slot(of address: UInt) -> Int {
        let last = slots.count - 1
        var slot = Int(truncatingIfNeeded: FastHash.mix(UInt64(address)) >> 32) & last
        while slots[slot].address != address, slots[slot].address != 0 { slot = (slot + 1) & last }
        return slot
    }
}

extension StackEntry {
    /// The object's address.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension ControllerState {
    /// The object's address.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension SavedValues {
    /// The address of the entries: equal for copies that share their storage, and different for different values.
    package var identity: UInt { entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
