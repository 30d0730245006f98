import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Error replies of a server", .timeLimit(.minutes(3))) struct ErrorReplyTests {
    private let id = SessionID.random()
    private let revision = Revision(number: 1, salt: 1)

    @Test(arguments: [
        "LOADING Redis is loading", "TRYAGAIN Multiple keys", "BUSY Redis is busy", "CLUSTERDOWN The cluster is down",
        "READONLY You can't write", "MASTERDOWN Link with MASTER is down",
    ])
    func `a passing error is repeated until the truth comes`(text: String) async throws {
        let numbers = Numbers()
        try await withFake({ command in
            guard command.operand == "cairn1_begin" else { return nil }
            return .send(numbers.next() <= 3 ? "-\(text)\r\n" : ":0\r\n")
        }) { (server, client) async throws in
            _ = try await client.store.lease(of: id)
            #expect(server.log.count(of: "cairn1_begin") == 4)
            let isReconnecting = text.hasPrefix("READONLY") || text.hasPrefix("MASTERDOWN")
            #expect(server.log.opened == (isReconnecting ? 4 : 1))
        }
    }

    @Test(arguments: ["LOADING x", "TRYAGAIN x", "BUSY x", "CLUSTERDOWN x", "READONLY x", "MASTERDOWN x"])
    func `a passing error that stays makes the store unavailable in time`(text: String) async throws {
        let limit = Duration.milliseconds(2_000)
        try await withFake(
            { $0.operand == "cairn1_begin" ? .send("-\(text)\r\n") : nil }, timeout: limit
        ) { (server, client) async throws in
            await expectError(.unavailable, text) { try await client.store.begin(id, since: nil) }
            #expect(server.log.count(of: "cairn1_begin") >= 2)
        }
    }

    @Test(
        arguments: [
            ("NOREPLICAS Not enough good replicas", .unavailable, "min-replicas-to-write"),
            ("OOM command not allowed", .unavailable, "maxmemory"), ("MISCONF errors", .unavailable, "disk"),
            ("NOAUTH Authentication required.", .permissionDenied, "--state"),
            ("WRONGPASS invalid", .permissionDenied, "--state"), ("NOPERM no", .permissionDenied, "ACL"),
            ("WRONGTYPE x", .damaged, "WRONGTYPE"), ("ERR Library missing", .system, "ERR Library"),
            ("CAIRN x", .system, "CAIRN"),
            ("MOVED 1", .unavailable, "MOVED"), ("ASK x y:z", .unavailable, "ASK"), ("", .system, nil),
        ] as [(String, StoreError.Code, String?)])
    func `a lasting error ends its command at once, with advice`(
        text: String, code: StoreError.Code, advice: String?
    ) async throws {
        let numbers = Numbers()
        try await withFake({ command in
            guard command.operand == "cairn1_begin" else { return nil }
            return .send(numbers.next() == 1 ? "-\(text)\r\n" : ":0\r\n")
        }) { (server, client) async throws in
            await expectError(code, advice) { try await client.store.begin(id, since: nil) }
            _ = try await client.store.lease(of: id)
            #expect(server.log.count(of: "cairn1_begin") == 2)
            #expect(server.log.opened == 1)
        }
    }

    @Test func `a missing function library is loaded, and the command repeated`() async throws {
        let numbers = Numbers()
        try await withFake({ command in
            guard command.operand == "cairn1_begin" else { return nil }
            return .send(numbers.next() == 1 ? "-ERR Function not found\r\n" : ":0\r\n")
        }) { (server, client) async throws in
            _ = try await client.store.lease(of: id)
            #expect(server.log.commands.suffix(3).map(\.operand) == ["cairn1_begin", "LOAD", "cairn1_begin"])
        }
    }

    @Test func `a function that stays missing makes the store unavailable`() async throws {
        try await withFake({ command in
            command.operand == "cairn1_begin" ? .send("-ERR Function not found\r\n") : nil
        }) { (server, client) async throws in
            await expectError(.unavailable, "Function not found") {
                try await client.store.begin(id, since: nil)
            }
            #expect(server.log.count(of: "LOAD") == 8)
        }
    }

    @Test func `the error of loading the library is the command's`() async throws {
        try await withFake({ command in
            if command.name == "FUNCTION" { return .send("-OOM command not allowed\r\n") }
            return command.operand == "cairn1_begin" ? .send("-ERR Function not found\r\n") : nil
        }) { (_, client) async throws in
            await expectError(.unavailable, "maxmemory") { try await client.store.begin(id, since: nil) }
        }
    }

    @Test func `count loads a missing library, too`() async throws {
        let numbers = Numbers()
        try await withFake({ command in
            if command.name == "SCAN" { return .send("*2\r\n$1\r\n0\r\n*1\r\n$1\r\nk\r\n") }
            guard command.operand == "cairn1_count" else { return nil }
            return .send(numbers.next() == 1 ? "-ERR Function not found\r\n" : ":1\r\n")
        }) { (server, client) async throws in
            #expect(try await client.store.count() == 1)
            #expect(server.log.count(of: "LOAD") == 1)
        }
    }

    @Test func `a wrong password is refused at once and never shown`() async throws {
        let server = try FakeServer { command in
            guard command.name == "HELLO" else { return nil }
            return .send("-WRONGPASS invalid username-password pair or user is disabled.\r\n")
        }
        defer { server.stop() }
        let client = try TestClient("redis://me:SECRET@\(server.host)")
        defer { client.stop() }
        for _ in 0..<3 {
            let error = await storeError { try await client.store.load(id, since: nil) }
            #expect(error?.code == .permissionDenied)
            #expect(error?.description.contains("--state") == true)
            #expect(error?.description.contains("SECRET") == false)
        }
        #expect(server.log.commands.first?.words == ["HELLO", "3", "AUTH", "me", "SECRET"])
        #expect(client.messages.count == 1)
        #expect(client.messages.allSatisfy { !$0.contains("SECRET") })
    }

    @Test func `the database is selected before the first command`() async throws {
        let server = try FakeServer { $0.operand == "cairn1_load" ? .send(":0\r\n") : nil }
        defer { server.stop() }
        let client = try TestClient("\(server.url)/7")
        defer { client.stop() }
        #expect(try await client.store.load(id, since: nil) == .missing)
        #expect(server.log.commands.prefix(2).map(\.words) == [["HELLO", "3"], ["SELECT", "7"]])
    }
}
