import CairnTesting
import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Cairn
@testable import Sessions

/// Two nodes on one store. With real servers, `Tests/Cluster` causes the same faults under load.
@Suite("Faults of two nodes and their store", .timeLimit(.minutes(3))) struct NodeFailureTests {
    private let shop = Shop()

    @Test func `node killed before commit: the old version remains, and the next press acts after the lease`()
        async throws
    {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        nodes[0].store.state.value.withLock { $0.isKilled = true }
        #expect(try await ada.send(press).status == 503)
        shop.clock.advance(by: Lease.duration)
        let bo = nodes[1].visitor(like: ada)
        #expect(try await bo.visit(ada.page.url).texts == ["Sold: ink"])
        #expect(try await bo.result(of: press) == ["Sold: ink, pen"])
        // Both attempts had an effect outside, with one key.
        #expect(shop.keys.count == 3 && Set(shop.keys.suffix(2)).count == 1)
    }

    @Test func `node killed before commit of a once action: it may have been done, and nothing is done again`()
        async throws
    {
        let nodes = [try Node(of: shop, policy: .once), try Node(of: shop, policy: .once)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        nodes[0].store.state.value.withLock { $0.isKilled = true }
        #expect(try await ada.send(press).status == 503)
        shop.clock.advance(by: Lease.duration)
        let bo = nodes[1].visitor(like: ada)
        let doubt = try await bo.send(press)
        #expect(doubt.status == 409 && doubt.text.contains("this may have been done"))
        #expect(shop.keys.count == 2)
        let page = try doubt.page()
        #expect(page.texts == ["Sold: ink"] && page.fields.map(\.value) == ["pen"])
    }

    @Test func `node killed after commit: the same press gets the recorded response`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        let bo = nodes[1].visitor(like: ada)
        let lost = try await ada.send(press)
        let repeated = try await bo.send(press)
        #expect(lost.status == 303 && repeated.status == 303 && repeated["Location"] == lost["Location"])
        #expect(shop.keys.count == 2)
        #expect(try await bo.visit(lost["Location"] ?? "").texts == ["Sold: ink, pen"])
    }

    @Test func `node paused beyond its lease: its commit is refused`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop, isPaused: true)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        let cookies = ada.cookies
        async let paused = nodes[1].reply(to: press, of: cookies)
        await nodes[1].gate.untilReached()
        shop.clock.advance(by: Lease.duration)
        #expect(try await ada.result(of: press) == ["Sold: ink, pen"])
        nodes[1].gate.open()
        #expect(try await paused.status == 503)
        #expect(try await nodes[1].visitor(like: ada).visit(ada.page.url).texts == ["Sold: ink, pen"])
        #expect(shop.keys.count == 3 && Set(shop.keys.suffix(2)).count == 1)
    }

    @Test(arguments: [0, 1]) func `failover lost the last writes: 409 with the form filled`(node: Int) async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        #expect(try await ada.result(of: press) == ["Sold: ink, pen"])
        let next = try ada.aboutToSell("paper")
        shop.data.entries.withLock { entries in for id in entries.keys { entries[id]?.log.removeLast() } }
        let bo = nodes[node].visitor(like: ada)
        let reply = try await bo.send(next)
        let page = try reply.page()
        #expect(reply.status == 409)
        #expect(page.fields.map(\.value) == ["paper"])
        #expect(page.notice != nil && shop.keys.count == 2)
    }

    @Test func `node cut off from the store: a page from a proven copy for 5 s, and no action`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        nodes[0].store.state.value.withLock { $0.isAway = true }
        #expect(try await ada.visit(ada.page.url).texts == ["Sold: ink"])
        let refused = try await ada.send(press)
        #expect(try refused.status == 503 && refused.page().fields.map(\.value) == ["pen"])
        nodes[0].time.advance(by: .milliseconds(5_100))
        #expect(try await ada.get(ada.page.url).status == 503)
        #expect(try await ada.send(press).status == 503)
        #expect(shop.keys.count == 1)
        let bo = nodes[1].visitor(like: ada)
        #expect(try await bo.visit(ada.page.url).texts == ["Sold: ink"])
        nodes[0].store.state.value.withLock { $0.isAway = false }
        #expect(try await ada.send(press).status == 303)
        #expect(shop.keys.count == 2)
    }

    @Test func `node cut off from the store after it heard of a change: no page from the copy before it`() async throws
    {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        // Another browser with the same cookie, which has not seen the change that follows.
        let bo = nodes[0].visitor(like: ada)
        #expect(try await nodes[1].visitor(like: ada).send(press).status == 303)
        nodes[0].store.state.value.withLock { $0.isAway = true }
        #expect(try await bo.visit(ada.page.url).texts == ["Sold: ink"])
        nodes[0].store.state.value.withLock { $0.isOutdated = true }
        #expect(try await bo.get(ada.page.url).status == 503)
    }

    @Test func `store restarts empty: a notice and the filled form, one click from done`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        shop.data.entries.withLock { $0 = [:] }
        #expect(try await nodes[1].visitor(like: ada).send(press).status == 409)
        let page = try await ada.click("Sell")
        #expect(page.reply.status == 409 && page.notice != nil)
        #expect(page.texts == ["Sold:"])
        #expect(page.fields.map(\.value) == ["pen"])
        #expect(try await ada.click("Sell").texts == ["Sold: pen"])
        #expect(shop.keys.count == 2)
    }

    @Test func `two tabs on two nodes: both versions, once each`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        let tab = nodes[1].visitor(like: ada)
        try await tab.visit(ada.page.url)
        let other = try tab.aboutToSell("paper")
        let cookies = ada.cookies
        async let first = nodes[0].reply(to: press, of: cookies)
        async let second = nodes[1].reply(to: other, of: cookies)
        let replies = try await [first, second]
        #expect(replies.map(\.status) == [303, 303] && Set(replies.map { $0["Location"] }).count == 2)
        #expect(shop.keys.count == 3)
        var shown: Set<[String]> = []
        for reply in replies { shown.insert(try await ada.visit(try #require(reply["Location"])).texts) }
        #expect(shown == [["Sold: ink, pen"], ["Sold: ink, paper"]])
    }

    @Test func `one double click on two nodes: one version, the same Location twice`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        let cookies = ada.cookies
        async let first = nodes[0].reply(to: press, of: cookies)
        async let second = nodes[1].reply(to: press, of: cookies)
        let replies = try await [first, second]
        #expect(replies.map(\.status) == [303, 303] && replies[0]["Location"] == replies[1]["Location"])
        #expect(shop.keys.count == 2)
    }

    @Test func `login on one node while another holds the old id: the old id is unknown everywhere`() async throws {
        let nodes = [try Node(of: shop), try Node(of: shop)]
        let (ada, press) = try await nodes[0].visitorAboutToSell("pen")
        let thief = nodes[1].visitor(like: ada)
        #expect(try await thief.visit(ada.page.url).texts == ["Sold: ink"])
        #expect(try await ada.click("Log in").texts == ["Sold: ink"])
        #expect(ada.cookies != thief.cookies)
        #expect(shop.data.entries.withLock { $0.values.count { !$0.log.isEmpty } } == 1)
        for node in nodes {
            let late = node.visitor(like: thief)
            let page = try await late.send(press)
            #expect(page.status == 409 && !page.text.contains("Sold: ink"))
            #expect(try await !late.get(thief.page.url, accept: "text/html").text.contains("Sold: ink"))
        }
        #expect(shop.keys.count == 1)
        #expect(try await nodes[1].visitor(like: ada).visit(ada.page.url).texts == ["Sold: ink"])
    }
}

/// The store's data, and what happens outside of the sessions.
private final class Shop: Sendable {
    let clock = TestClock()
    let data: MemoryStore.Data
    private let sold = Mutex<[String]>([])

    init() { data = MemoryStore.Data { [clock] in clock.now } }

    /// The idempotency keys of all runs of the handler.
    var keys: [String] { sold.withLock(\.self) }
    func sell(_ key: String?) { sold.withLock { $0.append(key ?? "no key \($0.count)") } }
}

private final class Node: Sendable {
    let store: FailingStore
    let time = AdvancingTime()
    /// The handlers of this node wait here.
    let gate = Gate()
    private let server: Server

    init(of shop: Shop, policy: HistoryPolicy = .branch, isPaused: Bool = false) throws {
        let (store, gate) = (FailingStore(base: MemoryStore(sharing: shop.data)), gate)
        let hosted = HostedApplication("till", title: "Till") { Till(shop, gate, policy) }
        server = try Server(
            Transport.configuration, apps: [hosted], stores: ["till": store], time: time, log: Log(isQuiet: true))
        self.store = store
        if !isPaused { gate.open() }
    }

    func visitor(like other: Visitor? = nil) -> Visitor {
        let visitor = Visitor(.memory(server.site))
        if let other { visitor.shareCookies(of: other) }
        return visitor
    }

    /// Sends a press of the visitor with these cookies.
    func reply(to press: Call, of cookies: [String: String]) async throws -> Reply {
        var press = press
        press.fields += cookies.map { ("Cookie", "\($0.key)=\($0.value)") }
        return try await visitor().send(press)
    }

    /// A visitor who has sold ink, and the next press of the button.
    func visitorAboutToSell(_ item: String) async throws -> (Visitor, Call) {
        let visitor = visitor()
        try await visitor.visit("/till")
        try visitor.fill("Item", with: "ink")
        #expect(try await visitor.click("Sell").texts == ["Sold: ink"])
        return (visitor, try visitor.aboutToSell(item))
    }
}

extension Visitor {
    /// Types an item, and returns the press of the button.
    fileprivate func aboutToSell(_ item: String) throws -> Call {
        try fill("Item", with: item)
        var call = try call(for: try page.button("Sell"))
        call.fields += [("Accept", "text/html"), ("Sec-Fetch-Site", "same-origin")]
        return call
    }

    /// Sends a press, and returns what the page shows to which it leads.
    fileprivate func result(of press: Call) async throws -> [String] {
        try await visit(try #require(await send(press)["Location"])).texts
    }
}

/// The store as one node sees it.
private struct FailingStore: WrappingStore {
    struct State {
        /// The node ends before the result of an action is committed: the commit does not arrive, nor anything after it.
        var isKilled = false
        /// The store cannot be reached.
        var isAway = false
        /// The store has announced changes of all sessions.
        var isOutdated = false
    }

    let base: MemoryStore
    let state = Box(State())

    private func require(_ isReached: (State) -> Bool) throws {
        guard isReached(state.value.withLock(\.self)) else {
            throw StoreError(.unavailable, operation: "reach", path: "the store")
        }
    }

    func isOutdated(_ id: SessionID) -> Bool { state.value.withLock(\.isOutdated) }

    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try require { !$0.isAway }
        return try await base.load(id, since: known)
    }

    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        try require { !$0.isAway }
        return try await base.begin(id, since: known)
    }

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        try require { !$0.isAway && (!$0.isKilled || change.keepsLease) }
        return try await base.commit(change, under: lease)
    }

    func release(_ lease: Lease) {
        if state.value.withLock({ !$0.isKilled }) { base.release(lease) }
    }
}

/// The machine's clock, which tests set forward.
private final class AdvancingTime: TimeSource {
    private let system = SystemTime()
    private let ahead = Mutex<UInt64>(0)

    var now: UInt64 { system.now &+ ahead.withLock(\.self) }

    func advance(by duration: Duration) { ahead.withLock { $0 += UInt64(duration / .nanoseconds(1)) } }
    func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}

private struct Sell: Action { var item = "" }
private struct LogIn: Action {}

private enum TillRoute: Route { case counter }

private final class Till: Application {
    let shop: Shop
    let gate: Gate
    private let policy: HistoryPolicy

    init(_ shop: Shop, _ gate: Gate, _ policy: HistoryPolicy) {
        (self.shop, self.gate, self.policy) = (shop, gate, policy)
        super.init()
    }

    override func makeRootViewController() -> ViewController { TillNavigation(policy) }

    override class var actions: [Handler] { [.on(logIn)] }

    func logIn(_ action: LogIn) { changeIdentity() }
}

private final class TillNavigation: NavigationController<TillRoute> {
    private let policy: HistoryPolicy

    init(_ policy: HistoryPolicy) {
        self.policy = policy
        super.init(root: .counter)
    }

    override var historyPolicy: HistoryPolicy { policy }
    override func destination(for route: TillRoute) throws -> ViewController { Counter().titled("Till") }
}

/// Shows what was sold in this version.
private final class Counter: ViewController {
    @Saved var sold: [String] = []

    override class var actions: [Handler] { [.on(sell)] }

    func sell(_ action: Sell) async throws {
        let till = try required(Till.self)
        till.shop.sell(till.idempotencyKey)
        await till.gate.pass()
        sold.append(action.item)
    }

    @ViewBuilder override var view: any View {
        Text("Sold: \(sold.joined(separator: ", "))")
        TextField("Item", name: "item", maximumLength: 20)
        Button("Sell", action: Sell())
        Button("Log in", action: LogIn())
    }
}
