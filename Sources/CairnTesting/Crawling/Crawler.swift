/// Sends the available actions and follows the links in every state that it reaches, breadth first.
///
/// In each state it checks that nothing fails, that HTML and Siren offer the same actions, that the location opens
/// without a cookie, and that reading creates no version. It works with any app, over a socket or in memory:
/// ```swift
/// try await Transport.memory.serve(apps) { wire in
///     let crawl = try await Crawler(wire).crawl(from: "/letters")
///     #expect(crawl.findings.isEmpty)
/// }
/// ```
/// Of several actions with one name it tries the first, the middle and the last, but it tries all tabs.
public final class Crawler {
    /// Restores the data that sessions share. Called before each simulated visitor without cookies begins, so that the
    /// actions of an earlier one, such as a deletion, do not change what the next one finds. `nil` for an app without
    /// shared data, and for a server whose data cannot be restored.
    public var resetData: (() async throws -> Void)?
    /// Called after each action or link that led to a page.
    package var progress: ((Crawl) -> Void)?
    /// Counts the live objects of the server by class, if the server supports that. Objects that the crawl created must
    /// be gone at its end, when no session is active. See ``LiveObjectCounts``.
    package var liveObjects: (() async throws -> [String: Int]?)?

    let visitor: Visitor
    var crawl = Crawl()
    private let limits: Crawl.Limits
    let examples: [String: String]
    private let clock = ContinuousClock()
    private var deadline: ContinuousClock.Instant
    private var start = "/"
    private(set) var people = 0
    /// Distinguishes the addresses of this crawl from those of others.
    private let run = UInt32.random(in: 1 ... .max)
    /// True after a destructive action: earlier states of the current simulated visitor can show deleted data.
    var isSpent = false
    /// The newest version of the current session.
    var newest = 0

    /// Identifies an action independently of the rendering and the visitor, so that the crawler can find it again.
    struct Press: Hashable {
        var name: String
        var values: [String: String]
        /// The target, if this is a link.
        var path: String?

        init(name: String, values: [String: String]) { (self.name, self.values) = (name, values) }

        /// A link, identified by its target.
        init(following path: String) { (name, values, self.path) = ("link to \(path)", [:], path) }
    }

    /// A state, the actions and links that led to it, and the simulated visitor that reached it.
    struct State {
        var presses: [Press] = []
        var page: CrawledPage
        var person: Int
        var cookies: [String: String]
        /// The latest `CrawledPage/appearance` of each visited tab, by `tab` and its title; by `shown`, the title of
        /// the selected tab.
        var tabs: [String: String]
    }

    /// - Parameters:
    ///   - wire: the transport to the site.
    ///   - limits: the limits of the crawl.
    ///   - examples: the text to type into fields, by field name.
    public init(_ wire: Wire, limits: Crawl.Limits = Crawl.Limits(), examples: [String: String] = [:]) {
        visitor = Visitor(wire)
        self.limits = limits
        self.examples = examples
        deadline = clock.now
    }

    /// Crawls the app at `path`.
    ///
    /// - Throws: ``VisitorError`` if there is no app at `path`, or an error of the connection.
    public func crawl(from path: String) async throws -> Crawl {
        crawl = Crawl()
        start = path
        let began = clock.now
        deadline = began + limits.time
        let objects = try await liveObjects?()
        try await run()
        if let objects, let left = try await liveObjects?() { compare(left, with: objects) }
        crawl.time = clock.now - began
        return crawl
    }

    private func compare(_ left: [String: Int], with before: [String: Int]) {
        crawl.objectsLeft = 0
        for (name, count) in left.sorted(by: { $0.key < $1.key }) {
            let more = count - before[name, default: 0]
            guard more > 0 else { continue }
            crawl.objectsLeft = (crawl.objectsLeft ?? 0) + more
            found("The crawl leaked objects of the class \(name): \(more).")
        }
    }

    private func run() async throws {
        var level = [try await newcomer()]
        await look(at: level[0].page)
        var known = Set(level.map(\.tabs))
        crawl.states = 1
        for _ in 0..<limits.depth {
            crawl.actions.append(0)
            var next: [State] = []
            for var state in level {
                for press in presses(in: state) {
                    guard clock.now < deadline, crawl.states < limits.states else {
                        crawl.isComplete = false
                        return
                    }
                    guard let reached = await self.press(press, in: &state) else { continue }
                    await look(at: reached.page)
                    progress?(crawl)
                    guard known.insert(reached.tabs).inserted else { continue }
                    crawl.states += 1
                    next.append(reached)
                }
            }
            level = next
            if level.isEmpty { return }
        }
    }

    func found(_ text: String) {
        if !crawl.findings.contains(text) { crawl.findings.append(text) }
    }

    private func note(_ text: String) {
        if !crawl.notes.contains(text) { crawl.notes.append(text) }
    }

    // MARK: - States

    /// The first state of a new simulated visitor without cookies.
    private func newcomer() async throws -> State {
        try await resetData?()
        people += 1
        isSpent = false
        newest = 0
        visitor.forgetCookies()
        let page = try await page(at: start)
        return State(page: page, person: people, cookies: visitor.cookies, tabs: tabs(of: page))
    }

    /// Opens the exact version of the state, or repeats its actions as a new simulated visitor.
    private func reach(_ state: inout State, anew: Bool) async throws {
        if !anew, state.person == people, !isSpent {
            visitor.cookies = state.cookies
            let page = try await page(at: state.page.exactPath)
            if page.at == state.page.at { return state.page = page }
        }
        var there = try await newcomer()
        for press in state.presses {
            if let path = press.path {
                there.page = try await page(at: path)
                continue
            }
            guard let action = action(press, on: there.page) else {
                throw VisitorError("\(press.name) is missing when the actions before this state are repeated.")
            }
            guard case .led(let page) = try await send(action, on: there.page) else {
                throw VisitorError("\(press.name) is refused when the actions before this state are repeated.")
            }
            there.page = page
            there.cookies = visitor.cookies
        }
        (there.presses, there.tabs) = (state.presses, state.tabs)
        state = there
    }

    /// The appearance of the selected tab, without text that is specific to the simulated visitor.
    private func tabs(of page: CrawledPage) -> [String: String] {
        let tab = page.entity.entities(of: "tab").first { $0.properties?.selected == true }?.properties?.title ?? ""
        return ["shown": tab, "tab " + tab: anonymous(page.appearance, of: people)]
    }

    /// Sample text, unique per simulated visitor, so that one visitor's deletions do not affect another's data. An
    /// address is unique per crawl too, because an account of an earlier crawl on the same server can have it.
    func text(of person: Int) -> String { "Example \(person)" }
    func address(of person: Int) -> String { "example\(person).\(run)@example.org" }

    /// Replaces the sample text of a simulated visitor, so that the states of different visitors compare as equal.
    private func anonymous(_ text: String, of person: Int) -> String {
        text.replacing(self.text(of: person), with: "Example")
            .replacing(address(of: person), with: "example@example.org")
    }

    private func press(of action: Siren.Action, by person: Int) -> Press {
        Press(name: action.name, values: action.press.values.mapValues { anonymous($0, of: person) })
    }

    /// Finds the action on a page of the current simulated visitor.
    private func action(_ press: Press, on page: CrawledPage) -> Siren.Action? {
        page.actions.first { self.press(of: $0, by: people) == press }
    }

    // MARK: - Pressing

    private func presses(in state: State) -> [Press] {
        links(of: state) + actions(of: state)
    }

    /// The links to follow: of each kind the first, the middle and the last, but all tabs.
    private func links(of state: State) -> [Press] {
        var alike: [String: [String]] = [:]
        for (index, entity) in state.page.entity.all.enumerated() {
            for link in entity.links ?? [] {
                // The first entity is the screen: skip its links to itself, to the app and to the list of apps.
                // A route of the app is no screen; `readLinks` requests it.
                let isOwn = index == 0 && link.isOfEveryPage || link.isRoute
                guard !isOwn, let path = try? visitor.path(of: link.href), isWithinApp(path) else { continue }
                let kind = entity.class?.first ?? ""
                alike[kind == "tab" ? kind + path : kind, default: []].append(path)
            }
        }
        return alike.sorted { $0.key < $1.key }.flatMap { _, paths in
            Set([0, paths.count / 2, paths.count - 1]).sorted().map { Press(following: paths[$0]) }
        }
    }

    private func isWithinApp(_ path: String) -> Bool {
        path == start || path.hasPrefix(start.hasSuffix("/") ? start : start + "/") || path.hasPrefix(start + "?")
    }

    private func actions(of state: State) -> [Press] {
        let alike = Dictionary(grouping: state.page.actions.filter { $0.method == "POST" }) { action in
            // Each tab counts as a separate action.
            action.name + (action.name == "select-tab" ? action.press.values.values.joined() : "")
        }
        // In reverse order of names, so that `open-item`, for example, is sent before `delete-item`.
        return alike.sorted { $0.key > $1.key }.flatMap { _, actions in
            Set([0, actions.count / 2, actions.count - 1]).sorted().map { press(of: actions[$0], by: state.person) }
        }
    }

    private func after(_ press: Press, in state: State, on page: CrawledPage) -> State {
        State(
            presses: state.presses + [press], page: page, person: state.person, cookies: visitor.cookies,
            tabs: state.tabs.merging(tabs(of: page)) { $1 })
    }

    /// The state after `press`; `nil` if the action could not be tried or is a finding.
    private func press(_ press: Press, in state: inout State) async -> State? {
        // The app can refuse actions of an older version, so try again in a new session.
        for anew in [false, true] {
            do {
                try await reach(&state, anew: anew)
                if let path = press.path { return after(press, in: state, on: try await page(at: path)) }
                guard let action = action(press, on: state.page) else {
                    if anew { note("\(press.name) at \(state.page.path) was not offered again in a new session.") }
                    continue
                }
                switch try await send(action, on: state.page) {
                case .led(let page):
                    crawl.actions[crawl.actions.count - 1] += 1
                    if page.entity.properties?.alert != nil { crawl.alerts += 1 }
                    return after(press, in: state, on: page)
                case .invalid(let why):
                    note("\(press.name) at \(state.page.path) was not tried: \(why)")
                    return nil
                case .refused(let why) where anew: found("\(press.name) at \(state.page.path): \(why)")
                case .refused: continue
                }
            } catch {
                if anew { found("\(press.name) at \(state.page.path): \(error)") }
            }
        }
        return nil
    }
}
