import Dispatch
import RESP
import SessionStores
import Synchronization
import Testing

@testable import SessionsRedis
@testable import Sockets

@Suite("Loads without a round trip", .timeLimit(.minutes(3))) struct TrackingTests {
    private let id = SessionID.random()

    private static let revisions = (0...3).map { Revision(number: UInt64($0), salt: 0x5341_4C54) }

    /// A log whose newest revision has this number.
    private static func log(_ number: UInt8) -> String {
        "*2\r\n:3\r\n$9\r\n\0\0\0\0\(Character(Unicode.Scalar(number)))SALT\r\n"
    }

    private static func message(_ key: String) -> String {
        ">2\r\n$10\r\ninvalidate\r\n*1\r\n$\(key.utf8.count)\r\n\(key)\r\n"
    }

    private static func isLoad(_ command: FakeServer.Command) -> Bool { command.operand == "cairn1_load" }

    /// Runs `body` on the loop of a client whose server tracks keys.
    private func withTracking(
        timeout: Duration = .seconds(20), _ script: @escaping FakeServer.Script,
        _ body: @escaping @Sendable (FakeServer, RedisStore) async throws -> Void
    ) async throws {
        try await withFake({ $0.name == "CLIENT" ? .send("+OK\r\n") : script($0) }, timeout: timeout) {
            (server, client) async throws in
            let store = client.store
            try await Task(executorPreference: client.loops[0]) { try await body(server, store) }.value
        }
    }

    @Test func `an unchanged session is loaded once`() async throws {
        let id = id
        try await withTracking({ Self.isLoad($0) ? .send(Self.log(1)) : nil }) { server, store in
            let first = try await store.load(id, since: nil)
            #expect(first.newest == Self.revisions[1])
            for _ in 0..<5 {
                let again = try await store.load(id, since: Self.revisions[1])
                #expect(again == .unchanged)
            }
            #expect(server.log.count(of: "cairn1_load") == 1)
            // A copy that is older or newer is compared by the server, and so is a load that must not use the proof.
            _ = try await store.load(id, since: nil)
            _ = try await store.load(id, since: Self.revisions[2])
            _ = try await store.reload(id, since: Self.revisions[1])
            #expect(server.log.count(of: "cairn1_load") == 4)
        }
    }

    @Test func `a missing session stays missing, and an unchanged one has the revision of the copy`() async throws {
        let (id, numbers) = (id, Numbers())
        try await withTracking({ Self.isLoad($0) ? .send(numbers.next() == 1 ? ":0\r\n" : ":1\r\n") : nil }) {
            server, store in
            for _ in 0..<3 {
                let stored = try await store.load(id, since: nil)
                #expect(stored == .missing)
            }
            #expect(server.log.count(of: "cairn1_load") == 1)
            for _ in 0..<3 {
                let stored = try await store.load(SessionID.random(near: id), since: Self.revisions[2])
                #expect(stored == .unchanged)
            }
        }
    }

    @Test(arguments: ["key", "all"]) func `after a message the server is asked again`(kind: String) async throws {
        let (id, numbers) = (id, Numbers())
        try await withTracking({ command in
            guard Self.isLoad(command) else { return nil }
            let message = kind == "all" ? ">2\r\n$10\r\ninvalidate\r\n_\r\n" : Self.message(command.words[3])
            return .send(numbers.next() == 1 ? Self.log(1) + message : Self.log(2))
        }) { server, store in
            _ = try await store.load(id, since: nil)
            let second = try await store.load(id, since: Self.revisions[1])
            #expect(second.newest == Self.revisions[2])
            #expect(server.log.count(of: "cairn1_load") == 2)
        }
    }

    @Test(arguments: [
        ">1\r\n$10\r\ninvalidate\r\n", ">2\r\n$7\r\nmessage\r\n*1\r\n$1\r\nk\r\n", ">1\r\n:1\r\n", ">0\r\n",
    ])
    func `other messages are no harm`(message: String) async throws {
        let id = id
        try await withTracking({ Self.isLoad($0) ? .send(Self.log(1) + message) : nil }) { server, store in
            for _ in 0..<3 {
                let stored = try await store.load(id, since: nil)
                #expect(stored.newest == Self.revisions[1])
            }
            #expect(server.log.opened == 1)
        }
    }

    /// Both replies and the message arrive at once, before either caller continues.
    @Test func `of two loads at the same time the later reply counts`() async throws {
        let (id, numbers) = (id, Numbers())
        try await withTracking({ command in
            guard Self.isLoad(command) else { return nil }
            return switch numbers.next() {
            case 1: .nothing
            case 2: .send(Self.log(1) + Self.message(command.words[3]) + Self.log(2))
            default: .send(Self.log(2))
            }
        }) { server, store in
            async let first = store.load(id, since: nil)
            async let second = store.load(id, since: nil)
            let newest = try await (first.newest, second.newest)
            #expect(Set([newest.0, newest.1]) == [Self.revisions[1], Self.revisions[2]])
            let third = try await store.load(id, since: Self.revisions[1])
            #expect(third.newest == Self.revisions[2])
            #expect(server.log.count(of: "cairn1_load") == 3)
        }
    }

    @Test func `after the connection was lost the server is asked again`() async throws {
        let (id, numbers) = (id, Numbers())
        try await withTracking({ command in
            guard Self.isLoad(command) else { return nil }
            return numbers.next() == 1 ? .close(after: Self.log(1)) : .send(Self.log(2))
        }) { server, store in
            _ = try await store.load(id, since: nil)
            await server.wait { $0.opened == 2 }
            let second = try await store.load(id, since: Self.revisions[1])
            #expect(second.newest == Self.revisions[2])
        }
    }

    /// Otherwise a request of a visitor that the loop reads before the message could show what is outdated.
    @Test(.enabled(if: RunningServer.isInstalled, RunningServer.advice))
    func `a message that has arrived counts before the loop reads it`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let (reader, writer) = (try TestClient(server.url), try TestClient(server.url))
        defer { reader.stop() }
        defer { writer.stop() }
        let (id, store) = (id, writer.store)
        let first = try await store.change(id, after: nil)
        let stored = try await Task(executorPreference: reader.loops[0]) {
            _ = try await reader.store.load(id, since: nil)
            let isProven = reader.client.tracked(SessionKey(of: id, prefix: Array("cairn:app:".utf8)), since: first)
            #expect(isProven == .unchanged)
            // The loop reads nothing meanwhile. After the second reply the server has sent the message, too.
            try blocking {
                try await store.change(id, after: first)
                _ = try await store.load(id, since: nil)
            }
            return try await reader.store.load(id, since: first)
        }.value
        #expect(stored.newest?.number == first.number + 1)
    }

    @Test(.enabled(if: RunningServer.isInstalled, RunningServer.advice))
    func `a change of another process makes the copy outdated until it is loaded`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let (reader, writer) = (try TestClient(server.url, loopCount: 2), try TestClient(server.url))
        defer { reader.stop() }
        defer { writer.stop() }
        let first = try await writer.store.change(id, after: nil)
        _ = try await reader.store.load(id, since: nil)
        #expect(!reader.store.isOutdated(id))
        let second = try await writer.store.change(id, after: first)
        while !reader.store.isOutdated(id) { try await pause() }
        #expect(!reader.store.isOutdated(.random(near: id)))
        _ = try await reader.store.reload(id, since: first)
        #expect(!reader.store.isOutdated(id))
        // Its own change leaves nothing outdated.
        try await reader.store.change(id, after: second)
        _ = try await reader.store.reload(id, since: second)
        #expect(!reader.store.isOutdated(id))
    }

    @Test(.enabled(if: RunningServer.isInstalled, RunningServer.advice))
    func `a session is followed through changes of another process, as long as the follower exists`() async throws {
        let server = try await RunningServer.start()
        defer { server.stop() }
        let (reader, writer) = (try TestClient(server.url, loopCount: 2), try TestClient(server.url))
        defer { reader.stop() }
        defer { writer.stop() }
        let changes = Mutex<[Bool]>([])
        var follower = reader.store.follow(id) { isCertain in changes.withLock { $0.append(isCertain) } }
        var last = try await writer.store.change(id, after: nil)
        for count in 1...3 {
            _ = try await reader.store.load(id, since: nil)
            last = try await writer.store.change(id, after: last)
            while changes.withLock(\.count) < count { try await pause() }
        }
        #expect(changes.withLock { $0.allSatisfy(\.self) } && follower != nil)
        follower = nil
        let count = changes.withLock(\.count)
        _ = try await reader.store.reload(id, since: nil)
        try await writer.store.change(id, after: last)
        while !reader.store.isOutdated(id) { try await pause() }
        #expect(changes.withLock(\.count) == count)
    }

    @Test func `followers of one session are independent, and all learn of a lost connection`() {
        let followers = SessionFollowers()
        let told = Mutex<[String]>([])
        func follow(_ key: [UInt8], _ name: String) -> SessionFollowers.Follower {
            followers.follow(key) { isCertain in told.withLock { $0.append("\(name) \(isCertain)") } }
        }
        var first: SessionFollowers.Follower? = follow([1], "first")
        let (second, other) = (follow([1], "second"), follow([2], "other"))
        followers.notify([1])
        #expect(told.withLock { $0.sorted() } == ["first true", "second true"])
        #expect(first != nil)
        first = nil
        followers.notify([3])
        followers.notifyAll()
        #expect(told.withLock { $0.dropFirst(2).sorted() } == ["other false", "second false"])
        withExtendedLifetime((second, other)) {}
    }

    @Test func `outdated keys are remembered for ten seconds and forgotten after twenty`() {
        let (outdated, second) = (OutdatedKeys(), UInt64(1_000_000_000))
        outdated.insert([1], at: 29 * second)
        outdated.insert([2], at: 39 * second)
        #expect(outdated.contains([1]) && outdated.contains([2]) && !outdated.contains([3]))
        outdated.remove([2])
        #expect(!outdated.contains([2]))
        outdated.insert([3], at: 40 * second)
        #expect(!outdated.contains([1]) && outdated.contains([3]))
        outdated.insertAll(at: 41 * second)
        #expect(outdated.contains([4]))
        outdated.insert([5], at: 70 * second)
        #expect(!outdated.contains([4]))
    }

    @Test func `more outdated keys than can be remembered make all outdated`() {
        let outdated = OutdatedKeys()
        for number in 0..<50_000 { outdated.insert(Array("\(number)".utf8), at: 1) }
        #expect(!outdated.contains([0]))
        outdated.insert([1], at: 1)
        #expect(outdated.contains([0]))
    }

    @Test func `a connection that is silent for long proves nothing`() {
        let (tracked, key) = (TrackedKeys(), [UInt8]("key".utf8))
        tracked.didReceive(at: 1_000)
        tracked.didReply(.integer(0), to: .init(key: key, known: nil))
        #expect(tracked.stored(key, since: nil, now: 1_100, within: 100) == .missing)
        #expect(tracked.stored(key, since: nil, now: 1_101, within: 100) == nil)
        tracked.didReceive(at: 1_101)
        #expect(tracked.stored(key, since: nil, now: 1_101, within: 100) == .missing)
    }

    @Test func `the number of tracked keys is limited`() {
        let tracked = TrackedKeys()
        func key(_ number: Int) -> [UInt8] { Array("\(number)".utf8) }
        for number in 0...100_000 { tracked.didReply(.integer(0), to: .init(key: key(number), known: nil)) }
        #expect(tracked.stored(key(0), since: nil, now: 0, within: 0) == nil)
        #expect(tracked.stored(key(100_000), since: nil, now: 0, within: 0) == .missing)
    }

    @Test(arguments: ["-ERR no\r\n", "+OK\r\n", ":7\r\n", "*2\r\n:3\r\n$2\r\nno\r\n", "*0\r\n"])
    func `an error proves nothing`(reply: String) async throws {
        let (id, numbers) = (id, Numbers())
        try await withTracking({ Self.isLoad($0) ? .send(numbers.next() == 1 ? reply : ":0\r\n") : nil }) {
            server, store in
            await expectError(.system) { try await store.load(id, since: Self.revisions[1]) }
            let stored = try await store.load(id, since: Self.revisions[1])
            #expect(stored == .missing)
            #expect(server.log.count(of: "cairn1_load") == 2)
        }
    }

    @Test func `a server that does not track is asked each time`() async throws {
        let id = id
        try await withFake({ Self.isLoad($0) ? .send(":0\r\n") : nil }) { (server, client) async throws in
            let store = client.store
            try await Task(executorPreference: client.loops[0]) {
                for _ in 0..<3 { _ = try await store.load(id, since: nil) }
            }.value
            #expect(server.log.count(of: "cairn1_load") == 3)
        }
    }
}

/// Runs `body` elsewhere, and blocks the thread until it has ended.
private func blocking(_ body: @escaping @Sendable () async throws -> Void) throws {
    let (done, failure) = (DispatchSemaphore(value: 0), Watched<(any Error)?>(nil))
    Task.detached {
        do { try await body() } catch { failure.change { $0 = error } }
        done.signal()
    }
    done.wait()
    if let error = failure.value { throw error }
}
