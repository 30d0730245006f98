/// Somebody who sends every action on offer, whatever state that leads to, breadth first (features B4, B22, B26).
///
/// In each state it sees to it that nothing fails, that HTML and Siren offer the same, that the location opens without a
/// cookie, and that reading makes no version. It works on any app, over a socket or in memory:
/// ```swift
/// let crawl = try await Crawler(.memory(site)).crawl(from: "/letters")
/// #expect(crawl.findings.isEmpty)
/// ```
/// Of many actions of one name the first, the one in the middle and the last say it all; of tabs each is pressed.
public final class Crawler {
    /// Called after each action.
    public var progress: ((Crawl) -> Void)?
    /// Counts the live objects of the server by class, if it can be asked: what was made for the crawl must be gone at its
    /// end, once no session is at work. See ``LiveObjectCounts``.
    public var liveObjects: (() async throws -> [String: Int]?)?

    let visitor: Visitor
    var crawl = Crawl()
    private let limits: Crawl.Limits
    let examples: [String: String]
    private let clock = ContinuousClock()
    private var deadline: ContinuousClock.Instant
    private var start = "/"
    private(set) var people = 0
    /// Whether something was deleted that earlier states of this person showed.
    var isSpent = false
    /// The newest version of the present session.
    var newest = 0

    /// An action, as it can be found again on another rendering of the same state, also by somebody else.
    struct Press: Hashable {
        var name: String
        var values: [String: String]
        /// Where it leads, if it is a link.
        var path: String?

        init(name: String, values: [String: String]) { (self.name, self.values) = (name, values) }

        /// A link, which says all by where it leads.
        init(following path: String) { (name, values, self.path) = ("link to \(path)", [:], path) }
    }

    /// A state, the presses that led there, and who met it.
    struct State {
        var presses: [Press] = []
        var page: CrawledPage
        var person: Int
        var cookies: [String: String]
        /// What was last seen in each tab.
        var tabs: [String: String]
    }

    /// - Parameters:
    ///   - wire: how requests reach the site.
    ///   - limits: what the crawl may cost.
    ///   - examples: what is typed into the fields of these names.
    public init(_ wire: Wire, limits: Crawl.Limits = Crawl.Limits(), examples: [String: String] = [:]) {
        visitor = Visitor(wire)
        self.limits = limits
        self.examples = examples
        deadline = clock.now
    }

    /// Goes through the app at `path`.
    ///
    /// - Throws: ``VisitorError`` if there is no app to begin with.
    public func crawl(from path: String) async throws -> Crawl {
        crawl = Crawl()
        start = path
        let began = clock.now
        deadline = began + .seconds(limits.seconds)
        let objects = try await liveObjects?()
        try await run()
        if let objects, let left = try await liveObjects?() { compare(left, with: objects) }
        crawl.seconds = (clock.now - began) / .seconds(1)
        return crawl
    }

    private func compare(_ left: [String: Int], with before: [String: Int]) {
        crawl.objectsLeft = 0
        for (name, count) in left.sorted(by: { $0.key < $1.key }) {
            let more = count - before[name, default: 0]
            guard more > 0 else { continue }
            crawl.objectsLeft = (crawl.objectsLeft ?? 0) + more
            found("\(more) more \(name) than before the crawl are left, though no session is at work.")
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

    /// Somebody without a cookie, at the beginning.
    private func newcomer() async throws -> State {
        people += 1
        isSpent = false
        newest = 0
        visitor.forgetCookies()
        let page = try await page(at: start)
        return State(page: page, person: people, cookies: visitor.cookies, tabs: tabs(of: page))
    }

    /// Opens the very version that the state was met as, or leads somebody new there.
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
                throw VisitorError("\(press.name) was not found again on the way.")
            }
            guard case .led(let page) = try await send(action, on: there.page) else {
                throw VisitorError("\(press.name) was refused on the way, though not the first time.")
            }
            there.page = page
            there.cookies = visitor.cookies
        }
        (there.presses, there.tabs) = (state.presses, state.tabs)
        state = there
    }

    /// What is seen in the tab that is shown, whoever sees it.
    private func tabs(of page: CrawledPage) -> [String: String] {
        let tab = page.entity.entities(of: "tab").first { $0.properties?.selected == true }?.properties?.title ?? ""
        return ["shown": tab, "tab " + tab: anonymous(page.appearance, of: people)]
    }

    /// What a person types. Nobody else does, so that what one deletes another still has.
    func text(of person: Int) -> String { "Example \(person)" }
    func address(of person: Int) -> String { "example\(person)@example.org" }

    /// The same text, whoever it was shown to.
    private func anonymous(_ text: String, of person: Int) -> String {
        text.replacing(self.text(of: person), with: "Example")
            .replacing(address(of: person), with: "example@example.org")
    }

    private func press(of action: Siren.Action, by person: Int) -> Press {
        Press(name: action.name, values: action.press.values.mapValues { anonymous($0, of: person) })
    }

    /// The action on a page that the present person sees.
    private func action(_ press: Press, on page: CrawledPage) -> Siren.Action? {
        page.actions.first { self.press(of: $0, by: people) == press }
    }

    // MARK: - Pressing

    private func presses(in state: State) -> [Press] {
        links(of: state) + actions(of: state)
    }

    /// Of links of one kind the first, the one in the middle and the last; each tab is a place of its own.
    private func links(of state: State) -> [Press] {
        var alike: [String: [String]] = [:]
        for (index, entity) in state.page.entity.all.enumerated() {
            for link in entity.links ?? [] {
                // The first entity is the screen, which says where it stands itself.
                let isOwn = index == 0 && link.isOfEveryPage
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
        path == start || path.hasPrefix(start.hasSuffix("/") ? start : start + "/")
    }

    private func actions(of state: State) -> [Press] {
        let alike = Dictionary(grouping: state.page.actions.filter { $0.method == "POST" }) { action in
            // Each tab is another place.
            action.name + (action.name == "select-tab" ? action.press.values.values.joined() : "")
        }
        // Backwards, so that what is to be deleted is opened before.
        return alike.sorted { $0.key > $1.key }.flatMap { _, actions in
            Set([0, actions.count / 2, actions.count - 1]).sorted().map { press(of: actions[$0], by: state.person) }
        }
    }

    private func after(_ press: Press, in state: State, on page: CrawledPage) -> State {
        State(
            presses: state.presses + [press], page: page, person: state.person, cookies: visitor.cookies,
            tabs: state.tabs.merging(tabs(of: page)) { $1 })
    }

    /// Where `press` leads from `state`; `nil` if it could not be tried, or is a finding.
    private func press(_ press: Press, in state: inout State) async -> State? {
        // An older state of the same session may be no place to act from; a new one is.
        for anew in [false, true] {
            do {
                try await reach(&state, anew: anew)
                if let path = press.path { return after(press, in: state, on: try await page(at: path)) }
                guard let action = action(press, on: state.page) else {
                    if anew { note("\(press.name) at \(state.page.path) was on offer only once.") }
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
