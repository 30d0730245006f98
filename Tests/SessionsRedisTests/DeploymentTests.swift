import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

/// One test at a time, because each starts several servers.
@Suite(
    "Real replicas, sentinels and clusters", .enabled(if: RunningServer.isInstalled, RunningServer.advice),
    .timeLimit(.minutes(3)), .serialized)
struct DeploymentTests {
    private let id = SessionID.random()

    @Test func `a commit without its copies is not acknowledged`() async throws {
        let deployment = try await Deployment.primary(replicas: 1)
        defer { deployment.stop() }
        let limit = Duration.milliseconds(3_000)
        let client = try TestClient("redis://\(deployment.servers[0].host)", copies: 2, timeout: limit)
        defer { client.stop() }
        let store = client.store
        let first = try await eventually { try await store.change(.random(), after: nil) }
        #expect(first.number == 1)
        let lease = try await store.lease(of: id)
        let change = SessionChange.following(nil)
        deployment.servers[1].server.pause()
        await expectError(.outcomeUnknown, "only 0 of 1 replicas") {
            try await store.commit(change, under: lease)
        }
        await expectError(.outcomeUnknown, "only 0 of 1 replicas") {
            try await store.commit(change, under: lease)
        }
        #expect(try await store.log(of: id) == [change.element])
        deployment.servers[1].server.resume()
        let result = try await eventually { try await store.commit(change, under: lease) }
        #expect(result == .overtaken(by: change.element.revision))
        _ = try await store.change(id, after: change.element.revision)
    }

    @Test func `failover, all copies waited for: the next primary has what was acknowledged`() async throws {
        let deployment = try await Deployment.primary(replicas: 2)
        defer { deployment.stop() }
        let primary = deployment.servers[0].host
        let sentinels = try await Deployment.sentinels(of: primary, count: 3)
        defer { sentinels.stop() }
        let list = sentinels.servers.map(\.host.description).joined(separator: ",")
        let client = try TestClient("redis-sentinel://\(list)/name", copies: 3, timeout: .seconds(1))
        defer { client.stop() }
        try await sentinels.waitUntilTheyKnow(replicas: 2, sentinels: 2)
        let store = client.store
        // An attempt before the replicas are connected is made, but not confirmed, so each one has another session.
        _ = try await eventually { try await store.change(.random(), after: nil) }
        let first = try await store.change(id, after: nil)
        let single = try TestClient("redis-sentinel://\(list)/name", timeout: .seconds(1))
        defer { single.stop() }
        _ = try await eventually { try await single.store.load(id, since: nil) }
        deployment.servers[0].server.kill()
        let lease = try await eventually { try await single.store.lease(of: id) }
        let second = SessionChange.following(first)
        let result = try await eventually { try await single.store.commit(second, under: lease) }
        #expect(result == .done || result == .overtaken(by: second.element.revision))
        let log = try await eventually { try await single.store.log(of: id) }
        #expect(log.map(\.revision) == [first, second.element.revision])
    }

    @Test func `a cluster of three primaries`() async throws {
        let cluster = try await Deployment.cluster(of: 3)
        defer { cluster.stop() }
        let list = cluster.servers.map(\.host.description).joined(separator: ",")
        let client = try TestClient("redis-cluster://\(list)", timeout: .seconds(1), loopCount: 2)
        defer { client.stop() }
        try await keySlots(at: cluster.servers[0].host, client)
        try await sequence(client)
        try await migration(in: cluster, client)
        try await failure(of: cluster.servers[2].server, in: cluster, client)
    }

    private func keySlots(at host: RedisAddress.Host, _ client: TestClient) async throws {
        for _ in 0..<50 {
            let key = SessionKey(of: .random(), prefix: Array("cairn:app:".utf8))
            var command = RESPCommand("CLUSTER", "KEYSLOT")
            command.append(key.octets)
            #expect(
                try await client.client.perform(command, "test", at: .init(host: host)) == .integer(Int64(key.slot)))
        }
    }

    /// Each of 200 sessions is created, changed, re-keyed and removed.
    private func sequence(_ client: TestClient) async throws {
        let store = client.store
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask(executorPreference: client.loops[number % 2]) {
                    let (id, bytes) = (SessionID.random(), [UInt8(number)])
                    #expect(try await store.load(id, since: nil) == .missing)
                    let first = try await store.change(id, after: nil, bytes)
                    let second = try await store.change(id, after: first, bytes)
                    #expect(try await store.load(id, since: second) == .unchanged)
                    #expect(
                        try await store.load(id, since: first) == .tail([LogElement(revision: second, bytes: bytes)]))
                    let next = SessionID.random(near: id)
                    let element = LogElement(revision: .following(second), bytes: bytes)
                    let change = SessionChange(.replace(element), after: second, newID: next)
                    let lease = try await store.lease(of: id)
                    #expect(try await store.commit(change, under: lease) == .done)
                    #expect(try await store.commit(change, under: lease) == .overtaken(by: element.revision))
                    #expect(try await store.load(id, since: nil) == .missing)
                    #expect(try await store.load(next, since: nil) == .whole([element]))
                    if number.isMultiple(of: 2) { try await store.remove(next) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await store.count() == 100)
    }

    /// A hash slot moves to another primary while sessions in it are changed.
    private func migration(in cluster: Deployment, _ client: TestClient) async throws {
        let (store, id) = (client.store, id)
        let isOver = Watched(false)
        let last = try await store.change(id, after: nil)
        let visitors = try await withThrowingTaskGroup(of: Visitor.self) { group in
            for number in 0..<4 {
                group.addTask(executorPreference: client.loops[number % 2]) {
                    var visitor = Visitor(near: id)
                    repeat {
                        try Task.checkCancellation()
                        try await visitor.act(on: store)
                    } while !isOver.value
                    try await visitor.act(on: store)
                    return visitor
                }
            }
            try await migrate(in: cluster, client)
            isOver.change { $0 = true }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        for visitor in visitors { try await visitor.verify(in: store) }
        #expect(try await store.load(id, since: last) == .unchanged)
        #expect(try await store.log(of: id).count == 1)
    }

    private func migrate(in cluster: Deployment, _ client: TestClient) async throws {
        let (store, number) = (client.store, SessionKey(of: id, prefix: []).slot)
        let (hosts, slot) = (cluster.servers.map(\.host), String(number))
        let owner = Int(number) * hosts.count / 16_384
        let (source, target) = (hosts[owner], hosts[(owner + 1) % hosts.count])
        func name(of host: RedisAddress.Host) async throws -> String {
            let reply = try await client.command("CLUSTER", "MYID", at: host)
            return if case .bulkString(let name) = reply { String(decoding: name, as: UTF8.self) } else { "" }
        }
        let (from, to) = (try await name(of: source), try await name(of: target))
        try await client.command("CLUSTER", "SETSLOT", slot, "IMPORTING", from, at: target)
        try await client.command("CLUSTER", "SETSLOT", slot, "MIGRATING", to, at: source)
        // A new session of this slot is created at the target already.
        let fresh = SessionID.random(near: id)
        try await store.change(fresh, after: nil)
        while true {
            let page = try await client.command("CLUSTER", "GETKEYSINSLOT", slot, "1", at: source)
            guard case .array(let keys) = page, case .bulkString(let key) = keys.first else { break }
            var move = RESPCommand("MIGRATE", target.name, String(target.port))
            move.append(key)
            move.append("0")
            move.append("5000")
            _ = try await client.client.perform(move, "test", at: .init(host: source))
        }
        try await store.change(SessionID.random(near: id), after: nil)
        for host in [target, source] {
            try await client.command("CLUSTER", "SETSLOT", slot, "NODE", to, at: host)
        }
        #expect(try await store.log(of: fresh).count == 1)
    }

    /// The sessions of the other primaries can be used all the time.
    private func failure(of dead: RunningServer, in cluster: Deployment, _ client: TestClient) async throws {
        let store = client.store
        let ids = (0..<60).map { _ in SessionID.random() }
        for id in ids { try await store.change(id, after: nil) }
        let deadSlots = 16_384 * 2 / 3...16_383
        let (lost, kept) = (
            ids.filter { deadSlots.contains(Int(SessionKey(of: $0, prefix: []).slot)) },
            ids.filter { !deadSlots.contains(Int(SessionKey(of: $0, prefix: []).slot)) }
        )
        dead.kill()
        try await withThrowingTaskGroup { group in
            for id in lost {
                group.addTask {
                    let error = await storeError { try await store.load(id, since: nil) }
                    #expect(error?.code == .unavailable || error?.code == .outcomeUnknown)
                }
            }
            for id in kept {
                group.addTask {
                    for _ in 0..<10 {
                        let log = try await store.log(of: id)
                        #expect(log.count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        for id in kept { #expect(try await store.log(of: id).count == 1) }
    }
}

extension Deployment {
    /// Waits until each sentinel knows the replicas of the primary and the other sentinels.
    fileprivate func waitUntilTheyKnow(replicas: Int, sentinels: Int) async throws {
        for (host, _) in servers {
            let client = try TestClient("redis-cluster://\(host)")
            defer { client.stop() }
            try await client.command("SENTINEL", "DEBUG", "PUBLISH-PERIOD", "100", "INFO-PERIOD", "100", at: host)
        }
        for (host, _) in servers {
            let client = try TestClient("redis-cluster://\(host)")
            defer { client.stop() }
            while true {
                let others = try await client.command("SENTINEL", "SENTINELS", "name", at: host)
                let copies = try await client.command("SENTINEL", "REPLICAS", "name", at: host)
                if case .array(let others) = others, others.count == sentinels, case .array(let copies) = copies,
                    copies.count == replicas
                {
                    break
                }
                try await pause()
            }
        }
    }
}
