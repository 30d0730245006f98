import Synchronization
import SystemCalls

/// The keys of TLS session tickets that several servers have in common, so that a session of one server resumes at the
/// others (RFC 5077 §4, RFC 8446 §4.6.1).
///
/// A key is in use for one period of 12 hours, and decrypts tickets in the next one too. The servers find the period by
/// their clocks and need not communicate. The key of the coming period decrypts too, because the clock of another server
/// can be ahead.
package final class TLSTicketKeys: Sendable {
    /// The length of a period in seconds: 12 hours, longer than the lifetime of a ticket, 2 hours.
    package static let period: UInt64 = 43_200
    /// The number of octets of a period's keys: a name, a key for AES-256, and one for HMAC-SHA-256.
    package static let count = 16 + 32 + 32

    /// The keys of one period.
    struct Key: Sendable {
        /// Identifies the keys in a ticket.
        let name: ArraySlice<UInt8>
        let encryption: ArraySlice<UInt8>
        let authentication: ArraySlice<UInt8>

        init(_ octets: [UInt8]) {
            name = octets[..<16]
            encryption = octets[16..<48]
            authentication = octets[48..<TLSTicketKeys.count]
        }
    }

    private struct Keys {
        let period: UInt64
        let previous: Key
        let current: Key
        let next: Key
    }

    private let now: @Sendable () -> UInt64
    private let derive: @Sendable (UInt64) -> [UInt8]
    private let keys = Mutex<Keys?>(nil)

    /// - Parameters:
    ///   - now: the seconds since 1970.
    ///   - derive: returns ``count`` octets for the period with this number: unpredictable, and the same on each server.
    package init(
        now: @escaping @Sendable () -> UInt64 = { SystemClock.wall / 1_000_000_000 },
        derive: @escaping @Sendable (UInt64) -> [UInt8]
    ) {
        self.now = now
        self.derive = derive
    }

    private var valid: Keys {
        let period = now() / Self.period
        return keys.withLock { keys in
            if let keys, keys.period == period { return keys }
            let derived = Keys(
                period: period, previous: Key(derive(period &- 1)), current: Key(derive(period)),
                next: Key(derive(period &+ 1)))
            keys = derived
            return derived
        }
    }

    /// The key that encrypts new tickets.
    var current: Key { valid.current }

    /// Returns the key with this name, and true if the ticket should be replaced by one with the current key; `nil` if
    /// the key is unknown or too old.
    func key(named name: UnsafeBufferPointer<UInt8>) -> (key: Key, isOld: Bool)? {
        let keys = valid
        if keys.current.name.elementsEqual(name) { return (keys.current, false) }
        if keys.previous.name.elementsEqual(name) { return (keys.previous, true) }
        if keys.next.name.elementsEqual(name) { return (keys.next, false) }
        return nil
    }
}
