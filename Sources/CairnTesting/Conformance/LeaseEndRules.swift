import SessionStores

/// The rules of leases whose time is over, for a shared store whose clock the caller can advance.
enum LeaseEndRules {
    private static let needs: StoreCapabilities = [.secondProcess, .clock]

    static let all = [
        StoreRule("A lease ends for other processes after the remaining time.", needs: needs, ends),
        StoreRule("A lease that has ended is good for a commit until another one is granted.", needs: needs, commit),
        StoreRule("A lease that has ended is renewed if no other one was granted.", needs: needs, renewEnded),
        StoreRule("A renewed lease has its full duration.", needs: needs, renew),
        StoreRule("A process whose lease was taken over can neither commit nor renew.", needs: needs, takenOver),
    ]

    /// Takes the lease in a process after that of another one has ended.
    private static func leaseAfterEnd(_ id: SessionID, in store: CheckedStore, _ trial: Trial) async throws -> Lease {
        if case .busy(let remaining) = try await store.begin(id) { try await trial.advance(remaining) }
        // The last fraction of a second can be lost by rounding.
        if case .busy(let remaining) = try await store.begin(id) { try await trial.advance(remaining) }
        return try await store.lease(id)
    }

    private static func ends(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = SampleSession()
        _ = try await trial.store.lease(session.id)
        try await other.requireBusy(session.id)
        let lease = try await leaseAfterEnd(session.id, in: other, trial)
        try await session.make(session.replacing(), under: lease, in: other)
        try await session.verify(in: trial.store)
    }

    private static func commit(_ trial: Trial) async throws {
        var session = try await SampleSession(in: trial.store)
        let lease = try await trial.store.lease(session.id)
        try await trial.advance(Lease.duration + .seconds(1))
        try await session.make(session.appending(), under: lease, in: trial.store)
        try await session.verify(in: trial.store)
    }

    private static func renewEnded(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        let session = try await SampleSession(in: trial.store)
        let lease = try await trial.store.lease(session.id)
        try await trial.advance(Lease.duration + .seconds(1))
        try await trial.store.renew(lease, expecting: true)
        try await other.requireBusy(session.id)
    }

    private static func renew(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let lease = try await trial.store.lease(session.id)
        // The lease would end during the second wait.
        try await trial.advance(Lease.duration / 2)
        try await trial.store.renew(lease, expecting: true)
        try await trial.advance(Lease.duration / 2 + .milliseconds(500))
        try await other.requireBusy(session.id)
        try await session.make(session.appending(), under: lease, in: trial.store)
    }

    private static func takenOver(_ trial: Trial) async throws {
        let other = try await trial.anotherStore()
        var session = try await SampleSession(in: trial.store)
        let first = try await trial.store.lease(session.id)
        let second = try await leaseAfterEnd(session.id, in: other, trial)
        try await trial.store.renew(first, expecting: false)
        try await trial.store.requireBusy(session.id)
        for change in session.changesOfEachKind() {
            try await trial.store.commit(change, under: first, expecting: .overtaken(by: session.revision))
        }
        try await session.make(session.appending(), under: second, in: other)
        try await session.verify(in: trial.store)
    }
}
