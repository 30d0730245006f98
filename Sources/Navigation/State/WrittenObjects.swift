import Snapshots

/// A hash table from an object's address to its position in the output. It uses no `Hasher`, which would be too slow:
/// every part of every version is looked up.
struct WrittenObjects {
    struct Place {
        /// The object's index within its kind: the number of objects that were written before it.
        var number = 0
        /// The length of the longest chain of objects that starts with it.
        var height = 0

        var isTallest: Bool { height >= SnapshotFormat.tallest }
    }

    /// The keys; 0 marks an empty slot, since no object has that address. The table is never full, so probing ends.
    private var addresses = [UInt](repeating: 0, count: 64)
    private var places = [Place](repeating: Place(), count: 64)
    private var count = 0

    subscript(address: UInt) -> Place? {
        let slot = slot(of: address)
        return addresses[slot] == address ? places[slot] : nil
    }

    mutating func add(_ address: UInt, number: Int, height: Int) {
        if 2 * count >= addresses.count { grow() }
        insert(address, Place(number: number, height: height))
    }

    private func slot(of address: UInt) -> Int {
        let last = addresses.count - 1
        var slot = Int(truncatingIfNeeded: FastHash.mix(UInt64(address)) >> 32) & last
        while addresses[slot] != address, addresses[slot] != 0 { slot = (slot + 1) & last }
        return slot
    }

    private mutating func insert(_ address: UInt, _ place: Place) {
        let slot = slot(of: address)
        if addresses[slot] == 0 { count += 1 }
        addresses[slot] = address
        places[slot] = place
    }

    private mutating func grow() {
        let old = zip(addresses, places)
        addresses = Array(repeating: 0, count: 2 * addresses.count)
        places = Array(repeating: Place(), count: addresses.count)
        count = 0
        for (address, place) in old where address != 0 { insert(address, place) }
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
    var identity: UInt { entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
