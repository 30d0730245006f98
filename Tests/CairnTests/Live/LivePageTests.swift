import CairnTesting
import Synchronization
import Testing

@testable import Cairn

/// A board that sessions share, and a counter of each session.
@Suite("Pages that watch topics", .timeLimit(.minutes(3))) struct LivePageTests {
    final class Board: Sendable {
        let center = TopicCenter()
        private let lines = Mutex<[String: [String]]>([:])

        func lines(of name: String) -> [String] { lines.withLock { $0[name] ?? [] } }

        func removeAll(of name: String) {
            lines.withLock { $0[name] = [] }
            center.changed(.board(name))
        }

        func add(_ line: String, to name: String) {
            lines.withLock { $0[name, default: []].append(line) }
            center.changed(.board(name))
        }
    }

    enum Place: Route { case board, other, plain }
    struct Write: Action { var text = "" }
    struct Count: Action {}
    struct Show: Action {}
    struct ShowPlain: Action {}
    struct Refuse: Action {}

    final class BoardScreen: ViewController {
        let board: Board
        let name: String

        init(_ board: Board, _ name: String) {
            (self.board, self.name) = (board, name)
            super.init()
        }

        override class var actions: [Handler] { [.on(write), .on(refuse)] }
        func refuse(_ action: Refuse) throws { throw InvalidInput(field: "text", "Not today.") }
        func write(_ action: Write) {
            board.add(action.text, to: name)
            flash("Written")
        }

        override var topics: [Topic] { [.board(name), .session] }
        @ViewBuilder override var view: any View {
            Text("Counted \((nearest(BoardApp.self)?.count ?? 0))")
            for line in board.lines(of: name) { Text(line) }
            TextField("Text", name: "text")
            Button("Write", action: Write())
            Button("Count", action: Count())
            Button("Refuse", action: Refuse())
            Button("Other", action: Show())
            Button("Plain", action: ShowPlain())
        }
    }

    final class BoardNavigation: NavigationController<Place> {
        let board: Board
        init(_ board: Board) {
            self.board = board
            super.init(root: .board)
        }

        override class var actions: [Handler] {
            [.show { (_: Show) in Place.other }, .show { (_: ShowPlain) in Place.plain }]
        }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .board: BoardScreen(board, "main").titled("Board")
            case .other: BoardScreen(board, "other").titled("Other")
            case .plain: HostingController(rootView: Text("Nothing moves")).titled("Plain")
            }
        }
    }

    final class BoardApp: Application {
        let board: Board
        @Saved var count = 0
        init(_ board: Board) {
            self.board = board
            super.init()
        }
        override class var actions: [Handler] { [.on(count)] }
        func count(_ action: Count) { count += 1 }
        override func makeRootViewController() -> ViewController { BoardNavigation(board) }
    }

    private static func app(_ board: Board) -> HostedApplication {
        HostedApplication("board", title: "Board", topicCenter: board.center) { BoardApp(board) }
    }

    private static func each(_ body: (Board, Wire) async throws -> Void) async throws {
        for transport in Transport.allCases {
            let board = Board()
            try await transport.serve([app(board)]) { try await body(board, $0) }
        }
    }

    @Test func `a change by another visitor is an event, and the page shows it`() async throws {
        try await Self.each { board, wire in
            let (ada, bob) = (Visitor(wire), Visitor(wire))
            try await ada.visit("/board")
            let events = try await ada.watch()
            #expect(events.reply.status == 200 && events.reply["content-type"] == "text/event-stream")
            #expect(events.reply["cache-control"] == "private, no-cache" && events.reply["x-accel-buffering"] == "no")
            #expect(events.reply["content-length"] == nil && events.reply["set-cookie"] == nil)
            try await bob.visit("/board")
            try bob.fill("Text", with: "Hello")
            try await bob.click("Write")
            #expect(try await events.next() == "change")
            #expect(try await ada.reload().texts.contains("Hello"))
            events.close()
        }
    }

    @Test func `a change between the page and its stream, or during a pause, is the first event`() async throws {
        try await Self.each { board, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            board.add("First", to: "main")
            #expect(try await ada.waitForChange().texts.contains("First"))
            let stream = try await ada.watch()
            stream.close()
            board.add("Second", to: "main")
            #expect(try await ada.waitForChange().texts.contains("Second"))
            // The id of the stream stands for the page: sent back as browsers do, it tells whether that has changed.
            let events = try await ada.watch()
            board.add("Third", to: "main")
            #expect(try await events.next() == "change")
            let id = try #require(events.lastID)
            let again = Call("GET", "/board", fields: [("Accept", "text/event-stream"), ("Last-Event-ID", id)])
            let second = try await ada.line.events(again)
            #expect(try await second.next() == "change" && second.lastID != id)
        }
    }

    private static func stream(
        _ topics: Set<Topic>, in center: TopicCenter, known: String?, isAlive: Bool = true
    ) throws -> EventStream {
        let reservation = try #require(StreamBudget(limit: 9).reserve(from: nil))
        return EventStream(
            topics, for: TopicInterest(in: center), since: center.changes, shown: "a", known: known,
            reservation: reservation, session: nil
        ) { isAlive }
    }

    private static func text(_ octets: [UInt8]) -> String { String(decoding: octets, as: UTF8.self) }

    @Test func `only the topics of a page cause an event, and a page that looks the same none at the beginning`() throws
    {
        let center = TopicCenter()
        let stream = try Self.stream([.board("main"), .session("a")], in: center, known: "a")
        let wakes = Atomic(0)
        let first = Self.text(stream.begin { wakes.add(1, ordering: .relaxed) })
        #expect(first.hasPrefix("retry: ") && first.hasSuffix("\nid: a\n\n"))
        // Neither another board nor another person's session.
        center.changed(.board("other"), .session("b"))
        #expect(wakes.load(ordering: .relaxed) == 0 && stream.take().octets.isEmpty)
        center.changed(.session("a"))
        center.changed(.board("main"))
        #expect(wakes.load(ordering: .relaxed) == 2)
        #expect(Self.text(stream.take().octets) == "event: change\nid: -\ndata:\n\n" && stream.take().octets.isEmpty)
        #expect(Self.text(stream.takeHeartbeat().octets) == ":\n\n")
        stream.end()
        center.changed(.board("main"))
        #expect(stream.take().octets.isEmpty && center.counts == (0, 0))
    }

    @Test func `a stream begins with an event if the page looks different, or was changed while it was rendered`()
        throws
    {
        let center = TopicCenter()
        let other = try Self.stream([.board("main")], in: center, known: "b")
        #expect(Self.text(other.begin {}).hasSuffix("\n\nevent: change\ndata:\n\n"))
        let unknown = try Self.stream([.board("main")], in: center, known: nil)
        #expect(!Self.text(unknown.begin {}).contains("event"))
        let late = try Self.stream([.board("main")], in: center, known: "a")
        center.changed(.board("main"))
        _ = late.begin {}
        #expect(Self.text(late.take().octets) == "event: change\nid: -\ndata:\n\n")
    }

    @Test func `the stream of a session that has ended says so and ends`() throws {
        let center = TopicCenter()
        let stream = try Self.stream([.board("main")], in: center, known: "a", isAlive: false)
        _ = stream.begin {}
        let (octets, isLast) = stream.takeHeartbeat()
        #expect(isLast && Self.text(octets) == "event: gone\ndata:\n\nevent: change\ndata:\n\n")
        center.changed(.board("main"))
        #expect(stream.take().isLast)
    }

    @Test func `a network can use a part of the streams`() {
        let budget = StreamBudget(limit: 3, limitOfNetwork: 2)
        let first = [budget.reserve(from: 1), budget.reserve(from: 1), budget.reserve(from: 1)]
        #expect(first[1] != nil && first[2] == nil)
        var second = [budget.reserve(from: 2), budget.reserve(from: nil)]
        #expect(second[0] != nil && second[1] == nil && budget.count == 3)
        second = []
        #expect(budget.count == 2 && budget.reserve(from: nil) != nil)
        withExtendedLifetime(first) {}
    }

    @Test func `a page with an error is not requested again, because that would lose it`() async throws {
        try await Self.each { _, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            let refused = try await ada.click("Refuse")
            #expect(refused.status == 422 && !refused.source.contains("script"))
            #expect(refused.reply["content-security-policy"]?.contains("script-src") == false)
        }
    }

    @Test func `what the script requests keeps no idle session alive`() async throws {
        let time = ManualTime()
        let board = Board()
        try await Transport.memory.serve([Self.app(board)], time: time) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            try await ada.click("Count")
            let own = [("Accept", "text/html"), ("Cairn-Live", "1")]
            for _ in 1...4 {
                time.advance(by: .seconds(600))
                let site = try #require(wire.site)
                site.reap()
                let stream = try await ada.watch()
                let page = try await ada.send(Call("GET", "/board", fields: own))
                stream.close()
                if !page.text.contains("Counted 1") { return }
            }
            Issue.record("The session of an open page is alive after forty idle minutes.")
        }
    }

    @Test func `a page that the script requests can be kept for Back and Forward, any other page not`() async throws {
        try await Self.each { _, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            let stream = try await ada.watch()
            let page = Call("GET", "/board", fields: [("Accept", "text/html"), ("Cairn-Live", "1")])
            #expect(try await ada.send(page)["cache-control"] == "private, no-cache")
            let plain = Call("GET", "/board", fields: [("Accept", "text/html")])
            #expect(try await ada.send(plain)["cache-control"] == "no-store")
            stream.close()
        }
    }

    @Test func `a page that watches nothing any more is news to the client that shows the former one`() async throws {
        try await Self.each { _, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            let call = Call(
                "GET", "/board/plain", fields: [("Accept", "text/event-stream"), ("Last-Event-ID", "former")])
            let events = try await ada.line.events(call)
            #expect(events.reply.status == 200)
            #expect(try await events.next() == "change")
            events.close()
        }
    }

    @Test func `a screen that watches something has a link to its events in Siren, another has none`() async throws {
        try await Self.each { _, wire in
            let ada = Visitor(wire)
            let links = (try await ada.siren("/board").links ?? []).filter { $0.rel == ["monitor"] }
            #expect(links.map(\.type) == ["text/event-stream"])
            let target = try #require(links.first?.href)
            #expect(target.hasSuffix("/board"))
            let events = try await ada.line.events(Call("GET", "/board", fields: [("Accept", "text/event-stream")]))
            #expect(events.reply.status == 200)
            events.close()
            let others = try await ada.siren("/board/plain").links ?? []
            #expect(!others.isEmpty && others.allSatisfy { $0.rel != ["monitor"] })
        }
    }

    @Test func `a page that becomes again what it was is news to a client that connects again`() async throws {
        try await Self.each { board, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            let events = try await ada.watch()
            board.add("Short", to: "main")
            #expect(try await events.next() == "change")
            #expect(try await ada.reload().texts.contains("Short"))
            let last = events.lastID
            events.close()
            board.removeAll(of: "main")
            let call = Call("GET", "/board", fields: [("Accept", "text/event-stream"), ("Last-Event-ID", last ?? "")])
            let again = try await ada.line.events(call)
            #expect(try await again.next() == "change")
            again.close()
        }
    }

    @Test func `what the visitor does in another window changes the pages of the session`() async throws {
        try await Self.each { board, wire in
            let (one, other) = (Visitor(wire), Visitor(wire))
            try await one.visit("/board")
            try await one.click("Count")
            other.shareCookies(of: one)
            try await other.visit("/board")
            let events = try await one.watch()
            try await other.click("Count")
            #expect(try await events.next() == "change")
            #expect(try await one.reload().texts.contains("Counted 2"))
        }
    }

    @Test func `a page that watches nothing has no script, no stream and the policy without scripts`() async throws {
        try await Self.each { _, wire in
            let ada = Visitor(wire)
            let live = try await ada.visit("/board")
            #expect(live.source.contains("<script src=\"/cairn.js"))
            let policy = live.reply["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self'; connect-src 'self'"))
            #expect(live.source.contains("<noscript><p class=\"check\"><a href=\"/board\">Check for changes</a>"))
            let plain = try await ada.click("Plain")
            #expect(!plain.source.contains("script"))
            #expect(plain.reply["content-security-policy"]?.contains("script-src") == false)
            let events = try await ada.watch()
            #expect(events.reply.status == 204)
            #expect(try await events.next() == nil)
            await #expect(throws: VisitorError.self) { try await ada.waitForChange() }
            let head = try await ada.send(Call("HEAD", "/board", fields: [("Accept", "text/event-stream")]))
            #expect(head.status == 200 && head["content-type"] == "text/event-stream")
            let missing = try await ada.send(Call("GET", "/board/none", fields: [("Accept", "text/event-stream")]))
            #expect(missing.status == 404)
            for accept in ["text/event-stream;q=0", "image/png"] {
                #expect(try await ada.send(Call("GET", "/board", fields: [("Accept", accept)])).status == 406)
            }
        }
    }

    @Test func `the digest of a page is the same in each rendering of one state`() async throws {
        try await Self.each { board, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            try await ada.click("Count")
            func shown() async throws -> Substring? {
                try await ada.reload().source.split(separator: "data-shown=\"").dropFirst().first?.prefix { $0 != "\"" }
            }
            let first = try await shown()
            #expect(first != nil)
            #expect(try await shown() == first)
            board.add("New", to: "main")
            let second = try await shown()
            #expect(second != first)
            // The message of an action is shown once, and is no change.
            try ada.fill("Text", with: "a")
            let written = try await ada.click("Write")
            #expect(written.flash == "Written")
            let flashed = written.source.split(separator: "data-shown=\"").dropFirst().first?.prefix { $0 != "\"" }
            #expect(try await shown() == flashed)
        }
    }

    @Test func `a session has four streams, and the oldest ends`() async throws {
        try await Self.each { board, wire in
            let ada = Visitor(wire)
            try await ada.visit("/board")
            try await ada.click("Count")
            let oldest = try await ada.watch()
            board.add("a", to: "main")
            #expect(try await oldest.next() == "change")
            try await ada.reload()
            var streams: [PageEvents] = []
            for _ in 0..<4 {
                let stream = try await ada.watch()
                streams.append(stream)
                board.add("b", to: "main")
                #expect(try await stream.next() == "change")
                try await ada.reload()
            }
            var last: String?
            while let event = try await oldest.next() { last = event }
            #expect(last == "bye")
            #expect(board.center.counts.interests == 4)
            for stream in streams { stream.close() }
        }
    }

    @Test func `a server at its limit of streams refuses further ones, and serves pages`() async throws {
        var configuration = Transport.configuration
        configuration.streams = 1
        for transport in Transport.allCases {
            let board = Board()
            try await transport.serve([Self.app(board)], configuration: configuration) { wire in
                let ada = Visitor(wire)
                try await ada.visit("/board")
                let events = try await ada.watch()
                board.add("a", to: "main")
                #expect(try await events.next() == "change")
                let refused = try await ada.watch()
                #expect(refused.reply.status == 503 && refused.reply["retry-after"] == "60")
                #expect(try await ada.reload().status == 200)
            }
        }
    }

    @Test func `a server that stops ends its streams, each with another time for the return`() async throws {
        let board = Board()
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        configuration.gracePeriod = .seconds(20)
        let server = try Server(configuration, apps: [Self.app(board)], log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        let client = try await SocketClient(port: port)
        let reply = try await client.beginReply(
            to: Call("GET", "/board", fields: [("Host", "localhost"), ("Accept", "text/event-stream")]))
        #expect(reply.status == 200)
        #expect(String(decoding: try await client.nextChunk(), as: UTF8.self).hasPrefix("retry: "))
        #expect(board.center.counts.interests == 1)
        server.stop()
        #expect(String(decoding: try await client.nextChunk(), as: UTF8.self).hasPrefix("retry: "))
        #expect(try await client.nextChunk().isEmpty)
        try await running.value
        #expect(board.center.counts.interests == 0 && board.center.counts.topics == 0)
    }
}

extension Topic {
    fileprivate static func board(_ name: String) -> Topic { Topic("board", name) }
}
