import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Redirections", .timeLimit(.minutes(3))) struct RedirectionTests {
    private let id = SessionID.random()

    private var slot: UInt16 { SessionKey(of: id, prefix: []).slot }

    private static func isBegin(_ command: FakeServer.Command) -> Bool { command.operand == "cairn1_begin" }

    private static func slots(_ host: RedisAddress.Host) -> String {
        "*1\r\n*3\r\n:0\r\n:16383\r\n*3\r\n$\(host.name.utf8.count)\r\n\(host.name)\r\n:\(host.port)\r\n$2\r\nid\r\n"
    }

    /// Runs `body` with a cluster client that knows the first of two servers.
    private func withPair(
        _ first: @escaping @Sendable (FakeServer.Command, _ other: RedisAddress.Host) -> FakeServer.Answer?,
        _ second: @escaping FakeServer.Script = { isBegin($0) ? .send(":0\r\n") : nil },
        _ body: (_ one: FakeServer, _ other: FakeServer, TestClient) async throws -> Void
    ) async throws {
        let other = try FakeServer(second)
        defer { other.stop() }
        let one = try FakeServer { first($0, other.host) }
        defer { one.stop() }
        let client = try TestClient("redis-cluster://\(one.host)")
        defer { client.stop() }
        try await body(one, other, client)
        client.client.close()
        await one.wait { $0.open == 0 }
        await other.wait { $0.open == 0 }
    }

    @Test(arguments: ["", "127.0.0.1"]) func `a server that redirects to itself for ever is left in the end`(
        name: String
    ) async throws {
        let port = Lock("")
        try await withFake({ command in
            Self.isBegin(command) ? .send("-MOVED 7 \(name):\(port.withLock { $0 })\r\n") : nil
        }) { (server, client) async throws in
            port.withLock { $0 = String(server.host.port) }
            let cluster = try TestClient("redis-cluster://\(server.host)")
            defer { cluster.stop() }
            for one in [cluster, client] {
                let before = server.log.count(of: "cairn1_begin")
                await expectError(.unavailable, "MOVED") {
                    try await one.store.begin(id, since: nil)
                }
                // The only server of a URL without a cluster has no name, so it cannot be the same one.
                let attempts = name.isEmpty && one === client ? 1 : 9
                #expect(server.log.count(of: "cairn1_begin") == before + attempts)
            }
        }
    }

    @Test func `MOVED leads to the other server, now and for later commands`() async throws {
        let slot = slot
        try await withPair(
            { command, other in
                Self.isBegin(command) ? .send("-MOVED \(slot) \(other)\r\n") : nil
            },
            { command in
                return Self.isBegin(command) ? .send(":0\r\n") : nil
            }
        ) { (one, other, client) async throws in
            for _ in 0..<5 { _ = try await client.store.lease(of: id) }
            #expect(one.log.count(of: "cairn1_begin") == 1)
            #expect(other.log.count(of: "cairn1_begin") == 5)
            #expect(other.log.count(of: "ASKING") == 0)
        }
    }

    @Test func `MOVED causes one reading of the whole map`() async throws {
        let slot = slot
        let port = Lock<RedisAddress.Host?>(nil)
        try await withPair(
            { command, other in
                Self.isBegin(command) ? .send("-MOVED \(slot) \(other)\r\n") : nil
            },
            { command in
                if command.name == "CLUSTER" { return port.withLock(\.self).map { .send(Self.slots($0)) } }
                return Self.isBegin(command) ? .send(":0\r\n") : nil
            }
        ) { (one, other, client) async throws in
            port.withLock { $0 = other.host }
            _ = try await client.store.lease(of: id)
            await other.wait { $0.count(of: "SLOTS") == 1 }
            _ = try await client.store.lease(of: id)
            for _ in 0..<20 { _ = try await client.store.lease(of: .random()) }
            #expect(one.log.count(of: "cairn1_begin") == 1)
            #expect(other.log.count(of: "SLOTS") == 1)
        }
    }

    @Test(arguments: ["+OK\r\n", "*0\r\n", "-ERR no\r\n", "*1\r\n*3\r\n:-1\r\n:99999\r\n*0\r\n", "_\r\n"])
    func `a map that is garbage changes nothing`(map: String) async throws {
        let slot = slot
        try await withPair(
            { command, other in
                Self.isBegin(command) ? .send("-MOVED \(slot) \(other)\r\n") : nil
            },
            { command in
                if command.name == "CLUSTER" { return .send(map) }
                return Self.isBegin(command) ? .send(":0\r\n") : nil
            }
        ) { (one, other, client) async throws in
            for _ in 0..<3 { _ = try await client.store.lease(of: id) }
            #expect(other.log.count(of: "cairn1_begin") == 3)
        }
    }

    @Test func `a map of many ranges does not cost the connection`() async throws {
        let slot = slot
        let port = Lock<RedisAddress.Host?>(nil)
        try await withPair(
            { command, other in
                Self.isBegin(command) ? .send("-MOVED \(slot) \(other)\r\n") : nil
            },
            { command in
                guard command.name == "CLUSTER", let host = port.withLock(\.self) else {
                    return Self.isBegin(command) ? .send(":0\r\n") : nil
                }
                let server = "*4\r\n$9\r\n127.0.0.1\r\n:\(host.port)\r\n$2\r\nid\r\n*2\r\n+hostname\r\n+h\r\n"
                return .send("*3000\r\n" + (0..<3_000).map { "*3\r\n:\($0)\r\n:\($0)\r\n\(server)" }.joined())
            }
        ) { (_, other, client) async throws in
            port.withLock { $0 = other.host }
            for _ in 0..<3 { _ = try await client.store.lease(of: id) }
            await other.wait { $0.count(of: "SLOTS") == 1 }
            for _ in 0..<3 { _ = try await client.store.lease(of: id) }
            #expect(other.log.opened == 1)
        }
    }

    @Test func `ASK leads to the other server once, after ASKING`() async throws {
        let slot = slot
        try await withPair({ command, other in
            Self.isBegin(command) ? .send("-ASK \(slot) \(other)\r\n") : nil
        }) { (one, other, client) async throws in
            for count in 1...3 {
                _ = try await client.store.lease(of: id)
                #expect(one.log.count(of: "cairn1_begin") == count)
            }
            let names = other.log.commands.map { $0.name == "FCALL" ? $0.operand : $0.name }
            #expect(names.suffix(6) == ["ASKING", "cairn1_begin", "ASKING", "cairn1_begin", "ASKING", "cairn1_begin"])
            #expect(other.log.count(of: "SLOTS") == 0)
        }
    }

    @Test func `the library is loaded at the server that asks for it, also after ASK`() async throws {
        let slot = slot
        let numbers = Numbers()
        try await withPair(
            { command, other in
                Self.isBegin(command) ? .send("-ASK \(slot) \(other)\r\n") : nil
            },
            { command in
                guard Self.isBegin(command) else { return nil }
                return .send(numbers.next() == 1 ? "-ERR Function not found\r\n" : ":0\r\n")
            }
        ) { (one, other, client) async throws in
            _ = try await client.store.lease(of: id)
            #expect(one.log.count(of: "FUNCTION") == 0)
            let names = other.log.commands.map { $0.name == "FCALL" ? $0.operand : $0.name }
            #expect(names.suffix(6) == ["ASKING", "cairn1_begin", "ASKING", "FUNCTION", "ASKING", "cairn1_begin"])
        }
    }

    @Test(arguments: ["MOVED", "ASK"]) func `commands that nothing awaits follow redirections, too`(
        word: String
    ) async throws {
        let slot = slot
        try await withPair(
            { command, other in
                command.name == "FCALL" ? .send("-\(word) \(slot) \(other)\r\n") : nil
            }, { $0.name == "FCALL" ? .send(":1\r\n") : nil }
        ) { (_, other, client) async throws in
            client.store.touch(id)
            client.store.release(Lease(of: id, token: 1))
            await other.wait { $0.count(of: "cairn1_touch") == 1 && $0.count(of: "cairn1_release") == 1 }
        }
    }

    @Test(arguments: ["MOVED", "MOVED 1", "MOVED 99999 a:1", "MOVED 1 a:b", "MOVED 1 nohost", "ASK 1", "ASK x y:1"])
    func `a redirection that is garbage ends the command`(text: String) async throws {
        try await withPair({ command, _ in Self.isBegin(command) ? .send("-\(text)\r\n") : nil }) {
            (one, other, client) async throws in
            await expectError(.unavailable, text) {
                try await client.store.begin(id, since: nil)
            }
            #expect(one.log.count(of: "cairn1_begin") == 1)
            #expect(other.log.opened == 0)
        }
    }

    @Test func `a dead server of the URL costs no command`() async throws {
        let dead = try DeadServer()
        defer { dead.stop() }
        try await withPair({ command, _ in Self.isBegin(command) ? .send(":0\r\n") : nil }) {
            (one, _, _) async throws in
            let client = try TestClient("redis-cluster://\(dead.host),\(one.host),\(dead.host)", timeout: .seconds(2))
            defer { client.stop() }
            for _ in 0..<6 { _ = try await client.store.lease(of: .random()) }
        }
    }

    @Test func `a slot whose primary is dead is asked for elsewhere`() async throws {
        let dead = try DeadServer()
        defer { dead.stop() }
        let slot = slot
        let numbers = Numbers()
        try await withPair({ command, other in
            guard Self.isBegin(command) else { return nil }
            return .send("-MOVED \(slot) \(numbers.next() < 4 ? dead.host : other)\r\n")
        }) { (one, other, client) async throws in
            _ = try await client.store.lease(of: id)
            #expect(one.log.count(of: "cairn1_begin") == 4)
            #expect(other.log.count(of: "cairn1_begin") == 1)
        }
    }
}
