import CairnTesting
import NavigationKit
import Synchronization
import Testing

@testable import CairnCommands

@Suite("Tools that explore an app whose sessions share data") struct SharedDataExplorationTests {
    /// A note that all sessions change. Each change makes a new version.
    final class Board: Sendable {
        private let state = Mutex<(version: Int, isTorn: Bool)>((0, false))
        let resets = Atomic<Int>(0)
        var version: Int { state.withLock(\.version) }
        var isTorn: Bool { state.withLock(\.isTorn) }
        func write() { state.withLock { $0.version += 1 } }
        func tear() { state.withLock { $0.isTorn = true } }
        func reset() {
            state.withLock { $0 = (0, false) }
            resets.add(1, ordering: .relaxed)
        }
    }

    struct Write: Action {}
    struct Sign: Action { var version: Int }
    struct Tear: Action {}

    final class Note: ViewController {
        let board: Board

        init(_ board: Board) {
            self.board = board
            super.init()
        }

        override class var actions: [Handler] { [.on(write), .on(sign), .on(tear)] }
        func write(_ action: Write) { board.write() }
        func sign(_ action: Sign) {}
        func tear(_ action: Tear) { board.tear() }

        @ViewBuilder override var view: any View {
            Button("Write", action: Write())
            if !board.isTorn {
                Button("Sign", action: Sign(version: board.version))
                Button("Tear", action: Tear())
            }
        }
    }

    final class App: Application {
        let board: Board

        init(_ board: Board) {
            self.board = board
            super.init()
        }

        override func makeRootViewController() -> ViewController { Note(board).titled("Note") }
    }

    private func hosted(_ board: Board) -> HostedApplication { HostedApplication("note", title: "Note") { App(board) } }

    @Test func `an offer whose hidden values an earlier action has changed is performed with the new ones`() async {
        let exploration = await AppExploration(through: hosted(Board()))
        #expect(exploration.findings == [])
    }

    @Test func `the data is reset before each action`() async {
        let board = Board()
        board.tear()
        let torn = await AppExploration(through: hosted(board))
        #expect(torn.findings.count == 2)
        let exploration = await AppExploration(through: hosted(Board())) { board.reset() }
        #expect(exploration.findings == [] && board.resets.load(ordering: .relaxed) >= exploration.actions)
    }

    @Test func `a crawler resets the data before each visitor without cookies`() async throws {
        let board = Board()
        try await Transport.memory.serve([hosted(board)]) { wire in
            let crawler = Crawler(wire)
            crawler.resetData = { board.reset() }
            let crawl = try await crawler.crawl(from: "/note")
            #expect(crawl.findings == [], "\(crawl.summary)")
            #expect(board.resets.load(ordering: .relaxed) > 1)
        }
    }
}
