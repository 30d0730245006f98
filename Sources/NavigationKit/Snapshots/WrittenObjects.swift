/// Where each object was written, by its address: looked for at every part of every version, so without a `Hasher`.
struct WrittenObjects {
    struct Place {
        /// How many of its kind were written before it.
        var number = 0
        /// How many objects stand in the longest chain that it begins.
        var height = 0

        var isTallest: Bool { height >= SnapshotFormat.tallest }
    }

    /// Nought is no object's address. There is always room, so that looking for an address comes to an end.
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
        var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) >> 32) & last
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

extension Node {
    /// Its address.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension ControllerState {
    /// Its address.
    var identity: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

extension SavedValues {
    /// Equal for copies that share their memory, and for none that differ.
    var identity: UInt { entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
}
