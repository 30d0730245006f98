import RESP
import SessionStores

/// The sessions and shared logs that one connection has loaded and that nothing has changed since: the server promises to send a message
/// when one is changed (`CLIENT TRACKING`). A GET of such a session needs no round trip.
///
/// Confined to the thread of its loop.
final class TrackedKeys: @unchecked Sendable {  // ok: confined to its loop's thread
    /// A load that the connection has sent.
    struct Load: Sendable {
        let key: [UInt8]
        /// The revision of the caller's copy.
        let known: Revision?
    }

    private enum Proof {
        case missing
        case revision(Revision)
    }

    private var proofs: [[UInt8]: Proof] = [:]
    private var lastReceived: UInt64 = 0
    private let followers: LogFollowers?
    private let sessions: SessionFollowers
    private let outdated: OutdatedKeys

    /// The maximum number of keys, about 10 MB. Beyond it all are forgotten.
    private static let limit = 100_000

    /// - Parameters:
    ///   - followers: are notified of the keys that are no sessions; `nil` if this loop reads none.
    ///   - sessions: are notified of the sessions that pages show.
    ///   - outdated: the keys of all loops for which a message has arrived.
    init(
        followers: LogFollowers? = nil, sessions: SessionFollowers = SessionFollowers(),
        outdated: OutdatedKeys = OutdatedKeys()
    ) {
        (self.followers, self.sessions, self.outdated) = (followers, sessions, outdated)
    }

    /// The answer to a load without a round trip; `nil` if the server must be asked.
    ///
    /// - Parameters:
    ///   - now: the present time.
    ///   - period: the time in nanoseconds for which the last octets of the server prove that the connection lives. A
    ///     connection that was cut off would be silent for ever.
    func stored(_ key: [UInt8], since known: Revision?, now: UInt64, within period: UInt64) -> StoredSession? {
        guard let proof = proofs[key], now &- lastReceived <= period else { return nil }
        switch proof {
        case .missing: return .missing
        case .revision(let revision) where revision == known: return .unchanged
        case .revision: return nil
        }
    }

    /// Notes that octets have arrived.
    func didReceive(at now: UInt64) { lastReceived = now }

    /// Notes the reply to a load. Must be called in the order of the connection: two callers can load the same session,
    /// and only the later reply says what is true after a message between the two.
    func didReply(_ reply: RESPValue, to load: Load) {
        if proofs.count >= Self.limit { proofs = [:] }
        let proof: Proof? =
            switch reply {
            case .integer(0): .missing
            case .integer(1): load.known.map { .revision($0) }
            case .array(let log): log.last.flatMap(StoredLogFormat.newest).map { .revision($0) }
            default: nil
            }
        proofs[load.key] = proof
        if proof != nil { outdated.remove(load.key) }
    }

    /// Forgets the keys of an `invalidate` message; all of them if it has no keys, as after `FLUSHALL`.
    func didReceive(_ message: [RESPValue]) {
        guard case .bulkString(let kind) = message.first, kind.elementsEqual("invalidate".utf8) else { return }
        guard message.count == 2, case .array(let keys) = message[1] else {
            outdated.insertAll(at: lastReceived)
            return reset()
        }
        for case .bulkString(let key) in keys {
            if proofs.removeValue(forKey: key) == nil { followers?.notify(key) }
            outdated.insert(key, at: lastReceived)
            sessions.notify(key)
        }
    }

    /// Forgets all keys, because the connection is lost.
    func reset() {
        proofs = [:]
        followers?.notifyAll()
        sessions.notifyAll()
    }
}
