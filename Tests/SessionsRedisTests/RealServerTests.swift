import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("A real server", .enabled(if: RunningServer.isInstalled, RunningServer.advice), .timeLimit(.minutes(3)))
struct RealServerTests {
    private let id = SessionID.random()

    @Test func `after a restart without persistence the library is loaded again, and sessions are missing`()
        async throws
    {
        let server = try await RunningServer.start()
        let client = try TestClient(server.url, timeout: .seconds(1))
        defer { client.stop() }
        let revision = try await client.store.change(id, after: nil)
        server.kill()
        await expectError(.unavailable) { try await client.store.load(id, since: revision) }
        let next = try await RunningServer.start(in: server.folder)
        defer { next.stop() }
        await client.waitForReconnection()
        #expect(try await eventually { try await client.store.load(id, since: revision) } == .missing)
        // The commit's connection is another one than the load's.
        try await client.store.change(id, after: nil)
        #expect(try await client.store.count() == 1)
    }

    @Test func `after a restart with an append-only file all acknowledged commits are there`() async throws {
        let settings = ["--appendonly", "yes", "--appendfsync", "always"]
        let server = try await RunningServer.start(settings)
        let client = try TestClient(server.url, timeout: .seconds(1), loopCount: 2)
        defer { client.stop() }
        let store = client.store
        let acknowledged = Watched<[SessionID: [Revision]]>([:])
        await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask(executorPreference: client.loops[number % 2]) {
                    let id = SessionID.random()
                    var last: Revision?
                    while let next = try? await store.change(id, after: last) {
                        last = next
                        acknowledged.change { $0[id, default: []].append(next) }
                    }
                }
            }
            await acknowledged.wait { $0.values.reduce(0) { $0 + $1.count } > 300 }
            server.kill()
        }
        let next = try await RunningServer.start(settings, in: server.folder)
        defer { next.stop() }
        await client.waitForReconnection()
        for (id, revisions) in acknowledged.value {
            let log = try await eventually { try await store.log(of: id) }
            #expect(log.map(\.revision).starts(with: revisions))
            #expect(log.count <= revisions.count + 1)
        }
    }

    @Test func `FUNCTION FLUSH between the steps is not noticed`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let client = try TestClient(server.url)
        defer { client.stop() }
        let store = client.store
        func flush() async throws { #expect(try await client.command("FUNCTION", "FLUSH") == .simpleString("OK")) }
        let lease = try await store.lease(of: id)
        try await flush()
        let change = SessionChange.following(nil)
        #expect(try await store.commit(change, under: lease) == .done)
        try await flush()
        #expect(try await store.load(id, since: nil) == .whole([change.element]))
        try await flush()
        #expect(try await store.count() == 1)
        try await flush()
        #expect(try await store.renew(store.lease(of: id)))
        try await flush()
        try await store.remove(id)
        #expect(try await store.load(id, since: nil) == .missing)
    }

    @Test func `a paused server causes errors in time, and no late reply is taken for another`() async throws {
        let limit = Duration.milliseconds(3_000)
        let server = try await RunningServer.start()
        defer { server.stop() }
        let setup = try TestClient(server.url)
        defer { setup.stop() }
        let ids = (0..<50).map { _ in SessionID.random() }
        for (number, id) in ids.enumerated() { try await setup.store.change(id, after: nil, [UInt8(number)]) }
        let lease = try await setup.store.lease(of: id)
        let client = try TestClient(server.url, timeout: limit)
        defer { client.stop() }
        let store = client.store
        _ = try await store.load(id, since: nil)
        let change = SessionChange.following(nil)
        server.pause()
        await withTaskGroup { group in
            for id in ids {
                group.addTask {
                    await expectError(.outcomeUnknown) { try await store.load(id, since: nil) }
                }
            }
            let id = id
            group.addTask {
                let error = await storeError {
                    try await store.commit(change, under: Lease(of: id, token: lease.token))
                }
                #expect(error?.code == .outcomeUnknown || error?.code == .unavailable)
            }
        }
        server.resume()
        await client.waitForReconnection()
        for (number, id) in ids.enumerated() {
            let log = try await eventually { try await store.log(of: id) }
            #expect(log.map(\.bytes) == [[UInt8(number)]])
        }
        let result = try await setup.store.commit(change, under: lease)
        #expect(result == .done || result == .overtaken(by: change.element.revision))
        #expect(try await setup.store.log(of: id) == [change.element])
    }

    @Test func `connections that are killed under load lose no acknowledged commit`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let client = try TestClient(server.url, timeout: .seconds(5), loopCount: 2)
        defer { client.stop() }
        let administrator = try TestClient(server.url)
        defer { administrator.stop() }
        let (store, numbers, kills) = (client.store, Numbers(), Numbers())
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask(executorPreference: client.loops[number % 2]) {
                    var visitor = Visitor()
                    for _ in 0..<10 {
                        try await visitor.act(on: store)
                        guard numbers.next().isMultiple(of: 50) else { continue }
                        try await administrator.command("CLIENT", "KILL", "TYPE", "normal")
                        _ = kills.next()
                    }
                    try await visitor.verify(in: store)
                }
            }
            try await group.waitForAll()
        }
        #expect(kills.next() == 21)
        #expect(client.messages.contains { $0.hasSuffix("connected again") })
    }

    @Test func `count has all sessions of the app, without leases and other keys`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        for app in ["app", "a*b[c]?\\d^-", "app2"] {
            let client = try TestClient(server.url, app: app)
            defer { client.stop() }
            #expect(try await client.store.count() == 0)
            for _ in 0..<30 { try await client.store.change(.random(), after: nil) }
            for _ in 0..<5 { _ = try await client.store.lease(of: .random()) }
            let held = SessionID.random()
            try await client.store.change(held, after: nil)
            _ = try await client.store.lease(of: held)
            try await client.command("SET", "cairn:\(app):{text}", "1")
            try await client.command("RPUSH", "cairn:\(app)x:{list}", "0123456789")
            #expect(try await client.store.count() == 31)
        }
    }

    @Test func `count reads more keys than one page has`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let client = try TestClient(server.url)
        defer { client.stop() }
        let store = client.store
        try await withThrowingTaskGroup { group in
            for _ in 0..<2_500 { group.addTask { _ = try await store.change(.random(), after: nil) } }
            try await group.waitForAll()
        }
        #expect(try await store.count() == 2_500)
    }

    @Test func `two processes that change one session make one log`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let clients = try (0..<2).map { _ in try TestClient(server.url) }
        defer { for client in clients { client.stop() } }
        let id = id
        let acknowledged = Watched<[Revision]>([])
        try await withThrowingTaskGroup { group in
            for (number, client) in clients.enumerated() {
                group.addTask {
                    var known: Revision?
                    for _ in 0..<50 { try await client.append(UInt8(number), to: id, &known, acknowledged) }
                }
            }
            try await group.waitForAll()
        }
        let log = try await clients[0].store.log(of: id)
        #expect(log.map(\.revision.number) == Array(1...100))
        #expect(log.map(\.revision) == acknowledged.value.sorted { $0.number < $1.number })
        #expect(log.count { $0.bytes == [0] } == 50)
    }
}

extension TestClient {
    /// Appends one element, however often another process has the lease. Each change is begun with the known revision.
    fileprivate func append(
        _ byte: UInt8, to id: SessionID, _ known: inout Revision?, _ acknowledged: Watched<[Revision]>
    ) async throws {
        while true {
            guard case .granted(let lease, let stored) = try await store.begin(id, since: known) else {
                try await pause()
                continue
            }
            if case .tail(let elements) = stored { known = elements.last?.revision }
            if case .whole(let elements) = stored { known = elements.last?.revision }
            let change = SessionChange.following(known, [byte])
            guard try await store.commit(change, under: lease) == .done else { throw LeaseIsBusy() }
            known = change.element.revision
            acknowledged.change { $0.append(change.element.revision) }
            return
        }
    }
}

/// A session, and the changes of it that were acknowledged or have an unknown outcome.
struct Visitor {
    let id: SessionID
    private var last: Revision?
    private var acknowledged: [Revision] = []
    private var unknown: Set<Revision> = []

    /// - Parameter id: a session that is in the same hash slot.
    init(near id: SessionID = .random()) { self.id = .random(near: id) }

    /// Makes one change, also if the connection is lost meanwhile.
    mutating func act(on store: RedisStore) async throws {
        let id = id
        let lease = try await eventually { try await store.lease(of: id) }
        let change = SessionChange.following(last)
        let revision = change.element.revision
        do {
            let result = try await store.commit(change, under: lease)
            guard result == .done || result == .overtaken(by: revision) else { throw WasOvertaken(result: result) }
            acknowledged.append(revision)
            last = revision
        } catch let error as StoreError {
            #expect(error.code == .outcomeUnknown || error.code == .unavailable, "\(error)")
            if error.code == .outcomeUnknown { unknown.insert(revision) }
            last = try await eventually { try await store.log(of: id) }.last?.revision
        }
    }

    /// Expects all acknowledged changes in the log, in order, and nothing that was not sent.
    func verify(in store: RedisStore) async throws {
        let log = try await eventually { try await store.log(of: id) }.map(\.revision)
        #expect(Set(log).count == log.count)
        #expect(log.filter { !unknown.contains($0) } == acknowledged.filter { !unknown.contains($0) })
        #expect(Set(acknowledged).isSubset(of: log))
        #expect(log.map(\.number) == (0..<log.count).map { UInt64($0 + 1) })
    }
}
