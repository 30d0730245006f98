import SessionStores
import Snapshots

/// The decisions of several updates, each on the state that the ones before it lead to. Their events form one record, so
/// under load many updates share one synchronization of the disk.
struct UpdateRound<State: SharedState>: Sendable {
    /// The updates whose events are in the record.
    private(set) var accepted: [SharedLog<State>.Update] = []
    /// The updates that change nothing, or that are refused.
    private var others: [(update: SharedLog<State>.Update, result: Result<Void, any Error>)] = []
    /// The updates whose events do not fit into the record.
    private(set) var rest: ArraySlice<SharedLog<State>.Update> = []
    private(set) var events: [State.Event] = []
    /// The encoded record; empty without events.
    private(set) var bytes: [UInt8] = []

    init(_ updates: ArraySlice<SharedLog<State>.Update>, on state: State, log: String) {
        var state = state
        var byteCount = 0
        for (index, update) in zip(updates.indices, updates) {
            do {
                let new = try update.decide(state)
                guard !new.isEmpty else {
                    others.append((update, .success(())))
                    continue
                }
                let encoded = try Self.encode(new, log: log)
                guard accepted.isEmpty || byteCount + encoded.count <= EventLimits.record else {
                    rest = updates[index...]
                    break
                }
                accepted.append(update)
                events += new
                bytes = encoded
                byteCount += encoded.count
                // The last decision needs no later state, and a single update should not copy it.
                if index < updates.endIndex - 1 { for event in new { state.apply(event) } }
            } catch {
                others.append((update, .failure(error)))
            }
        }
        if accepted.count > 1 {
            do { bytes = try Self.encode(events, log: log) } catch {
                // Together they are at most as long as one after the other, and each could be encoded.
                others += accepted.map { ($0, .failure(error)) }
                (accepted, events) = ([], [])
            }
        }
    }

    private static func encode(_ events: [State.Event], log: String) throws -> [UInt8] {
        do { return try CBOR.encode(events, limit: EventLimits.record) } catch {
            throw SharedLogError(.tooLarge, log: log, detail: "\(error)")
        }
    }

    /// Returns to the callers of the updates that change nothing or are refused.
    func finishOthers() {
        for other in others { other.update.continuation.resume(with: other.result) }
    }

    /// Returns to all callers, because the record was appended.
    func finishAll() {
        for update in accepted { update.continuation.resume() }
        finishOthers()
    }
}
