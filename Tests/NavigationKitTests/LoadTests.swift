@testable import Navigation
@testable import Responders
@testable import Views
import Synchronization
import Testing

@Suite("load() of controllers", .timeLimit(.minutes(3))) struct LoadTests {
    private let journal = Journal()

    private func visit(_ root: ViewController, at location: String? = nil) throws -> Visit<Stage> {
        try Visit(Stage(root), at: location)
    }

    private func texts(_ screen: Screen) -> [String] {
        screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    @Test func `a controller loads before each rendering, and its view loads once`() async throws {
        let visit = try visit(NewsDesk("News", journal))
        for edition in 1...3 {
            journal.edition = edition
            let screen = try await visit.screen
            #expect(texts(screen) == ["News: \(edition)"] && screen.title == "News \(edition)")
        }
        #expect(journal.lines == ["News view", "News load", "News load", "News load"])
    }

    @Test func `a class without an override is asked once, and is then rendered without loading`() async throws {
        let visit = try visit(Rack())
        #expect(try !visit.app.isLoaded)
        _ = try await visit.screen
        #expect(try visit.app.isLoaded)
        let another = try self.visit(Rack())
        try await another.app.loadViews()
        #expect(try another.app.isLoaded)
        // A class with an override is never done.
        let desk = try self.visit(NewsDesk("News", journal))
        _ = try await desk.screen
        #expect(try !desk.app.isLoaded)
    }

    @Test func `a controller that was built before its class was known is ready when it loads again`() async throws {
        let (early, another) = (try visit(Shelf()), try visit(Shelf()))
        try await early.app.loadViews()
        #expect(try !early.app.isLoaded)
        _ = try await another.screen
        try await early.app.loadViews()
        #expect(try early.app.isLoaded)
    }

    @Test func `an outer controller loads before an inner one, and children last`() async throws {
        let room = Newsroom(journal)
        let visit = try visit(room, at: "/story:1")
        let child = NewsDesk("Child", journal)
        try visit.visible(NewsDesk.self).addChild(child)
        _ = try await visit.screen
        #expect(
            journal.lines == [
                "Story 1 view", "Child view", "Newsroom load", "Story 1 load", "Child load",
            ])
        // The screen below is not visible.
        #expect(room.routes == [.front, .story(1)])
    }

    @Test func `siblings load side by side on one actor, after their container`() async throws {
        let meeting = Meeting(of: 2)
        let visit = try visit(Panes(journal, meeting), at: "/detail")
        _ = try await visit.screen
        #expect(journal.lines.first == "Panes load")
        #expect(Set(journal.lines[1...2]) == ["List begins", "Detail begins"])
        #expect(Set(journal.lines[3...]) == ["List ends", "Detail ends"])
        #expect(meeting.executors.count == 2)
        #expect(meeting.executors[0] != nil && meeting.executors[0] == meeting.executors[1])
    }

    @Test(arguments: ["List", "Detail"]) func `the first error cancels the siblings`(traitor: String) async throws {
        let meeting = Meeting(of: 2)
        meeting.traitor = traitor
        let visit = try visit(Panes(journal, meeting), at: "/detail")
        await #expect(throws: Betrayal.self) { try await visit.screen }
        #expect(meeting.cancelled == [traitor == "List" ? "Detail" : "List"])
    }

    @Test func `an error of an outer controller keeps the inner ones from loading`() async throws {
        let visit = try visit(Broken(journal))
        await #expect(throws: Betrayal.self) { try await visit.screen }
        #expect(journal.lines == ["Inner view"])
    }

    @Test func `a guard is evaluated with loaded data before the screen that it protects loads`() async throws {
        let room = Newsroom(journal)
        let visit = try visit(room, at: "/locked")
        #expect(texts(try await visit.screen) == ["Front: 1"])
        #expect(room.routes == [.front])
        #expect(!journal.lines.contains("Locked load"))
        journal.edition = 2
        #expect(texts(try await self.visit(Newsroom(journal), at: "/locked").screen) == ["Locked: 2"])
    }

    @Test func `a child that is added by a load is loaded too`() async throws {
        let visit = try visit(Nesting(3, journal))
        #expect(texts(try await visit.screen) == ["Level 3", "Level 2", "Level 1", "Level 0"])
        #expect(journal.lines == ["3 load", "2 load", "1 load", "0 load"])
    }

    @Test func `guards that alternate after each load end with an error`() async throws {
        let visit = try visit(Fickle())
        await #expect(throws: LoadError.endless) { try await visit.screen }
    }

    @Test func `an action loads nothing after it was performed`() async throws {
        let visit = try visit(Newsroom(journal))
        _ = try await visit.screen
        journal.lines = []
        try visit.visible(Newsroom.self).push(.story(2))
        try await visit.app.settle()
        #expect(journal.lines == ["Story 2 view"])
        _ = try await visit.screen
        #expect(journal.lines == ["Story 2 view", "Newsroom load", "Story 2 load"])
    }

    @Test func `a tab's title and badge can be what was loaded`() async throws {
        journal.edition = 5
        let screen = try await visit(Editions(journal)).screen
        #expect(screen.tabs.map(\.title) == ["Edition 5", "Edition 5"])
        #expect(screen.tabs.map(\.badge) == ["5", "5"])
    }

    @Test func `only a load that suspends starts the clock of the time limit`() async throws {
        let count = Mutex(0)
        let deadline: LoadDeadline = {
            count.withLock { $0 += 1 }
            throw Betrayal()
        }
        let visit = try visit(NewsDesk("News", journal))
        try await visit.app.loadViews()
        try await visit.app.loadContent(until: deadline)
        #expect(count.withLock(\.self) == 0 && journal.lines == ["News view", "News load"])
        let stuck = try self.visit(Stuck(Signal()))
        try await stuck.app.loadViews()
        await #expect(throws: Betrayal.self) { try await stuck.app.loadContent(until: deadline) }
        #expect(count.withLock(\.self) == 1)
    }

    @Test func `the time limit cancels the loads and names their classes`() async throws {
        let begun = Signal()
        let visit = try visit(Stuck(begun))
        try await visit.app.loadViews()
        await #expect(throws: LoadError.tookTooLong(["Stuck"])) {
            try await visit.app.loadContent { while !begun.isSet { await Task.yield() } }
        }
    }
}

/// A screen without an override of `load()`, for one test only, because a process asks each class once.
private final class Shelf: ViewController {}

/// A container that does not load.
private final class Broken: NavigationController<NewsRoute> {
    let journal: Journal

    init(_ journal: Journal) {
        self.journal = journal
        super.init(root: .front)
    }

    override func load() async throws { throw Betrayal() }
    override func destination(for route: NewsRoute) throws -> ViewController { NewsDesk("Inner", journal) }
}

/// A screen that adds a child while it loads, until the depth is 0.
private final class Nesting: ViewController {
    let depth: Int
    let journal: Journal

    init(_ depth: Int, _ journal: Journal) {
        self.depth = depth
        self.journal = journal
        super.init()
    }

    override func load() async throws {
        journal.lines.append("\(depth) load")
        if depth > 0, children.isEmpty { addChild(Nesting(depth - 1, journal)) }
    }

    @ViewBuilder override var view: any View { Text("Level \(depth)") }
}

/// A flag that two tasks share.
private final class Signal: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
}

/// A screen that loads until it is cancelled.
private final class Stuck: ViewController {
    let begun: Signal

    init(_ begun: Signal) {
        self.begun = begun
        super.init()
    }

    override func load() async throws {
        begun.set()
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
    }
}

private enum Mood: Route { case happy, sad }

/// A flow whose screens change the result of its guard whenever they load.
private final class Fickle: FlowController<Mood> {
    fileprivate var mood = Mood.happy

    init() { super.init(root: .happy) }

    override func guardResult(for route: Mood) -> GuardResult { route == mood ? .allowed : .redirect(to: mood) }
    override func destination(for route: Mood) throws -> ViewController { FickleScreen(self) }
}

private final class FickleScreen: ViewController {
    unowned let flow: Fickle

    init(_ flow: Fickle) {
        self.flow = flow
        super.init()
    }

    override func load() async throws { flow.mood = flow.mood == .happy ? .sad : .happy }
}

private enum EditionTab: Route, CaseIterable { case morning, evening }

private final class Editions: TabBarController<EditionTab> {
    let journal: Journal
    private var edition = 0

    init(_ journal: Journal) {
        self.journal = journal
        super.init(root: .morning)
    }

    override func load() async throws { edition = journal.edition }

    override func tabBarItem(for route: EditionTab) -> TabBarItem {
        TabBarItem(title: "Edition \(edition)", badge: "\(edition)")
    }

    override func destination(for route: EditionTab) throws -> ViewController { Rack() }
}
