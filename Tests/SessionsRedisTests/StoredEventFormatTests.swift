import RESP
import SessionStores
import SharedLogs
import Testing

@testable import SessionsRedis

@Suite("The octets of a shared log in Redis") struct StoredEventFormatTests {
    private static let first = LogElement(revision: Revision(number: 1, salt: 7), bytes: [1, 2])
    private static let second = LogElement(revision: Revision(number: 2, salt: 8), bytes: [])

    private static func record(_ element: LogElement) -> RESPValue {
        .bulkString(StoredEventFormat.octets(ofRecord: element))
    }

    private static let checkpoint = RESPValue.bulkString(StoredEventFormat.octets(ofCheckpoint: first))
    private static let end = RESPValue.bulkString(StoredLogFormat.octets(of: first.revision) + [0x45])

    @Test func `replies to a read`() {
        func stored(_ value: RESPValue, after known: Revision? = nil) -> StoredEvents? {
            StoredEventFormat.stored(value, after: known)
        }
        #expect(stored(.integer(0)) == .unchanged)
        #expect(stored(.integer(0), after: Self.first.revision) == .whole(checkpoint: nil, []))
        #expect(stored(.integer(1), after: Self.first.revision) == .unchanged)
        #expect(stored(.array([.integer(2), Self.record(Self.second)])) == .tail([Self.second]))
        #expect(
            stored(.array([.integer(3), Self.record(Self.first), Self.record(Self.second)]))
                == .whole(checkpoint: nil, [Self.first, Self.second]))
        #expect(
            stored(.array([.integer(3), Self.checkpoint, Self.end, Self.record(Self.second)]))
                == .whole(checkpoint: Self.first, [Self.second]))
        #expect(stored(.array([.integer(3), Self.checkpoint, Self.end])) == .whole(checkpoint: Self.first, []))
    }

    private static let garbage: [RESPValue] = [
        .integer(2), .integer(-1), .simpleString("OK"), .array([]), .array([.integer(2)]), .array([.integer(3)]),
    ]

    private static let garbledLogs: [[RESPValue]] = [
        [.integer(4), record(first)], [.integer(2), .integer(1)], [.integer(2), checkpoint], [.integer(2), end],
        [.integer(2), .bulkString([0, 0, 0, 0, 1, 0, 0, 0, 7])], [.integer(3), end], [.integer(3), checkpoint],
        [.integer(3), checkpoint, record(first)], [.integer(3), record(first), checkpoint],
        [.integer(3), checkpoint, end, end], [.integer(3), .bulkString([UInt8](repeating: 0xFF, count: 20))],
    ]

    @Test(arguments: garbage + garbledLogs.map { .array($0) })
    func `a reply that is garbage is refused`(reply: RESPValue) {
        #expect(StoredEventFormat.stored(reply, after: nil) == nil)
    }
}
