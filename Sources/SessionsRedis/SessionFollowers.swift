import Synchronization

/// Callbacks for changes of sessions that pages show, by key. Each loop's connections call them.
final class SessionFollowers: Sendable {
    /// One callback, which ends with this object.
    final class Follower: Sendable {
        private let key: [UInt8]
        private let followers: SessionFollowers

        fileprivate init(_ key: [UInt8], in followers: SessionFollowers) {
            (self.key, self.followers) = (key, followers)
        }

        deinit { followers.remove(ObjectIdentifier(self), of: key) }
    }

    private typealias Callbacks = [ObjectIdentifier: @Sendable (Bool) -> Void]
    private let byKey = Mutex<[[UInt8]: Callbacks]>([:])

    /// Calls `changed`, which must not block, after each change of the key that was read since the last call, with true;
    /// and with false when messages can have been lost.
    func follow(_ key: [UInt8], _ changed: @escaping @Sendable (Bool) -> Void) -> Follower {
        let follower = Follower(key, in: self)
        byKey.withLock { $0[key, default: [:]][ObjectIdentifier(follower)] = changed }
        return follower
    }

    private func remove(_ id: ObjectIdentifier, of key: [UInt8]) {
        // Release the closure outside of the mutex.
        let removed = byKey.withLock { byKey in
            let removed = byKey[key]?.removeValue(forKey: id)
            if byKey[key]?.isEmpty ?? false { byKey[key] = nil }
            return removed
        }
        _ = removed
    }

    /// Notes that the key was changed.
    func notify(_ key: [UInt8]) {
        guard let callbacks = byKey.withLock({ $0.isEmpty ? nil : $0[key] }) else { return }
        for changed in callbacks.values { changed(true) }
    }

    /// Notes that any key can have changed.
    func notifyAll() {
        for changed in byKey.withLock({ $0.values.flatMap(\.values) }) { changed(false) }
    }
}
