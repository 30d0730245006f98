import Synchronization
import Testing

@testable import Sockets

@Suite("RFC 5077 §4: keys of session tickets") struct TLSTicketKeysTests {
    private final class Clock: Sendable {
        let seconds = Mutex<UInt64>(0)
        func set(_ period: UInt64, _ offset: UInt64 = 0) {
            seconds.withLock { $0 = period * TLSTicketKeys.period + offset }
        }
    }

    private func keys(of server: UInt8, _ clock: Clock) -> TLSTicketKeys {
        TLSTicketKeys(now: { clock.seconds.withLock(\.self) }) { period in
            (0..<TLSTicketKeys.count).map { UInt8(truncatingIfNeeded: $0) ^ UInt8(truncatingIfNeeded: period) ^ server }
        }
    }

    /// Returns true if the ticket of one server is old for another one; `nil` if that cannot decrypt it.
    private func isOld(_ key: TLSTicketKeys.Key, for other: TLSTicketKeys) -> Bool? {
        Array(key.name).withUnsafeBufferPointer { name in
            guard let found = other.key(named: name) else { return nil }
            #expect(found.key.encryption == key.encryption && found.key.authentication == key.authentication)
            return found.isOld
        }
    }

    @Test func `servers agree on the keys of a period, and decrypt the tickets of the previous one`() {
        let (here, there) = (Clock(), Clock())
        let (one, other) = (keys(of: 0, here), keys(of: 0, there))
        here.set(100)
        there.set(100, TLSTicketKeys.period - 1)
        let first = one.current
        #expect(isOld(first, for: other) == false)
        there.set(101)
        #expect(isOld(first, for: other) == true)
        #expect(other.current.name != first.name)
        there.set(102)
        #expect(isOld(first, for: other) == nil)
        // The clock of the other server is ahead.
        there.set(101)
        #expect(isOld(other.current, for: one) == false)
        there.set(102)
        #expect(isOld(other.current, for: one) == nil)
    }

    @Test func `servers with other keys do not decrypt a ticket`() {
        let clock = Clock()
        clock.set(100)
        #expect(isOld(keys(of: 0, clock).current, for: keys(of: 0x80, clock)) == nil)
    }
}
