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
    struct SignNote: Action { var version: Int }
    struct Tear: Action {}

    final class Note: ViewController {
        let board: Board

        init(_ board: Board) {
            self.board = board
            super.init()
        }

        override class var actions: [Handler] { [.on(write), .on(sign), .on(tear)] }
        func write(_ action: Write) { board.write() }
        func sign(_ action: SignNote) {}
        func tear(_ action: Tear) { board.tear() }

        @ViewBuilder override var view: any View {
            Button("Write", action: Write())
            if !board.isTorn {
                Button("Sign", action: SignNote(version: board.version))
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

    /// A screen whose button appears once another screen has changed the board.
    final class Sign: ViewController {
        override class var actions: [Handler] { [.on(clean)] }
        func clean(_ action: Clean) {}

        @ViewBuilder override var view: any View {
            if nearest(SignApp.self)?.board.version ?? 0 > 0 { Button("Clean", action: Clean()) }
        }
    }

    struct Clean: Action {}
    enum Wall: Route, CaseIterable { case note, sign }

    final class Walls: TabBarController<Wall> {
        override func tabBarItem(for route: Wall) -> TabBarItem { TabBarItem(title: "\(route)") }
        override func destination(for route: Wall) throws -> ViewController {
            switch route {
            case .note: Note(try required(SignApp.self).board)
            case .sign: Sign()
            }
        }
    }

    final class SignApp: Application {
        let board: Board

        init(_ board: Board) {
            self.board = board
            super.init()
        }

        override func makeRootViewController() -> ViewController { Walls(root: .sign) }
    }

    @Test func `a state that offers more after an action elsewhere is explored again`() async {
        let board = Board()
        let hosted = HostedApplication("sign", title: "Sign") { SignApp(board) }
        let exploration = await AppExploration(through: hosted)
        #expect(exploration.findings == [])
        // Without the change there is nothing to clean.
        let other = Board()
        let reset = await AppExploration(
            through: HostedApplication("sign", title: "Sign") { SignApp(other) }
        ) { other.reset() }
        #expect(reset.findings == [.unreachable(action: "clean", type: "Sign")])
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
