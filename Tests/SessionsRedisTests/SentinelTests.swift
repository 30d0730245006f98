import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Questions to Sentinel", .timeLimit(.minutes(3))) struct SentinelTests {
    private let id = SessionID.random()

    private static func isQuestion(_ command: FakeServer.Command) -> Bool { command.name == "SENTINEL" }

    private static func bulk(_ text: String) -> String { "$\(text.utf8.count)\r\n\(text)\r\n" }

    private static func fields(_ host: RedisAddress.Host, epoch: Int = 1) -> [String] {
        ["name", "n", "ip", host.name, "port", String(host.port), "config-epoch", String(epoch)]
    }

    private static func primary(_ host: RedisAddress.Host, epoch: Int = 1) -> String {
        "*8\r\n" + fields(host, epoch: epoch).map(bulk).joined()
    }

    private static func load(_ command: FakeServer.Command) -> FakeServer.Answer? {
        command.operand == "cairn1_load" ? .send(":0\r\n") : nil
    }

    private static let replica = "*5\r\n$5\r\nslave\r\n$1\r\na\r\n:1\r\n$9\r\nconnected\r\n:0\r\n"

    @Test(arguments: [false, true]) func `the primary that a sentinel names is used`(isMap: Bool) async throws {
        try await withFake(Self.load) { (primary, _) async throws in
            let host = primary.host
            let reply = (isMap ? "%4\r\n" : "*8\r\n") + Self.fields(host).map(Self.bulk).joined()
            let sentinel = try FakeServer { Self.isQuestion($0) ? .send(reply) : .send("-ERR\r\n") }
            defer { sentinel.stop() }
            let client = try TestClient("redis-sentinel://me:pw@\(sentinel.host)/my%20name")
            defer { client.stop() }
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(sentinel.log.commands.first?.words == ["SENTINEL", "MASTER", "my name"])
            #expect(primary.log.commands.first?.words == ["HELLO", "3", "AUTH", "me", "pw"])
            client.client.close()
            await sentinel.wait { $0.open == 0 }
        }
    }

    @Test func `Sentinel's own credentials are sent to it`() async throws {
        let sentinel = try FakeServer()
        defer { sentinel.stop() }
        let client = try TestClient(
            "redis-sentinel://me:pw@\(sentinel.host)/n?sentinel-password=other", timeout: .milliseconds(1_000))
        defer { client.stop() }
        await expectError(.unavailable, "sentinel") { try await client.store.load(id, since: nil) }
        #expect(sentinel.log.commands.first?.words == ["HELLO", "3", "AUTH", "default", "other"])
    }

    @Test(arguments: [
        "_\r\n", "*-1\r\n", "*0\r\n", "%0\r\n", "*1\r\n$2\r\nip\r\n", "*2\r\n$2\r\nip\r\n$1\r\na\r\n",
        "*6\r\n$2\r\nip\r\n$1\r\na\r\n$4\r\nport\r\n$5\r\n65536\r\n$12\r\nconfig-epoch\r\n$1\r\n1\r\n",
        "*6\r\n$2\r\nip\r\n$1\r\na\r\n$4\r\nport\r\n$1\r\n1\r\n$12\r\nconfig-epoch\r\n$1\r\nx\r\n",
        "*4\r\n$2\r\nip\r\n$1\r\na\r\n$4\r\nport\r\n:1\r\n", "+OK\r\n", "-ERR No such master with that name\r\n",
        "HTTP/1.1 400\r\n\r\n",
    ])
    func `a sentinel that knows no primary makes the store unavailable in time`(reply: String) async throws {
        let limit = Duration.milliseconds(1_000)
        let sentinel = try FakeServer { Self.isQuestion($0) ? .send(reply) : nil }
        defer { sentinel.stop() }
        let client = try TestClient("redis-sentinel://\(sentinel.host)/n", timeout: limit)
        defer { client.stop() }
        await expectError(.unavailable, "sentinel") { try await client.store.load(id, since: nil) }
    }

    @Test func `dead and silent sentinels are passed over`() async throws {
        try await withFake(Self.load) { (primary, _) async throws in
            let host = primary.host
            let dead = try DeadServer()
            defer { dead.stop() }
            let silent = try FakeServer { _ in .nothing }
            defer { silent.stop() }
            let sentinel = try FakeServer { Self.isQuestion($0) ? .send(Self.primary(host)) : nil }
            defer { sentinel.stop() }
            let client = try TestClient(
                "redis-sentinel://\(dead.host),\(silent.host),\(sentinel.host)/n", timeout: .seconds(1))
            defer { client.stop() }
            #expect(try await client.store.load(id, since: nil) == .missing)
        }
    }

    @Test func `the latest failover that a majority knows counts`() async throws {
        try await withFake(Self.load) { (primary, _) async throws in
            let (host, old) = (primary.host, try FakeServer(Self.load))
            defer { old.stop() }
            let oldHost = old.host
            let late = try FakeServer { Self.isQuestion($0) ? .send(Self.primary(oldHost, epoch: 8)) : nil }
            defer { late.stop() }
            let current = try (0..<2).map { _ in
                try FakeServer { Self.isQuestion($0) ? .send(Self.primary(host, epoch: 9)) : nil }
            }
            defer { for sentinel in current { sentinel.stop() } }
            let list = (current + [late]).map(\.host.description).joined(separator: ",")
            for _ in 0..<10 {
                let client = try TestClient("redis-sentinel://\(list)/n")
                defer { client.stop() }
                #expect(try await client.store.load(id, since: nil) == .missing)
            }
            #expect(old.log.opened == 0)
        }
    }

    @Test func `a replica that a sentinel still calls the primary is not used`() async throws {
        let old = try FakeServer { $0.name == "ROLE" ? .send(Self.replica) : nil }
        defer { old.stop() }
        try await withFake(Self.load) { (new, _) async throws in
            let (oldHost, newHost) = (old.host, new.host)
            let sentinel = try FakeServer { command in
                Self.isQuestion(command) ? .send(Self.primary(old.log.opened < 2 ? oldHost : newHost)) : nil
            }
            defer { sentinel.stop() }
            let client = try TestClient("redis-sentinel://\(sentinel.host)/n")
            defer { client.stop() }
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(old.log.opened == 2)
            #expect(old.log.count(of: "cairn1_load") == 0)
        }
    }

    @Test func `READONLY leads to the next primary`() async throws {
        let old = try FakeServer { $0.operand == "cairn1_begin" ? .send("-READONLY x\r\n") : nil }
        defer { old.stop() }
        try await withFake({ $0.operand == "cairn1_begin" ? .send(":0\r\n") : nil }) { (new, _) async throws in
            let (oldHost, newHost) = (old.host, new.host)
            let sentinel = try FakeServer { command in
                let isOld = old.log.count(of: "cairn1_begin") == 0
                return Self.isQuestion(command) ? .send(Self.primary(isOld ? oldHost : newHost)) : nil
            }
            defer { sentinel.stop() }
            let client = try TestClient("redis-sentinel://\(sentinel.host)/n")
            defer { client.stop() }
            _ = try await client.store.lease(of: id)
            #expect(old.log.count(of: "cairn1_begin") == 1)
            #expect(new.log.count(of: "cairn1_begin") == 1)
        }
    }

    @Test func `a planned failover is followed although the old primary still answers`() async throws {
        let old = try FakeServer(Self.load)
        defer { old.stop() }
        let isOver = Watched(false)
        try await withFake(Self.load) { (new, _) async throws in
            let (oldHost, newHost) = (old.host, new.host)
            let sentinel = try FakeServer { command in
                let reply = isOver.value ? Self.primary(newHost, epoch: 2) : Self.primary(oldHost)
                return Self.isQuestion(command) ? .send(reply) : nil
            }
            defer { sentinel.stop() }
            let client = try TestClient("redis-sentinel://\(sentinel.host)/n")
            defer { client.stop() }
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(new.log.opened == 0)
            isOver.change { $0 = true }
            await new.wait { $0.opened > 0 }
            await old.wait { $0.open == 0 }
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(new.log.count(of: "cairn1_load") == 1)
        }
    }
}
