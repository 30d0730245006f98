/// The rest of what was written and the kernel has not yet taken.
struct UnsentBytes {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Storage above this size is given back once it is empty.
    private static let keptCapacity = 64 * 1024

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }

    /// Takes an array over without copying it; only when empty.
    mutating func adopt(_ other: [UInt8], from offset: Int) {
        bytes = other
        start = min(offset, other.count)
    }

    /// Trades storage with the writer's buffer, so neither copies; only when empty.
    mutating func exchange(with other: inout [UInt8], from offset: Int) {
        bytes.removeAll(keepingCapacity: true)
        swap(&bytes, &other)
        start = min(offset, bytes.count)
    }

    mutating func append(_ other: some Collection<UInt8>) {
        if start > bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: other)
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start))) }
    }

    mutating func removeFirst(_ number: Int) {
        start = min(start + number, bytes.count)
        if isEmpty { removeAll() }
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        start = 0
    }
}
