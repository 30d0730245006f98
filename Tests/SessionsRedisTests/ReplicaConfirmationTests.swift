import RESP
import SessionStores
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Commits that wait for replicas", .timeLimit(.minutes(3))) struct ReplicaConfirmationTests {
    private let id = SessionID.random()

    /// A primary that makes each commit, and answers WAIT as given.
    private static func script(_ answer: @escaping FakeServer.Script) -> FakeServer.Script {
        { command in
            switch command.operand {
            case "cairn1_begin": .send(":0\r\n")
            case "cairn1_commit", "cairn1_remove": .send(":1\r\n")
            default: command.name == "WAIT" ? answer(command) : nil
            }
        }
    }

    @Test(arguments: [2, 3, 100]) func `enough confirmations make a commit`(count: Int) async throws {
        try await withFake(Self.script { _ in .send(":\(count)\r\n") }, copies: 3) { (server, client) async throws in
            let result = try await client.store.commit(.following(nil), under: client.store.lease(of: id))
            #expect(result == .done)
            #expect(server.log.commands.last?.words.prefix(2) == ["WAIT", "2"])
        }
    }

    @Test(arguments: [
        (":1\r\n", "only 1 of 2 replicas"), (":-1\r\n", "only -1 of 2 replicas"), ("+OK\r\n", "WAIT"),
        ("*0\r\n", "WAIT"),
        ("-NOPERM this user has no permissions to run the 'wait' command\r\n", "'wait' command; extend the ACL"),
        ("-ERR WAIT cannot be used with replica instances\r\n", "replica instances"),
    ])
    func `a commit without enough confirmations is not acknowledged`(reply: String, part: String) async throws {
        let numbers = Numbers()
        try await withFake(Self.script { _ in .send(numbers.next() == 1 ? reply : ":2\r\n") }, copies: 3) {
            (server, client) async throws in
            let lease = try await client.store.lease(of: id)
            await expectError(.outcomeUnknown, part) {
                try await client.store.commit(.following(nil), under: lease)
            }
            #expect(try await client.store.commit(.following(nil), under: lease) == .done)
            #expect(server.log.opened == 2)
        }
    }

    @Test func `without a reply to WAIT the outcome is unknown in time`() async throws {
        let limit = Duration.milliseconds(2_000)
        try await withFake(Self.script { $0.connection == 2 ? .nothing : .send(":1\r\n") }, copies: 2, timeout: limit) {
            (server, client) async throws in
            let lease = try await client.store.lease(of: id)
            await expectError(.outcomeUnknown, "no reply in time") {
                try await client.store.commit(.following(nil), under: lease)
            }
            try await client.store.remove(id)
            #expect(server.log.opened == 3)
        }
    }

    @Test func `the commits of one round are confirmed by one WAIT, and nothing else is`() async throws {
        try await withFake(Self.script { _ in nil }, copies: 2) { (server, client) async throws in
            let lease = try await client.store.lease(of: id)
            #expect(try await client.store.commit(.following(nil), under: lease) == .done)
            #expect(server.log.count(of: "WAIT") == 1)
            let store = client.store
            try await Task(executorPreference: client.loops[0]) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<10 { group.addTask { try await store.remove(.random()) } }
                    try await group.waitForAll()
                }
            }.value
            #expect(server.log.count(of: "cairn1_remove") == 10)
            #expect(server.log.count(of: "WAIT") == 2)
        }
    }

    /// Valkey's WAIT covers only the changes of its own connection, so the client makes one.
    @Test func `a repeated commit is confirmed by a change of the new connection`() async throws {
        let revision = Revision(number: 1, salt: 0x4142_4344)
        let reply = "$9\r\n\0\0\0\0\u{1}ABCD\r\n"
        try await withFake(
            { command in
                switch command.operand {
                case "cairn1_begin": .send(":0\r\n")
                case "cairn1_commit": command.connection == 2 ? .close(after: "") : .send(reply)
                case "cairn1_touch": .send(":1\r\n")
                default: nil
                }
            }, copies: 2
        ) { (server, client) async throws in
            let change = SessionChange(.replace(LogElement(revision: revision, bytes: [])), after: nil)
            let result = try await client.store.commit(change, under: client.store.lease(of: id))
            #expect(result == .overtaken(by: revision))
            let names = server.log.commands.map { $0.name == "WAIT" ? "WAIT" : $0.operand }
            #expect(names.suffix(2) == ["cairn1_touch", "WAIT"])
        }
    }
}
