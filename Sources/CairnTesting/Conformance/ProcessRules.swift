import SessionStores

/// The rules of a shared store that two processes use.
enum ProcessRules {
    static let all = [
        StoreRule("A session is busy while another process has its lease.", needs: .secondProcess, busy),
        StoreRule("A lease of another process does not delay loads.", needs: .secondProcess, loadWhileBusy),
        StoreRule("A load returns the commit of another process at once.", needs: .secondProcess, load),
        StoreRule("A commit ends the lease for other processes.", needs: .secondProcess, commitEndsLease),
        StoreRule("A commit with keepsLease does not end the lease.", needs: .secondProcess, keepsLease),
        StoreRule("A released lease can be taken by another process.", needs: .secondProcess, release),
        StoreRule("The release of a replaced lease does not free the session.", needs: .secondProcess, oldRelease),
        StoreRule("A commit is overtaken after another process took the lease.", needs: .secondProcess, overtaken),
        StoreRule("A lease that was given to another process is not renewed.", needs: .secondProcess, renew),
        StoreRule("A commit does not bring back what another process removed.", needs: .secondProcess, removal),
        StoreRule("A new id is known to other processes at once.", needs: .secondProcess, newID),
    ]

    /// Takes the lease in one process and releases it, and takes it in another as soon as it is free, because `release`
    /// does not wait.
    ///
    /// The time limit is before the end of the released lease, and only a store that does not release it gets there.
    private static func leaseInBoth(
        _ id: SessionID, first: CheckedStore, second: CheckedStore
    ) async throws -> (first: Lease, second: Lease) {
        let limit = ContinuousClock.now + Lease.duration - .seconds(1)
        let lease = try await first.lease(id)
        first.release(lease)
        repeat {
            if case .granted(let later, _) = try await second.begin(id) { return (lease, later) }
            await Task.yield()
        } while ContinuousClock.now < limit
        throw Mismatch(expected: "a lease from begin after the release", actual: "busy")
    }

    private static func busy(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = SampleSession()
        for _ in 0..<3 {
            let lease = try await trial.store.lease(session.id)
            try await other.requireBusy(session.id)
            try await other.requireBusy(session.id)
            try await session.make(session.replacing(), under: lease, in: trial.store)
        }
        _ = try await trial.store.lease(session.id)
        let lease = try await trial.store.lease(session.id)
        try await other.requireBusy(session.id)
        try await session.make(session.appending(), under: lease, in: trial.store)
        let otherSession = try await SampleSession(in: other)
        try await otherSession.verify(in: trial.store)
    }

    private static func loadWhileBusy(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let lease = try await trial.store.lease(session.id)
        try await session.verify(in: other)
        try await session.make(session.appending(keepsLease: true), under: lease, in: trial.store)
        try await session.verify(in: other)
        try await other.load(session.id, since: session.revision, expecting: .unchanged)
    }

    private static func load(_ trial: Trial) async throws {
        let stores = [trial.store, try await trial.anotherStore()]
        var session = SampleSession()
        for store in stores { try await session.verify(in: store) }
        for step in 0..<10 {
            let known = session.revision
            let (writer, reader) = (stores[step % 2], stores[(step + 1) % 2])
            let change = step % 4 == 0 ? session.replacing() : session.appending()
            try await session.make(change, in: writer)
            let isTail = known != nil && step % 4 != 0
            try await reader.load(
                session.id, since: known, expecting: isTail ? .tail([change.element]) : session.whole)
            try await session.verify(in: reader)
        }
        try await stores[0].remove(session.id)
        try await stores[1].load(session.id, since: session.revision, expecting: .missing)
    }

    private static func commitEndsLease(_ trial: Trial) async throws {
        let stores = [trial.store, try await trial.anotherStore()]
        var session = SampleSession()
        for step in 0..<6 {
            let store = stores[step % 2]
            let lease = try await store.lease(session.id, expecting: session.whole)
            try await session.make(session.replacing(), under: lease, in: store)
        }
    }

    private static func keepsLease(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = SampleSession()
        let lease = try await trial.store.lease(session.id)
        try await session.make(session.replacing(keepsLease: true), under: lease, in: trial.store)
        try await other.requireBusy(session.id)
        try await session.make(session.appending(), under: lease, in: trial.store)
        try await session.append(in: other)
        try await session.verify(in: trial.store)
    }

    private static func release(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = SampleSession()
        let (_, second) = try await leaseInBoth(session.id, first: trial.store, second: other)
        try await session.make(session.replacing(), under: second, in: other)
        try await session.verify(in: trial.store)
    }

    private static func oldRelease(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let first = try await trial.store.lease(session.id)
        let second = try await trial.store.lease(session.id)
        trial.store.release(first)
        try await other.requireBusy(session.id)
        try await session.make(session.appending(), under: second, in: trial.store)
    }

    private static func overtaken(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let late = session.changesOfEachKind()
        let (first, second) = try await leaseInBoth(session.id, first: trial.store, second: other)
        try await trial.store.commit(late[0], under: first, expecting: .overtaken(by: session.revision))
        try await session.verify(in: trial.store)
        try await session.make(session.appending(), under: second, in: other)
        for change in late + session.changesOfEachKind() {
            try await trial.store.commit(change, under: first, expecting: .overtaken(by: session.revision))
            if let newID = change.newID { try await other.load(newID, expecting: .missing) }
        }
        try await session.verify(in: trial.store)
        try await session.verify(in: other)
    }

    private static func renew(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let (first, second) = try await leaseInBoth(session.id, first: trial.store, second: other)
        try await trial.store.renew(first, expecting: false)
        try await other.renew(second, expecting: true)
        try await trial.store.requireBusy(session.id)
        try await session.make(session.appending(), under: second, in: other)
    }

    private static func removal(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        for position in 0..<3 {
            var session = try await SampleSession(in: trial.store)
            let change = session.changesOfEachKind()[position]
            let lease = try await trial.store.lease(session.id)
            try await other.remove(session.id)
            try await trial.store.commit(change, under: lease, expecting: .overtaken(by: nil))
            try await other.load(session.id, expecting: .missing)
            if let newID = change.newID { try await other.load(newID, expecting: .missing) }
        }
        try await other.count(expecting: 0)
    }

    private static func newID(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let oldID = session.id
        let known = session.revision
        try await session.make(session.replacing(newID: .random()), in: trial.store)
        try await other.load(oldID, since: known, expecting: .missing)
        try await session.append(in: other)
        try await session.verify(in: trial.store)
    }
}
