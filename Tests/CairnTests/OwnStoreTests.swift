import Cairn
import CairnTesting
import Synchronization
import Testing

@Suite("Session stores that the program passes to the server", .timeLimit(.minutes(3))) struct OwnStoreTests {
    /// Serves the desk with `store` while `body` runs.
    private func serve(_ store: MemoryStore, _ body: (Wire) async throws -> Void) async throws {
        try await CairnTests.serve(Desk.hosted(), in: store, body)
    }

    @Test func `a second server with the store of the first shows the visitor's state`() async throws {
        let store = MemoryStore()
        var cookies: [String] = []
        try await serve(store) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/desk")
            try await visitor.click("Count")
            #expect(try await visitor.click("Count").texts == ["Counted to 2"])
            cookies = visitor.cookies.map { "\($0.key)=\($0.value)" }
        }
        #expect(store.isClosed)
        #expect(try await store.count() == 1)
        try await serve(store) { wire in
            let fields = [("Cookie", cookies.joined(separator: "; ")), ("Accept", "text/html")]
            let reply = try await Visitor(wire).send(Call("GET", "/desk", fields: fields))
            #expect(reply.text.contains("Counted to 2"))
        }
    }

    @Test func `while the store cannot be read, pages and actions get 503 and the session is not lost`() async throws {
        let store = MemoryStore()
        var fields = [("Accept", "application/json")]
        try await serve(store) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/desk", "action=increment")
            fields.append(("Cookie", visitor.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")))
        }
        try await serve(store) { wire in
            store.isUnreadable.store(true, ordering: .relaxed)
            let refused = try await Visitor(wire).send(Call("GET", "/desk", fields: fields))
            #expect(refused.status == 503)
            #expect(try refused.problem.type == "urn:cairn:problem:cannot-load")
            let post = Call(
                "POST", "/desk", fields: fields + [("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("action=increment".utf8))
            let unread = try await Visitor(wire).send(post)
            #expect(unread.status == 503 && unread["Retry-After"] == "5")
            #expect(try unread.problem.type == "urn:cairn:problem:cannot-load")
            store.isUnreadable.store(false, ordering: .relaxed)
            #expect(try await Visitor(wire).send(Call("GET", "/desk", fields: fields)).text.contains("Counted to 1"))
        }
    }

    @Test func `a refused form whose text a shared store keeps raises the revision in the cookie`() async throws {
        try await serve(MemoryStore(sharing: MemoryStore.Data())) { wire in
            let visitor = Visitor(wire)
            let seen = { Int(visitor.cookies["cairn-desk"]?.split(separator: ".").dropFirst().first ?? "") }
            #expect(try await visitor.put("/desk/~stack", stackBody(["top", "order"])).status == 303)
            let before = try #require(seen())
            let form = "action=order&amount=&item=coal"
            let invalid = try await visitor.post("/desk/order", form, accept: "text/html")
            #expect(invalid.status == 422 && seen() == before + 1)
            // The text is the same, so nothing is committed.
            let again = try await visitor.post("/desk/order", form, accept: "text/html")
            #expect(again.status == 422 && again["Set-Cookie"] == nil)
        }
    }

    @Test func `a refused form sets no cookie if no other process shares the store`() async throws {
        try await serve(MemoryStore()) { wire in
            let visitor = Visitor(wire)
            #expect(try await visitor.put("/desk/~stack", stackBody(["top", "order"])).status == 303)
            let invalid = try await visitor.post("/desk/order", "action=order&amount=&item=coal", accept: "text/html")
            #expect(invalid.status == 422 && invalid["Set-Cookie"] == nil)
        }
    }

    @Test func `a server whose store does not answer is alive but not ready`() async throws {
        let store = MemoryStore()
        store.isUnreadable.store(true, ordering: .relaxed)
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let server = try Server(
            configuration, apps: [Desk.hosted()], stores: ["desk": store], time: FastClock(), log: Log(isQuiet: true))
        async let running: Void = server.run()
        let port = try #require(await server.waitUntilListening()?.port)
        let visitor = Visitor(.socket(port: port))
        let reply = try await visitor.get("/readyz")
        #expect(reply.status == 503 && reply.text == "no answer from the store of desk\n")
        #expect(try await visitor.get("/healthz").status == 200)
        server.stop()
        try await running
    }

    @Test func `a store that is slow to close is logged`() async throws {
        let store = MemoryStore()
        let (lines, line) = AsyncStream.makeStream(of: Void.self)
        let log = Log { bytes, _ in
            if String(decoding: bytes, as: UTF8.self).contains("waits for the store of desk to close") { line.finish() }
        }
        // Ends with the line, or when the suite's time limit cancels the test.
        store.closing.withLock { $0 = { for await _ in lines {} } }
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let server = try Server(
            configuration, apps: [Desk.hosted()], stores: ["desk": store], time: WithoutWaiting(), log: log)
        async let running: Void = server.run()
        _ = try #require(await server.waitUntilListening())
        server.stop()
        try await running
        #expect(store.isClosed && !Task.isCancelled)
    }

    @Test func `a store for an app that is not served is refused`() {
        let error = #expect(throws: ConfigurationError.self) {
            try Server(
                Transport.configuration, apps: [Desk.hosted()], stores: ["shelf": MemoryStore()],
                log: Log(isQuiet: true))
        }
        #expect(error?.description == "stores: no app is called shelf; use the name of a hosted app.")
    }
}

/// The system's time, in which every wait ends immediately.
private final class WithoutWaiting: TimeSource {
    var now: UInt64 { SystemTime().now }
    func sleep(for duration: Duration) async throws {}
}

/// A clock that advances by ten seconds whenever it is read.
private final class FastClock: TimeSource {
    private let last = Atomic<UInt64>(0)

    var now: UInt64 { last.wrappingAdd(10_000_000_000, ordering: .relaxed).newValue }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
