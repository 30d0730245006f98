@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Actions and their handlers") struct ActionTests {
    struct ChooseHTTPPort2: Action {}
    struct Shout: Action {
        static var name: String { "cry-out" }
    }

    @Test(arguments: [
        (SelectFriend.self as any Action.Type, "select-friend"), (Back.self, "back"), (SelectTab.self, "select-tab"),
        (DismissAlert.self, "dismiss-alert"), (ChooseHTTPPort2.self, "choose-h-t-t-p-port2"), (Shout.self, "cry-out"),
    ])
    func `an action's name is its type's name in kebab case unless the type overrides it`(
        action: any Action.Type, name: String
    ) {
        #expect(action.name == name)
    }

    @Test func `a row's own responder performs its action, and the screen performs those of other rows`() async throws {
        let visit = try PostOffice.visit()
        #expect(try await visit.click("Archive 2") == ["LetterRow;handled"])
        #expect(try await visit.click("Archive all") == ["Inbox;handled"])
        #expect(visit.app.diary.lines.filter { $0.contains("archived") } == ["row 2 archived 2", "inbox archived 0"])
    }

    @Test func `an action that a row's responder does not handle climbs past it`() async throws {
        let row = LetterRow(1, diary: Diary())
        let sheet = Sheet { Button("Choose", action: SelectFriend(friend: 2)).responder(row) }
        let friends = Around(sheet)
        let visit = try Visit(Stage(friends))
        #expect(try await visit.click("Choose") == ["LetterRow;none", "Sheet;none", "Around;handled"])
        #expect(friends.seen == ["SelectFriend(friend: 2)"])
    }

    /// A container with one child, `screen`; records the `SelectFriend` and `Parcel` actions.
    final class Around: FlowController<AppRoute> {
        let screen: ViewController
        var seen: [String] = []
        init(_ screen: ViewController) {
            self.screen = screen
            super.init(root: .main)
        }
        override class var actions: [Handler] { [.on(select), .on(send)] }
        func select(_ action: SelectFriend) { seen.append("\(action)") }
        func send(_ action: Parcel) { seen.append("\(action)") }
        override func destination(for route: AppRoute) throws -> ViewController { screen }
    }

    struct Parcel: Action {
        struct Address: Codable, Equatable { var street: String, number: Int }
        var to: Address
        var weight: Double
        var express: Bool?
    }

    @Test func `a handler receives a struct payload with its types`() async throws {
        let parcel = Parcel(to: .init(street: "Main & Co?", number: 7), weight: 0.1, express: nil)
        let around = Around(Sheet { Button("Send", action: parcel) })
        try await Visit(Stage(around)).click("Send")
        #expect(around.seen == ["\(parcel)"])
    }

    final class Watcher: ViewController {
        var watched: [Int] = []
        override class var actions: [Handler] { [.on(watch)] }
        func watch(_ action: SelectFriend) async throws {
            watched.append(action.friend)
            try await forward(action)
        }
        @ViewBuilder override var view: any View { Row("Ada", action: SelectFriend(friend: 5)) }
    }

    @Test func `a responder that forwards an action is traced as passed, the next one as handled`() async throws {
        let watcher = Watcher()
        let around = Around(watcher)
        let visit = try Visit(Stage(around))
        #expect(try await visit.click("Ada") == ["Watcher;passed", "Around;handled"])
        #expect(watcher.watched == [5])
        #expect(around.seen == ["SelectFriend(friend: 5)"])
    }

    @Test func `a forwarded action counts as handled even if no later responder handles it`() async throws {
        let watcher = Watcher()
        let visit = try Visit(Stage(watcher))
        #expect(try await visit.click("Ada") == ["Watcher;passed", "Window;none", "Stage;none"])
        #expect(try await watcher.send(SelectFriend(friend: 6)))
        #expect(watcher.watched == [5, 6])
    }

    @Test func `the action of a bar button without a handler of its own reaches the container`() async throws {
        let sheet = ViewController()
        sheet.navigationItem.rightBarButtonItems = [
            BarButtonItem("Add", role: .primary, action: SelectFriend(friend: 9)),
            BarButtonItem("Nobody", action: Burn()),
        ]
        sheet.navigationItem.leftBarButtonItems = [BarButtonItem("Edit", action: SelectFriend(friend: 8))]
        let around = Around(sheet)
        let visit = try Visit(Stage(around))
        let screen = try await visit.screen
        #expect(screen.leadingItems.map(\.title) == ["Edit"])
        #expect(screen.trailingItems.map(\.title) == ["Add"])
        #expect(screen.trailingItems.map(\.role) == [.primary])
        try await visit.click("Add")
        #expect(around.seen == ["SelectFriend(friend: 9)"])
    }

    @Test func `an action without a handler is not offered and is reported once with its chain`() async throws {
        let visit = try Visit(
            Stage(Around(Sheet { ForEach(1...3) { Row("Open \($0)", action: OpenLetter(letter: $0)) } })))
        let screen = try await visit.screen
        #expect(screen.actions.isEmpty)
        #expect(screen.elements.count == 3)
        #expect(visit.issues == [.unhandledAction("open-letter", chain: "Sheet → Around → Window → Stage")])
    }

    final class Escape: ViewController {
        var swallows = true
        override func canPerform(_ action: any Action.Type) -> Bool { true }
        override func perform(_ action: any Action) async throws -> Bool { swallows }
        @ViewBuilder override var view: any View { Button("Burn", action: Burn()) }
    }

    @Test func `an action stays unhandled if an override of perform returns false`()
        async throws
    {
        let escape = Escape()
        let visit = try Visit(Stage(escape))
        #expect(try await visit.click("Burn") == ["Escape;handled"])
        escape.swallows = false
        await #expect {
            try await visit.click("Burn")
        } throws: { error in
            guard case ActionError.unhandled("burn", let trace) = error else { return false }
            return trace.map(\.name) == ["Escape", "Window", "Stage"] && trace.allSatisfy { $0.disposition == .none }
        }
    }

    @Test func `two handlers of one class for one action are reported, and the first one is used`() async throws {
        final class Twice: ViewController {
            var said: [String] = []
            override class var actions: [Handler] { [.on(Burn.self, first), .on(Burn.self, second)] }
            func first(_ action: Burn) { said.append("first") }
            func second(_ action: Burn) { said.append("second") }
        }
        let twice = Twice()
        try await twice.send(Burn())
        #expect(twice.said == ["first"])
        #expect(twice.table.duplicates == ["burn"])
    }

    @Test func `a container without handlers of its own still handles Back`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        #expect(try await visit.click("Back") == ["Letter;none", "Letters;handled"])
        #expect(try visit.location == "/letters")
    }
}
