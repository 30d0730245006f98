import Sessions
import SessionStores
import Synchronization

/// A store in memory whose loads and commits fail on demand; its sessions outlive the tables.
final class Shelf: SessionStore {
    private struct State {
        var logs: [SessionID: [LogElement]] = [:]
        var leases: [SessionID: UInt64] = [:]
        var lastToken: UInt64 = 0
        var touches: [SessionID] = []
        var renewals: [UInt64] = []
        /// The number of further leases that another process has.
        var busy = 0
    }

    let isShared: Bool

    init(isShared: Bool = false) { self.isShared = isShared }

    private let state = Mutex(State())
    /// While it is set, loads and commits fail with this code.
    let fault = Mutex<StoreError.Code?>(nil)
    /// While it is set, appends fail with this code.
    let appendFault = Mutex<StoreError.Code?>(nil)
    /// If true, each commit is made twice, and the second result is returned.
    let isAskedTwice = Mutex(false)
    /// Runs before each load.
    let loading = Mutex<@Sendable () async -> Void>({})
    /// Runs before each lease.
    let beginning = Mutex<@Sendable () async -> Void>({})
    /// Runs between the answer to a load and its return.
    let loaded = Mutex<@Sendable () async -> Void>({})
    /// Runs between the answer to a request for a lease and its return.
    let begun = Mutex<@Sendable () async -> Void>({})
    /// Runs before each commit.
    let committing = Mutex<@Sendable (SessionChange) async -> Void>({ _ in })

    var names: Set<SessionID> { state.withLock { Set($0.logs.keys) } }

    /// The tokens of the leases that were renewed, in order.
    var renewals: [UInt64] { state.withLock(\.renewals) }

    /// Lets another process have the next leases.
    func setBusy(_ count: Int) { state.withLock { $0.busy = count } }

    /// The sessions that were touched, in order.
    var touches: [SessionID] { state.withLock(\.touches) }

    func log(of id: SessionID) -> [LogElement] { state.withLock { $0.logs[id] ?? [] } }

    /// Replaces a session's log, as a fault or another process does.
    func setLog(of id: SessionID, to log: [LogElement]?) { state.withLock { $0.logs[id] = log } }

    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        await loading.withLock(\.self)()
        if let code = fault.withLock(\.self) { throw StoreError(code, operation: "load", path: "shelf") }
        let answer = state.withLock { Self.difference(of: $0.logs[id], since: known) }
        await loaded.withLock(\.self)()
        return answer
    }

    private static func difference(of log: [LogElement]?, since known: Revision?) -> StoredSession {
        guard let log else { return .missing }
        guard let index = log.firstIndex(where: { $0.revision == known }) else { return .whole(log) }
        return index == log.count - 1 ? .unchanged : .tail(Array(log[(index + 1)...]))
    }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        await beginning.withLock(\.self)()
        let answer: LeaseResult = state.withLock { state in
            if state.busy > 0 {
                state.busy -= 1
                return .busy(remaining: .seconds(3))
            }
            state.lastToken += 1
            state.leases[id] = state.lastToken
            return .granted(
                Lease(of: id, token: state.lastToken), Self.difference(of: state.logs[id], since: known))
        }
        await begun.withLock(\.self)()
        return answer
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        await committing.withLock(\.self)(change)
        if let code = fault.withLock(\.self) { throw StoreError(code, operation: "save", path: "shelf") }
        if case .append = change.content, let code = appendFault.withLock(\.self) {
            throw StoreError(code, operation: "append", path: "shelf")
        }
        if isAskedTwice.withLock(\.self) { _ = make(change, under: lease) }
        return make(change, under: lease)
    }

    private func make(_ change: SessionChange, under lease: Lease) -> CommitResult {
        state.withLock { state in
            let current = state.logs[lease.id]?.last?.revision
            guard state.leases[lease.id] == lease.token, current == change.expected else {
                return .overtaken(by: current)
            }
            if !change.keepsLease { state.leases[lease.id] = nil }
            switch change.content {
            case .append(let element): state.logs[lease.id, default: []].append(element)
            case .replace(let element):
                state.logs[lease.id] = nil
                state.logs[change.newID ?? lease.id] = [element]
            }
            return .done
        }
    }

    /// Fails while it is set, as if copies of the last change were missing.
    let lacksCopies = Mutex(false)

    func confirm(_ id: SessionID) async throws {
        if lacksCopies.withLock(\.self) { throw StoreError(.outcomeUnknown, operation: "confirm", path: "shelf") }
    }

    func release(_ lease: Lease) {
        state.withLock { if $0.leases[lease.id] == lease.token { $0.leases[lease.id] = nil } }
    }

    func renew(_ lease: Lease) async throws -> Bool {
        state.withLock { state in
            state.renewals.append(lease.token)
            return state.leases[lease.id] == lease.token
        }
    }

    func touch(_ id: SessionID) { state.withLock { $0.touches.append(id) } }

    func remove(_ id: SessionID) async throws { state.withLock { $0.logs[id] = nil } }

    func count() async throws -> Int { names.count }
}
