import Cairn
import CairnTesting
import Foundation
import Synchronization
import Testing

@Suite("Shared logs of a server's apps", .timeLimit(.minutes(3))) struct SharedDataTests {
    private static var configuration: Configuration {
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        return configuration
    }

    /// Serves a board while `body` runs, and returns the lines of the log.
    @discardableResult
    private func serve(
        _ board: SharedLog<Board>, in store: (any EventStore)? = nil, folder: String? = nil,
        _ body: (Visitor) async throws -> Void
    ) async throws -> String {
        var configuration = Self.configuration
        configuration.stateFolder = folder
        let lines = Mutex("")
        let log = Log { bytes, _ in lines.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
        let server = try Server(configuration, apps: [board.hosted()], eventStore: store, log: log)
        let running = Task { try await server.run() }
        guard let port = await server.waitUntilListening()?.port else {
            try await running.value
            return ""
        }
        try await body(Visitor(.socket(port: port)))
        server.stop()
        try await running.value
        return lines.withLock(\.self)
    }

    @Test func `two servers with one store show the same data, also on pages of cached controllers`() async throws {
        let store = MemoryEventStore()
        let (first, second) = (SharedLog("board", Board()), SharedLog("board", Board()))
        try await serve(first, in: store) { ada in
            try await serve(second, in: store) { bo in
                try await ada.visit("/board")
                #expect(try await ada.click("Sign").texts == ["Ada"])
                try await bo.visit("/board")
                #expect(try await bo.click("Sign").texts == ["Ada", "Ada"])
                try await first.refresh()
                #expect(try await ada.visit("/board").texts == ["Ada", "Ada"])
            }
        }
    }

    @Test func `with a state folder the data survives a restart, and damage is logged`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-state-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for count in 1...2 {
            let lines = try await serve(SharedLog("board", Board()), folder: folder.path) { visitor in
                try await visitor.visit("/board")
                #expect(try await visitor.click("Sign").texts.count == count)
            }
            #expect(!lines.contains("board:"))
        }
        let file = folder.appending(path: "shared/board.events")
        try (try Data(contentsOf: file)).dropLast().write(to: file)
        let lines = try await serve(SharedLog("board", Board()), folder: folder.path) { visitor in
            let page = try await visitor.visit("/board")
            #expect(page.texts == ["Ada"])
        }
        #expect(lines.contains("board: ") && lines.contains("incomplete record"))
    }

    @Test func `a server does not start with data that it cannot read`() async throws {
        let store = MemoryEventStore()
        _ = try await store.append(
            LogElement(revision: .following(nil), bytes: [0xFF]), to: "board", after: nil)
        let error = await #expect(throws: SharedLogError.self) {
            try await serve(SharedLog("board", Board()), in: store) { _ in Issue.record("the server started") }
        }
        #expect(error?.code == .unreadable)
    }

    @Test func `apps can share a log, but two logs cannot have one name`() throws {
        let board = SharedLog("board", Board())
        let shared = [board.hosted(), board.hosted("other")]
        _ = try Server(Self.configuration, apps: shared, eventStore: MemoryEventStore(), log: Log(isQuiet: true))
        let apps = [board.hosted(), SharedLog("board", Board()).hosted("other")]
        let error = #expect(throws: ConfigurationError.self) {
            _ = try Server(Self.configuration, apps: apps, log: Log(isQuiet: true))
        }
        #expect(error?.description.contains("two logs are called board") == true)
    }

    @Test func `a change that the store refuses is an alert`() async throws {
        let board = SharedLog("board", Board())
        try await board.open(in: MemoryEventStore())
        try await Transport.memory.serve([board.hosted()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/board")
            let page = try await visitor.click("Write a book")
            #expect(page.alert?.title == "This cannot be kept now" && page.texts == [])
        }
    }
}

/// The names of those who signed.
private struct Board: SharedState, Codable {
    enum Event: Codable, Sendable { case signed(String) }

    var names: [String] = []

    mutating func apply(_ event: Event) {
        switch event {
        case .signed(let name): names.append(name)
        }
    }
}

extension SharedLog<Board> {
    fileprivate func hosted(_ name: String = "board") -> HostedApplication {
        HostedApplication(name, title: "Board", sharedLogs: [self]) { BoardApp(self) }
    }
}

private struct Sign: Action {}
private struct WriteBook: Action {}

private final class BoardApp: Application {
    let board: SharedLog<Board>

    init(_ board: SharedLog<Board>) {
        self.board = board
        super.init()
    }

    override func makeRootViewController() -> ViewController { BoardScreen(board).titled("Board") }
}

private final class BoardScreen: ViewController {
    let board: SharedLog<Board>
    private var names: [String]

    /// Reads the data here, not in `viewDidLoad`: controllers with loaded content are not cached.
    init(_ board: SharedLog<Board>) {
        self.board = board
        names = board.read(\.names)
        super.init()
    }

    override class var actions: [Handler] { [.on(sign), .on(writeBook)] }

    func sign(_ action: Sign) async throws {
        try await board.update { _ in [.signed("Ada")] }
        names = board.read(\.names)
    }

    func writeBook(_ action: WriteBook) async throws {
        try await board.update { _ in [.signed(String(repeating: "Ada", count: 30_000))] }
    }

    @ViewBuilder override var view: any View {
        ForEach(names) { Text($0) }
        Button("Sign", action: Sign())
        Button("Write a book", action: WriteBook())
    }
}
