/// A buffer of received octets. Consuming octets advances an index; the remaining ones are rarely moved.
struct ReceiveBuffer: Sendable {
    private var storage: [UInt8] = []
    private var start = 0

    var count: Int { storage.count - start }

    var isEmpty: Bool { start == storage.count }

    @inline(__always)
    mutating func append(_ octets: UnsafeRawBufferPointer) {
        // Move the rest only if at least as many octets were consumed, so that the cost stays linear.
        if start > 0, start >= count {
            storage.removeSubrange(..<start)
            start = 0
        }
        storage.append(addingCapacity: octets.count) { free in
            free.withUnsafeMutableBufferPointer { target, count in
                UnsafeMutableRawBufferPointer(target).copyMemory(from: octets)
                count = octets.count
            }
        }
    }

    @inline(__always)
    mutating func consume(_ amount: Int) {
        start += min(max(amount, 0), count)
        guard start == storage.count else { return }
        start = 0
        // Free large storage, such as after a body.
        storage.removeAll(keepingCapacity: storage.capacity <= Self.keptCapacity)
    }

    @inline(__always)
    borrowing func withOctets<R, E: Error>(_ body: (Octets) throws(E) -> R) throws(E) -> R {
        try storage.withUnsafeBufferPointer { octets throws(E) in
            try body(Octets(UnsafeRawBufferPointer(octets)).part(start, octets.count))
        }
    }

    /// Takes storage from `pool` if there is none.
    @inline(__always)
    mutating func takeStorage(from pool: inout BufferPool) { pool.supply(&storage) }

    /// Returns the storage to `pool` if it is empty.
    @inline(__always)
    mutating func returnStorage(to pool: inout BufferPool) {
        // Consumed octets are removed once all are consumed, so the storage itself is empty too.
        if isEmpty { pool.collect(&storage) }
    }

    private static let keptCapacity = 16 * 1024
}
