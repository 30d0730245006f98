/// The rest of what was written and the kernel has not yet taken.
struct UnsentBytes {
    private var bytes: [UInt8] = []
    private var start = 0

    /// Storage above this size is given back once it is empty.
    static let keptCapacity = 16 * 1024

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }
    /// The memory that is taken as long as something is unsent.
    var heldByteCount: Int { isEmpty ? 0 : bytes.capacity }

    /// Takes an array over without copying it; only when empty.
    mutating func adopt(_ other: [UInt8], from offset: Int) {
        bytes = other
        start = min(offset, other.count)
    }

    /// Trades storage with the writer's buffer, so neither copies; only when empty.
    mutating func exchange(with other: inout [UInt8], from offset: Int) {
        bytes.removeAllButLittle()
        swap(&bytes, &other)
        start = min(offset, bytes.count)
    }

    mutating func append(_ other: some Collection<UInt8>) {
        dropSent()
        bytes.append(contentsOf: other)
    }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start))) }
    }

    mutating func removeFirst(_ number: Int) {
        start = min(start + number, bytes.count)
        if isEmpty {
            removeAll()
        } else if bytes.capacity > Self.keptCapacity {
            dropSent()
        }
    }

    mutating func removeAll() {
        bytes.removeAllButLittle()
        start = 0
    }

    /// Frees what is sent once it is more than the rest. Otherwise a peer that leaves one byte untaken would hold all of
    /// it; each byte is copied once on average, as the rest halves each time.
    private mutating func dropSent() {
        guard start > bytes.count / 2 else { return }
        bytes = Array(bytes[start...])
        start = 0
    }
}

extension [UInt8] {
    /// Empties a buffer that is used again and gives back its storage if that is large, so that a connection does not keep
    /// as much as its largest response took.
    mutating func removeAllButLittle() { removeAll(keepingCapacity: capacity <= UnsentBytes.keptCapacity) }
}
