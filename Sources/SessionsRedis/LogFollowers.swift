import Synchronization

/// Callbacks for changes of shared logs, at most one for each key.
///
/// Only one loop reads such keys, so one of its connections gets the messages.
final class LogFollowers: Sendable {
    private let byKey = Mutex<[[UInt8]: @Sendable () -> Void]>([:])

    /// Calls `changed`, which must not block, after each change of a key that was read since the last call, and when
    /// messages can be lost.
    func follow(_ key: [UInt8], _ changed: @escaping @Sendable () -> Void) {
        byKey.withLock { $0[key] = changed }
    }

    /// Ends all calls.
    func removeAll() {
        // Release the closures outside of the mutex: they retain stores, and so this client.
        let removed = byKey.withLock { byKey in
            defer { byKey = [:] }
            return byKey
        }
        _ = removed
    }

    /// Notes that the key was changed.
    func notify(_ key: [UInt8]) { byKey.withLock { $0[key] }?() }

    /// Notes that any key can have changed.
    func notifyAll() {
        for changed in byKey.withLock({ Array($0.values) }) { changed() }
    }
}
