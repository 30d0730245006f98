import Testing

@testable import HTTPProtocol

@Suite("Storage that connections share") struct BufferPoolTests {
    /// An empty buffer with storage for `capacity` octets.
    private func emptyBuffer(_ capacity: Int) -> [UInt8] {
        var buffer: [UInt8] = []
        buffer.reserveCapacity(capacity)
        return buffer
    }

    @Test func `the storage of an empty buffer is taken and given to a buffer without storage`() {
        var pool = BufferPool(maxCapacity: 16 * 1024)
        var buffer = emptyBuffer(1_000)
        pool.collect(&buffer)
        #expect(buffer.capacity == 0)
        var other: [UInt8] = []
        pool.supply(&other)
        #expect(other.isEmpty && other.capacity >= 1_000)
        pool.supply(&buffer)
        #expect(buffer.capacity == 0)
    }

    @Test func `a buffer with octets or with storage stays as it is`() {
        var pool = BufferPool(maxCapacity: 16 * 1024)
        var spare = emptyBuffer(1_000)
        pool.collect(&spare)
        var buffer: [UInt8] = [1, 2, 3]
        pool.collect(&buffer)
        pool.supply(&buffer)
        #expect(buffer == [1, 2, 3] && buffer.capacity < 1_000)
    }

    @Test func `large storage, and more than 32 buffers, are not kept`() {
        var pool = BufferPool(maxCapacity: 16 * 1024)
        for capacity in [20_000] + [Int](repeating: 500, count: 40) {
            var buffer = emptyBuffer(capacity)
            pool.collect(&buffer)
            #expect(buffer.capacity == 0)
        }
        var kept = 0
        while true {
            var buffer: [UInt8] = []
            pool.supply(&buffer)
            guard buffer.capacity > 0 else { break }
            #expect(buffer.capacity < 20_000)
            kept += 1
        }
        #expect(kept == 32)
    }

    @Test func `a connection has storage only from its first octet to the end of the request`() throws {
        var pool = BufferPool(maxCapacity: 16 * 1024)
        var connection = ServerConnection()
        var (spare, out): ([UInt8], [UInt8]) = (emptyBuffer(2_000), [])
        pool.collect(&spare)
        connection.takeBuffer(from: &pool)
        connection.receive(Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8))
        _ = try connection.next()
        // Octets of an incomplete request stay.
        connection.returnBuffer(to: &pool)
        pool.supply(&spare)
        #expect(spare.capacity == 0 && connection.bufferedByteCount == 25)
        connection.receive(Array("\r\n".utf8))
        guard case .request = try connection.next() else { throw Missing() }
        connection.send(Response(.ok), date: [], into: &out)
        connection.returnBuffer(to: &pool)
        pool.supply(&spare)
        #expect(spare.capacity >= 2_000 && spare.isEmpty)
        // The next request is received without storage from the pool.
        connection.receive(Array("GET /2 HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        guard case .request(let request) = try connection.next() else { throw Missing() }
        #expect(request.path == "/2")
    }

    private struct Missing: Error {}
}
