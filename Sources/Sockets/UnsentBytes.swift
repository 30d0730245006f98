/// The written bytes that the kernel has not accepted yet.
struct UnsentBytes {
    private var bytes: [UInt8] = []
    private var start = 0

    /// The maximum size, in bytes, of storage that is kept: of an empty reusable buffer, and while sent bytes are in it.
    static let keptCapacity = 16 * 1024

    var count: Int { bytes.count - start }
    var isEmpty: Bool { start == bytes.count }
    /// The number of bytes of memory held while bytes are unsent, otherwise 0.
    var heldByteCount: Int { isEmpty ? 0 : bytes.capacity }

    /// Takes over an array without a copy. Only valid when empty.
    mutating func adopt(_ other: [UInt8], from offset: Int) {
        bytes = other
        start = min(offset, other.count)
    }

    /// Takes over the writer's buffer, which has no storage afterwards. Only valid when empty.
    mutating func take(_ other: inout [UInt8], from offset: Int) {
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

    /// Frees the storage too: most connections never have unsent bytes again.
    mutating func removeAll() { (bytes, start) = ([], 0) }

    /// Frees the sent bytes once they are more than half. Otherwise one unsent byte would hold all storage. On average,
    /// each byte is copied at most once, because the rest is shorter than the sent part.
    private mutating func dropSent() {
        guard start > bytes.count / 2 else { return }
        bytes = Array(bytes[start...])
        start = 0
    }
}

extension [UInt8] {
    /// Empties a reusable buffer and frees its storage if it is large, so that a connection does not keep the memory
    /// of its largest response.
    mutating func removeAllButLittle() { removeAll(keepingCapacity: capacity <= UnsentBytes.keptCapacity) }
}
