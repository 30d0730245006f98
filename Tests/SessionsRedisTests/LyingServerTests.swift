import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

/// The replies of a load: no session, an unchanged one, and a log of one element.
private let (missing, unchanged) = (":0\r\n", ":1\r\n")
private let wholeLog = "*2\r\n:3\r\n$13\r\n\0\0\0\0\u{1}SALTbody\r\n"
private let element = LogElement(revision: Revision(number: 1, salt: 0x5341_4C54), bytes: Array("body".utf8))

@Suite("A server that lies", .timeLimit(.minutes(3))) struct LyingServerTests {
    private let id = SessionID.random()

    @Test func `replies that arrive octet by octet are the same`() async throws {
        try await withFake({ command in
            guard case .send(let text) = FakeServer.greeting(command), !text.hasPrefix("-") else {
                return .sendOctets(wholeLog)
            }
            return .sendOctets(text)
        }) { (server, client) async throws in
            for _ in 0..<3 { #expect(try await client.store.load(id, since: nil) == .whole([element])) }
            #expect(server.log.opened == 1)
        }
    }

    @Test(arguments: [0, 1, 4, 8, 12, wholeLog.utf8.count - 1])
    func `a command whose reply was cut off is sent again`(count: Int) async throws {
        try await withFake({ command in
            guard command.operand == "cairn1_load" else { return nil }
            let cut = String(decoding: wholeLog.utf8.prefix(count), as: UTF8.self)
            return command.connection == 1 ? .close(after: cut) : .send(wholeLog)
        }) { (server, client) async throws in
            #expect(try await client.store.load(id, since: nil) == .whole([element]))
            #expect(server.log.opened == 2)
            #expect(server.log.count(of: "cairn1_load") == 2)
        }
    }

    @Test func `without any reply the outcome is unknown in time, and a late reply is not taken for another`()
        async throws
    {
        let limit = Duration.milliseconds(2_000)
        try await withFake(
            { command in
                guard command.operand == "cairn1_load" else { return nil }
                return command.connection == 1 ? .sendLate(wholeLog, after: limit * 3) : .send(missing)
            }, timeout: limit
        ) { (server, client) async throws in
            await expectError(.outcomeUnknown, "no reply in time") {
                try await client.store.load(id, since: nil)
            }
            for _ in 0..<3 { #expect(try await client.store.load(id, since: nil) == .missing) }
            #expect(server.log.opened == 2)
        }
    }

    @Test func `a server that answers twice loses the connection`() async throws {
        try await withFake({ command in
            guard command.operand == "cairn1_load" else { return nil }
            return .send(command.connection == 1 ? missing + unchanged : unchanged)
        }) { (server, client) async throws in
            #expect(try await client.store.load(id, since: nil) == .missing)
            await server.wait { $0.closed == 1 }
            #expect(try await client.store.load(id, since: element.revision) == .unchanged)
            #expect(client.messages.contains { $0.contains("a reply to no command") })
        }
    }

    @Test(arguments: [
        "+OK\r\n", "$5\r\nhello\r\n", "$-1\r\n", "*-1\r\n", "_\r\n", "*0\r\n", "%0\r\n", "~0\r\n", "#t\r\n", ",1.5\r\n",
        ":2\r\n", ":-1\r\n", "(1\r\n", "=7\r\ntxt:abc\r\n", "*1\r\n:3\r\n", "*2\r\n:3\r\n$2\r\nno\r\n",
        "*2\r\n:3\r\n*0\r\n",
        "|1\r\n+a\r\n+b\r\n:7\r\n",
    ])
    func `a reply of another type is an error of its command only`(reply: String) async throws {
        let numbers = Numbers()
        try await withFake({ command in
            guard command.operand == "cairn1_load" else { return nil }
            return .send(numbers.next() == 1 ? reply : missing)
        }) { (server, client) async throws in
            await expectError(.system, "not one of cairn1") { try await client.store.load(id, since: nil) }
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(server.log.opened == 1)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request", "\r\n",
        "\0\0\0\0\r\n", "$99999999999\r\n", "$9999999999\r\n", "$16777227\r\n", "$-2\r\n", "*100001\r\n",
        "*9999999999\r\n", "*?\r\n", "%50001\r\n", "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n", ":\r\n", ":12x\r\n",
        "*1\r\n>1\r\n:1\r\n",
        String(repeating: "x", count: 20_000), ":1\n",
    ])
    func `octets that are no reply cost the connection`(octets: String) async throws {
        try await withFake({ command in
            guard command.operand == "cairn1_load" else { return nil }
            return .send(command.connection == 1 ? octets : missing)
        }) { (server, client) async throws in
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(server.log.opened == 2)
            #expect(client.messages.contains { $0.contains("does not speak RESP") })
        }
    }

    @Test func `a server of another protocol is named in the error`() async throws {
        let limit = Duration.milliseconds(2_000)
        try await withFake({ _ in .close(after: "HTTP/1.1 400 Bad Request\r\n\r\n") }, timeout: limit) {
            (_, client) async throws in
            await expectError(.unavailable, "does not speak RESP") {
                try await client.store.load(id, since: nil)
            }
        }
    }

    @Test func `pushes between replies answer no command`() async throws {
        let push = ">2\r\n+invalidate\r\n*1\r\n$1\r\nk\r\n"
        try await withFake({ command in
            if command.operand == "cairn1_load" { return .send(push + push + wholeLog + push) }
            guard case .send(let text) = FakeServer.greeting(command) else { return nil }
            return .send(push + text + push)
        }) { (server, client) async throws in
            for _ in 0..<20 { #expect(try await client.store.load(id, since: nil) == .whole([element])) }
            #expect(server.log.opened == 1)
        }
    }

    @Test(arguments: ["HELLO", "ROLE", "cairn1_check"])
    func `a connection that is lost during its first commands is opened again`(step: String) async throws {
        try await withFake({ command in
            if command.operand == "cairn1_load" { return .send(missing) }
            guard command.connection <= 2, command.name == step || command.operand == step else { return nil }
            return .close(after: command.connection == 1 ? "" : "$1")
        }) { (server, client) async throws in
            #expect(try await client.store.load(id, since: nil) == .missing)
            #expect(server.log.opened == 3)
        }
    }

    @Test(arguments: ["HELLO", "ROLE", "cairn1_check"])
    func `first commands without a reply make the store unavailable in time`(step: String) async throws {
        let limit = Duration.milliseconds(2_000)
        try await withFake(
            { $0.name == step || $0.operand == step ? .nothing : nil }, timeout: limit
        ) { (server, client) async throws in
            await expectError(.unavailable) { try await client.store.load(id, since: nil) }
            #expect(server.log.count(of: "cairn1_load") == 0)
        }
    }

    @Test(arguments: [
        ("ROLE", "*5\r\n$5\r\nslave\r\n$1\r\na\r\n:1\r\n$9\r\nconnected\r\n:0\r\n", "replica (slave)"),
        ("ROLE", "+master\r\n", "ROLE"), ("ROLE", "*0\r\n", "ROLE"), ("cairn1_check", ":0\r\n", "cairn1_check"),
        ("FUNCTION", "-ERR bad\r\n", "ERR bad"),
    ])
    func `a server that cannot be used is named in the error`(step: String, reply: String, part: String) async throws {
        let limit = Duration.milliseconds(1_000)
        try await withFake(
            { command in
                if command.operand == "cairn1_check", step == "FUNCTION" { return .send("-ERR Function not found\r\n") }
                return command.name == step || command.operand == step ? .send(reply) : nil
            }, timeout: limit
        ) { (_, client) async throws in
            await expectError(.unavailable, part) { try await client.store.load(id, since: nil) }
        }
    }

    @Test func `too few permissions refuse each command at once, until they are extended`() async throws {
        let isAllowed = Lock(false)
        try await withFake({ command in
            if command.operand == "cairn1_load" { return .send(missing) }
            guard command.operand == "cairn1_check", !isAllowed.withLock({ $0 }) else { return nil }
            return .send("*2\r\n$4\r\nlset\r\n$4\r\ntime\r\n")
        }) { (server, client) async throws in
            for _ in 0..<3 {
                await expectError(.permissionDenied, "lset, time") {
                    try await client.store.load(id, since: nil)
                }
            }
            isAllowed.withLock { $0 = true }
            await server.wait { $0.commands.last?.connection ?? 0 > 1 }
            while true {
                if try await client.store.load(id, since: nil, unless: .permissionDenied) == .missing { break }
            }
        }
    }
}

extension RedisStore {
    /// Returns `nil` for one kind of error.
    fileprivate func load(_ id: SessionID, since known: Revision?, unless code: StoreError.Code) async throws
        -> StoredSession?
    {
        do { return try await load(id, since: known) } catch let error as StoreError where error.code == code {
            try await pause()
            return nil
        }
    }
}
