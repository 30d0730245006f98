import RESP
import SessionStores
import SharedLogs
import Testing

@testable import SessionsRedis
@testable import Sockets

/// The names on a list that all nodes share.
private struct Names: SharedState, Codable {
    struct Taken: Error {}

    private(set) var all: [String] = []

    mutating func apply(_ event: String) { all = (all + [event]).suffix(1_000) }
}

extension SharedLog<Names> {
    fileprivate convenience init() { self.init("names", Names()) }

    fileprivate var all: [String] { read(\.all) }

    fileprivate func add(_ name: String) async throws {
        try await update { names in
            guard !names.all.contains(name) else { throw Names.Taken() }
            return [name]
        }
    }
}

/// A copy of the list on one node, and the number of changes by other nodes.
private struct Copy {
    let log = SharedLog<Names>()
    let client: TestClient
    let changes = Watched(0)

    init(_ server: RunningServer, copies: Int = 1) async throws {
        client = try TestClient(server.url, copies: copies)
        let changes = changes
        try await log.open(
            in: RedisEventStore(client.client), report: { _ in }, changed: { changes.change { $0 += 1 } })
    }

    /// Waits until a change of another node brings these names.
    func wait(for names: [String]) async {
        let log = log
        await changes.wait { _ in log.all == names }
        #expect(log.all == names)
    }

    func stop() async {
        await log.close()
        client.stop()
    }
}

@Suite(
    "Shared logs in a real server", .enabled(if: RunningServer.isInstalled, RunningServer.advice),
    .timeLimit(.minutes(3)))
struct RedisEventStoreTests {
    @Test func `a change of one node arrives at the other by itself`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let (first, second) = (try await Copy(server), try await Copy(server))
        for number in 1...3 {
            try await first.log.add("first \(number)")
            await second.wait(for: first.log.all)
            try await second.log.add("second \(number)")
            await first.wait(for: second.log.all)
        }
        #expect(first.log.all.count == 6)
        await first.stop()
        await second.stop()
    }

    @Test func `of many nodes one makes a change that is possible once`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        var copies: [Copy] = []
        for _ in 0..<4 { copies.append(try await Copy(server)) }
        for number in 0..<10 {
            let made = await withTaskGroup(of: Bool.self) { group in
                for copy in copies {
                    group.addTask { (try? await copy.log.add("\(number)")) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == 1)
        }
        for copy in copies {
            try await copy.log.refresh()
            #expect(copy.log.all == (0..<10).map(String.init))
            await copy.stop()
        }
    }

    @Test func `a change during a lost connection arrives, too`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let (first, second) = (try await Copy(server), try await Copy(server))
        try await first.log.add("before")
        await second.wait(for: ["before"])
        for number in 0..<5 {
            let kill = try await first.client.command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
            #expect(kill != .integer(0))
            try await first.log.add("\(number)")
            await second.wait(for: first.log.all)
        }
        await first.stop()
        await second.stop()
    }

    @Test func `the functions of an earlier release are replaced`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let client = try TestClient(server.url)
        defer { client.stop() }
        let lines = String(decoding: FunctionLibrary.source, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        let earlier = lines.filter { line in
            !["newest", "append", "compact", "confirm"].contains { line.hasPrefix("register('\($0)'") }
        }
        #expect(lines.count - earlier.count == 4)
        #expect(
            try await client.command("FUNCTION", "LOAD", "REPLACE", earlier.joined(separator: "\n"))
                == .bulkString(Array("cairn1".utf8)))
        let record = LogElement(revision: .following(nil), bytes: [1])
        #expect(try await RedisEventStore(client.client).append(record, to: "names", after: nil) == .done)
        let id = SessionID.random()
        try await client.store.change(id, after: nil)
        #expect(try await client.store.count() == 1)
    }

    @Test func `the longest checkpoint and a full tail are kept`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let client = try TestClient(server.url)
        defer { client.stop() }
        let store = RedisEventStore(client.client)
        let first = LogElement(revision: .following(nil), bytes: [1])
        #expect(try await store.append(first, to: "long", after: nil) == .done)
        let checkpoint = LogElement(
            revision: first.revision, bytes: (0..<16 << 20).map { UInt8(truncatingIfNeeded: $0 >> 7) })
        try await store.compact("long", to: checkpoint)
        var records: [LogElement] = []
        for number in 0..<40 {
            let last = records.last?.revision ?? first.revision
            let record = LogElement(
                revision: .following(last), bytes: [UInt8](repeating: UInt8(number), count: 65_536))
            #expect(try await store.append(record, to: "long", after: last) == .done)
            records.append(record)
        }
        #expect(try await store.read("long", after: nil) == .whole(checkpoint: checkpoint, records))
        let tooLong = LogElement(revision: checkpoint.revision, bytes: checkpoint.bytes + [0])
        await expectError(.tooLarge) { try await store.compact("long", to: tooLong) }
    }

    @Test(arguments: ["", "Names", "a/b", "a}", String(repeating: "a", count: 65)])
    func `a name that no log can have is refused`(name: String) async throws {
        try await withFake { server, client in
            let store = RedisEventStore(client.client)
            let record = LogElement(revision: .following(nil), bytes: [])
            await expectError(.system, "lower-case") { try await store.read(name, after: nil) }
            await expectError(.system, "lower-case") { try await store.append(record, to: name, after: nil) }
            await expectError(.system, "lower-case") { try await store.compact(name, to: record) }
            _ = store.follow(name) { _ in Issue.record("notified") }
            #expect(server.log.commands.isEmpty)
        }
    }
}

@Suite("Shared logs in a server that follows a script", .timeLimit(.minutes(3))) struct ScriptedEventStoreTests {
    private static let record = LogElement(revision: Revision(number: 1, salt: 0x5341_4C54), bytes: [0x21])
    private static let tail = "*2\r\n:3\r\n$11\r\n\0\0\0\0\u{1}SALTR!\r\n"

    @Test func `a record that a failover loses before it is confirmed is read again`() async throws {
        let numbers = Numbers()
        try await withFake(
            { command in
                switch command.operand {
                case "cairn1_load": .send(numbers.next() == 1 ? Self.tail : ":0\r\n")
                case "cairn1_confirm": .send(":0\r\n")
                default: nil
                }
            }, copies: 2
        ) { server, client in
            let read = try await RedisEventStore(client.client).read("names", after: nil)
            #expect(read == .unchanged)
            #expect(server.log.count(of: "cairn1_load") == 2 && server.log.count(of: "cairn1_confirm") == 1)
        }
    }

    @Test func `what was read is confirmed by the replicas, or the read fails`() async throws {
        let numbers = Numbers()
        try await withFake(
            { command in
                switch command.operand {
                case "cairn1_load": .send(Self.tail)
                case "cairn1_confirm": .send(":1\r\n")
                default: command.name == "WAIT" ? .send(numbers.next() == 1 ? ":0\r\n" : ":1\r\n") : nil
                }
            }, copies: 2
        ) { server, client in
            let store = RedisEventStore(client.client)
            await expectError(.outcomeUnknown, "replicas") { try await store.read("names", after: nil) }
            let read = try await store.read("names", after: nil)
            #expect(read == .whole(checkpoint: nil, [Self.record]))
            #expect(server.log.count(of: "WAIT") == 2)
        }
    }

    @Test func `records that are lost again and again end in an error`() async throws {
        try await withFake(
            { command in
                switch command.operand {
                case "cairn1_load": .send(Self.tail)
                case "cairn1_confirm": .send(":0\r\n")
                default: nil
                }
            }, copies: 2
        ) { server, client in
            let store = RedisEventStore(client.client)
            await expectError(.unavailable, "again and again") { try await store.read("names", after: nil) }
            #expect(server.log.count(of: "cairn1_load") == 4)
        }
    }

    @Test(arguments: [":2\r\n", "+OK\r\n", "*1\r\n:3\r\n", "$3\r\nabc\r\n", "_\r\n"])
    func `a reply of another program is an error`(reply: String) async throws {
        try await withFake({ $0.operand.hasPrefix("cairn1_") && $0.operand != "cairn1_check" ? .send(reply) : nil }) {
            _, client in
            let store = RedisEventStore(client.client)
            await expectError(.system, "another program") { try await store.read("names", after: nil) }
            await expectError(.system, "another program") {
                try await store.append(Self.record, to: "names", after: nil)
            }
        }
    }
}
