import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Connections that are lost", .timeLimit(.minutes(3))) struct LostConnectionTests {
    private let id = SessionID.random()

    private static func isCommit(_ command: FakeServer.Command) -> Bool { command.operand == "cairn1_commit" }

    private static func octets(of revision: Revision) -> String {
        let octets = StoredLogFormat.octets(of: revision)
        return "$\(octets.count)\r\n\(String(decoding: octets, as: UTF8.self))\r\n"
    }

    @Test func `a commit whose reply was lost is answered by its own revision`() async throws {
        let (revision, numbers) = (Revision(number: 1, salt: 0x4142_4344), Numbers())
        try await withFake({ command in
            guard Self.isCommit(command) else { return command.operand == "cairn1_begin" ? .send(":0\r\n") : nil }
            return numbers.next() == 1 ? .close(after: "") : .send(Self.octets(of: revision))
        }) { (server, client) async throws in
            let lease = try await client.store.lease(of: id)
            let change = SessionChange(.replace(LogElement(revision: revision, bytes: [])), after: nil)
            #expect(try await client.store.commit(change, under: lease) == .overtaken(by: revision))
            #expect(server.log.count(of: "cairn1_commit") == 2)
            #expect(server.log.count(of: "cairn1_touch") == 0)
        }
    }

    @Test(arguments: [
        "OOM x", "NOREPLICAS x", "READONLY x", "LOADING x", "NOPERM x", "WRONGTYPE x", "MOVED x", "ERR x",
    ])
    func `an error after a lost reply does not claim that nothing was done`(text: String) async throws {
        let (limit, numbers) = (Duration.milliseconds(3_000), Numbers())
        try await withFake(
            { command in
                guard Self.isCommit(command) else { return command.operand == "cairn1_begin" ? .send(":0\r\n") : nil }
                return numbers.next() == 1 ? .close(after: "") : .send("-\(text)\r\n")
            }, timeout: limit
        ) { (_, client) async throws in
            let lease = try await client.store.lease(of: id)
            await expectError(.outcomeUnknown, text) {
                try await client.store.commit(.following(nil), under: lease)
            }
        }
    }

    @Test func `a commit that was sent and cannot be repeated has an unknown outcome`() async throws {
        let limit = Duration.milliseconds(2_000)
        try await withFake(
            { command in
                if command.connection > 1 { return .close(after: "") }
                guard Self.isCommit(command) else { return command.operand == "cairn1_begin" ? .send(":0\r\n") : nil }
                return .close(after: "")
            }, timeout: limit
        ) { (_, client) async throws in
            let lease = try await client.store.lease(of: id)
            await expectError(.outcomeUnknown) {
                try await client.store.commit(.following(nil), under: lease)
            }
            await expectError(.unavailable) {
                try await client.store.commit(.following(nil), under: lease)
            }
        }
    }

    @Test(arguments: ["cairn1_release", "cairn1_touch"])
    func `a command that nothing awaits is sent again, too`(function: String) async throws {
        try await withFake({ command in
            if command.operand == "cairn1_begin" { return .send(":0\r\n") }
            guard command.operand == function else { return nil }
            return command.connection == 1 ? .close(after: "") : .send(":1\r\n")
        }) { (server, client) async throws in
            let lease = try await client.store.lease(of: id)
            if function == "cairn1_release" { client.store.release(lease) } else { client.store.touch(id) }
            await server.wait { $0.count(of: function) == 2 }
        }
    }

    @Test func `closing the client ends all its commands`() async throws {
        try await withFake({ command in
            command.name == "FCALL" || command.operand == "cairn1_load" ? .nothing : nil
        }) { (server, client) async throws in
            let store = client.store
            let pending = (0..<20).map { number in
                Task {
                    await storeError {
                        number < 10 ? "\(try await store.load(id, since: nil))" : "\(try await store.remove(id))"
                    }
                }
            }
            await server.wait { $0.count(of: "cairn1_load") + $0.count(of: "cairn1_remove") == 20 }
            client.client.close()
            for task in pending { #expect(await task.value?.code == .outcomeUnknown) }
            await expectError(.closed) { try await store.load(id, since: nil) }
        }
    }

    @Test func `closing the client while it connects ends all its commands`() async throws {
        try await withFake({ _ in .nothing }) { (server, client) async throws in
            let store = client.store
            let pending = (0..<20).map { _ in Task { await storeError { try await store.load(id, since: nil) } } }
            await server.wait { $0.commands.count == 1 }
            client.client.close()
            for task in pending { #expect(await task.value?.code == .closed) }
        }
    }

    @Test func `commands fail after the loops have stopped`() async throws {
        for address in ["redis://127.0.0.1:1", "redis-cluster://127.0.0.1:1"] {
            let client = try TestClient(address)
            client.stop()
            await expectError(.closed) { try await client.store.load(id, since: nil) }
            await expectError(.closed) { try await client.store.count() }
            client.store.touch(id)
        }
    }

    @Test func `a command with a passed deadline ends although an older reply is not awaited any longer`() async throws
    {
        let limit = Duration.milliseconds(3_000)
        try await withFake(
            { command in
                if command.operand == "cairn1_begin" { return .send(":0\r\n") }
                if Self.isCommit(command) { return .send("-OOM x\r\n") }
                return command.name == "WAIT" || command.operand == "cairn1_remove" ? .nothing : nil
            }, copies: 2, timeout: limit
        ) { (_, client) async throws in
            let lease = try await client.store.lease(of: id)
            await expectError(.unavailable, "OOM") { try await client.store.commit(.following(nil), under: lease) }
            await expectError(.outcomeUnknown) { try await client.store.remove(id) }
        }
    }

    /// A command that is repeated after an error has an earlier deadline than those ahead of it in the connection.
    @Test func `a repeated command ends at its own deadline`() async throws {
        let (limit, numbers) = (Duration.milliseconds(15_000), Numbers())
        let (error, other) = ("-TRYAGAIN x\r\n", SessionID.random())
        let key = String(decoding: SessionKey(of: other, prefix: Array("cairn:app:".utf8)).octets, as: UTF8.self)
        try await withFake(
            { command in
                guard command.operand == "cairn1_begin" else { return nil }
                // The reply to the second attempt of the first command, which is repeated behind this one.
                if command.words[3] == key { return .send(command.connection == 1 ? error : ":0\r\n") }
                return numbers.next() == 1 ? .sendLate(error, after: limit / 2) : .nothing
            }, timeout: limit
        ) { (server, client) async throws in
            let store = client.store
            let first = Task { await storeError { try await store.begin(id, since: nil) } }
            await server.wait { $0.count(of: "cairn1_begin") == 2 }
            // The connection is closed for the first one, and the other one is sent again.
            _ = try await store.lease(of: other)
            #expect(await first.value?.code == .outcomeUnknown)
            #expect(server.log.commands.count { $0.words.count > 3 && $0.words[3] == key } == 2)
        }
    }

    @Test func `no more than 1,024 commands wait for a connection`() async throws {
        let limit = Duration.milliseconds(3_000)
        try await withFake({ _ in .nothing }, timeout: limit) { (_, client) async throws in
            let store = client.store
            let errors = await withTaskGroup(of: StoreError?.self) { group in
                for _ in 0..<1_500 {
                    group.addTask { await storeError { try await store.load(.random(), since: nil) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.count { $0?.description.contains("too many commands wait") == true } == 476)
            #expect(errors.allSatisfy { $0?.code == .unavailable })
        }
    }

    @Test func `while the server is down for long, each command fails, and the log says so once`() async throws {
        let limit = Duration.milliseconds(2_000)
        let server = try FakeServer()
        let url = server.url
        server.stop()
        let client = try TestClient(url, timeout: limit)
        defer { client.stop() }
        await expectError(.unavailable) { try await client.store.load(id, since: nil) }
        for _ in 0..<20 { await expectError(.unavailable) { try await client.store.load(id, since: nil) } }
        #expect(client.messages.count == 1)
    }

    @Test func `the log has each reason once until the server is back`() async throws {
        let isBack = Lock(false)
        try await withFake({ command in
            guard !isBack.withLock({ $0 }) else { return command.operand == "cairn1_load" ? .send(":0\r\n") : nil }
            return .send(command.connection.isMultiple(of: 2) ? "-ERR even\r\n" : "-ERR odd\r\n")
        }) { (server, client) async throws in
            let store = client.store
            async let load = store.load(id, since: nil)
            await server.wait { $0.opened == 5 }
            isBack.withLock { $0 = true }
            let stored = try await load
            #expect(stored == .missing)
            #expect(client.messages.count == 3, "\(client.messages)")
            #expect(client.messages.last?.hasSuffix("connected again") == true)
        }
    }
}
