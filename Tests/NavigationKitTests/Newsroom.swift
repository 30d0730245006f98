@testable import Navigation
@testable import Responders
@testable import Views

/// A log of events that the controllers of one test share.
final class Journal {
    var lines: [String] = []
    var edition = 1
}

/// A screen that records its loads, and shows the edition that it loaded.
class NewsDesk: ViewController {
    let name: String
    let journal: Journal
    private(set) var edition = 0

    init(_ name: String, _ journal: Journal) {
        self.name = name
        self.journal = journal
        super.init()
    }

    override func viewDidLoad() async throws { journal.lines.append("\(name) view") }

    override func load() async throws {
        journal.lines.append("\(name) load")
        edition = journal.edition
        title = "\(name) \(edition)"
    }

    @ViewBuilder override var view: any View { Text("\(name): \(edition)") }
}

/// A screen without an override of `load()`.
final class Rack: ViewController {
    @ViewBuilder override var view: any View { Text("Rack") }
}

enum NewsRoute: Route { case front, story(Int), locked, rack }

/// A stack whose guard depends on loaded data.
final class Newsroom: NavigationController<NewsRoute> {
    let journal: Journal
    /// The edition that the guard knows; `nil` until it is loaded.
    private var edition: Int?

    init(_ journal: Journal) {
        self.journal = journal
        super.init(root: .front)
    }

    override func load() async throws {
        journal.lines.append("Newsroom load")
        edition = journal.edition
    }

    /// Refuses the locked story of the first edition.
    override func guardResult(for route: NewsRoute) -> GuardResult {
        .allowed(if: edition != 1 || route != .locked, otherwise: .front)
    }

    override func destination(for route: NewsRoute) throws -> ViewController {
        switch route {
        case .front: NewsDesk("Front", journal)
        case .story(let number): NewsDesk("Story \(number)", journal)
        case .locked: NewsDesk("Locked", journal)
        case .rack: Rack()
        }
    }
}

enum PaneRoute: Route { case list, detail }

/// A split whose two panes wait for each other while they load.
final class Panes: SplitViewController<PaneRoute> {
    let journal: Journal
    let meeting: Meeting

    init(_ journal: Journal, _ meeting: Meeting) {
        self.journal = journal
        self.meeting = meeting
        super.init(root: .list)
    }

    override func load() async throws { journal.lines.append("Panes load") }

    override func destination(for route: PaneRoute) throws -> ViewController {
        Pane(route == .list ? "List" : "Detail", journal, meeting)
    }
}

final class Pane: ViewController {
    let name: String
    let journal: Journal
    let meeting: Meeting

    init(_ name: String, _ journal: Journal, _ meeting: Meeting) {
        self.name = name
        self.journal = journal
        self.meeting = meeting
        super.init()
    }

    override func load() async throws {
        journal.lines.append("\(name) begins")
        meeting.executors.append((#isolation).map { ObjectIdentifier($0) })
        try await meeting.attend(name)
        journal.lines.append("\(name) ends")
    }
}

/// Suspends each load until all of them have begun.
final class Meeting {
    let size: Int
    /// The name of a load that throws an error instead.
    var traitor: String?
    /// The actors on which the loads ran.
    var executors: [ObjectIdentifier?] = []
    private(set) var cancelled: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) { self.size = size }

    func attend(_ name: String) async throws {
        if waiting.count + 1 < size {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
        if name == traitor { throw Betrayal() }
        guard traitor != nil else { return }
        // Returns when the error of the other load has cancelled this one.
        while !Task.isCancelled { await Task.yield() }
        cancelled.append(name)
        throw CancellationError()
    }
}

struct Betrayal: Error {}
