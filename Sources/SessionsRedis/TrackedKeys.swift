import RESP
import SessionStores

/// The sessions that one connection has loaded and that nothing has changed since: the server promises to send a message
/// when one is changed (`CLIENT TRACKING`). A GET of such a session needs no round trip.
///
/// Confined to the thread of its loop.
final class TrackedKeys: @unchecked Sendable {  // ok: confined to its loop's thread
    private enum Proof: Equatable {
        /// The reply has arrived; the caller has not read it yet. A message that arrives meanwhile removes the key.
        case replied
        case missing
        case revision(Revision)
    }

    private var proofs: [[UInt8]: Proof] = [:]
    private var lastReceived: UInt64 = 0

    /// The maximum number of keys, about 10 MB. Beyond it all are forgotten.
    private static let limit = 100_000

    /// The answer to a load without a round trip; `nil` if the server must be asked.
    ///
    /// - Parameters:
    ///   - now: the time of the loop.
    ///   - period: the time in nanoseconds for which the last octets of the server prove that the connection lives. A
    ///     connection that was cut off would be silent for ever.
    func stored(_ key: [UInt8], since known: Revision?, now: UInt64, within period: UInt64) -> StoredSession? {
        guard let proof = proofs[key], now &- lastReceived <= period else { return nil }
        switch proof {
        case .missing: return .missing
        case .revision(let revision) where revision == known: return .unchanged
        case .revision, .replied: return nil
        }
    }

    /// Notes that octets have arrived.
    func didReceive(at now: UInt64) { lastReceived = now }

    /// Notes the reply to a load, in the order of the connection.
    func didReply(to key: [UInt8]) {
        if proofs.count >= Self.limit { proofs = [:] }
        proofs[key] = .replied
    }

    /// Notes the revision in a reply, unless the session was changed since.
    func prove(_ stored: StoredSession, of key: [UInt8], since known: Revision?) {
        guard proofs[key] == .replied else { return }
        switch stored {
        case .missing: proofs[key] = .missing
        case .unchanged: proofs[key] = known.map { .revision($0) }
        case .tail(let log), .whole(let log): proofs[key] = log.last.map { .revision($0.revision) }
        }
    }

    /// Forgets the keys of an `invalidate` message; all of them if it has no keys, as after `FLUSHALL`.
    func didReceive(_ message: [RESPValue]) {
        guard case .bulkString(let kind) = message.first, kind.elementsEqual("invalidate".utf8) else { return }
        guard message.count == 2, case .array(let keys) = message[1] else { return reset() }
        for case .bulkString(let key) in keys { proofs[key] = nil }
    }

    /// Forgets all keys, because the connection is lost.
    func reset() { proofs = [:] }
}
