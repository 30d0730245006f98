@testable import Navigation
@testable import Responders
@testable import Views
import Testing

private enum StoreRoute: Route {
    case shelf, item(Int), checkout, help
    var transition: Transition { self == .help ? .modal : .push }
}
private enum CheckoutRoute: Route {
    case address, payment, terms
    var transition: Transition { self == .terms ? .modal : .push }
}

private struct Go: Action { var step: String }
private struct Paid: Action { var amount: Int }
private struct Abandon: Action {}

/// A stack that records which of its child flows have ended, and its routes at that time.
private final class Store: NavigationController<StoreRoute> {
    var ended: [String] = []
    var reaction: ((Store) -> Void)?
    var isClosed = false
    var isSoldOut = false
    var paid: [Int] = []

    init() { super.init(root: .shelf) }

    override func guardResult(for route: StoreRoute) -> GuardResult {
        .allowed(if: !isSoldOut || route != .checkout && route != .help, otherwise: .item(3))
    }

    override class var actions: [Handler] { [.on(go), .unwind(pay)] }
    func go(_ action: Go) {
        switch action.step {
        case "item": show(.item(1))
        case "checkout": show(.checkout)
        case "help": show(.help)
        case "restock": setRoutes([.shelf, .item(2)])
        default: popToRoot()
        }
    }
    func pay(_ action: Paid) { paid.append(action.amount) }

    override func canUnwind(_ action: any Action.Type) -> Bool { !isClosed }

    override func childDidFinish(_ child: ContainerViewController) {
        let isAlone = child.parent == nil && child.presentingViewController == nil
        ended.append("\(type(of: child)) at \(routes.map(\.segment.text)), \(isAlone)")
        reaction?(self)
    }

    override func destination(for route: StoreRoute) -> ViewController {
        switch route {
        case .checkout, .help: Checkout()
        default: Counter(["item", "checkout", "help"]).titled("Store")
        }
    }
}

private final class Checkout: NavigationController<CheckoutRoute> {
    var finishesWhenRemoved = false

    init() { super.init(root: .address) }

    override func willMove(toParent parent: ViewController?) {
        if parent == nil, finishesWhenRemoved { finish() }
    }

    override class var actions: [Handler] { [.on(next), .on(abandon)] }
    func next(_ action: Go) async throws {
        switch action.step {
        case "payment": push(.payment)
        case "terms": show(.terms)
        default: try await forward(action)
        }
    }
    func abandon(_ action: Abandon) { pop() }

    override func destination(for route: CheckoutRoute) -> ViewController {
        route == .terms ? Checkout() : Counter(["payment", "terms", "shelf", "restock"])
    }
}

private final class Counter: ViewController {
    let steps: [String]
    init(_ steps: [String]) {
        self.steps = steps
        super.init()
    }
    @ViewBuilder override var view: any View {
        ForEach(steps) { Button($0, action: Go(step: $0)) }
        Button("Abandon", action: Abandon())
        Button("Pay", action: Paid(amount: 7))
    }
}

@Suite("End of a child flow") struct ChildFlowTests {
    private let store = Store()

    private func visit(pressing titles: String...) async throws -> Visit<Stage> {
        let visit = try Visit(Stage(store))
        for title in titles { try await visit.click(title) }
        return visit
    }

    @Test func `Back on a child flow's first screen frees the flow and notifies the stack once`() async throws {
        let visit = try await visit(pressing: "checkout", "payment", "Back")
        weak let checkout = try visit.visible(Checkout.self)
        #expect(checkout?.routes == [.address])
        #expect(store.ended.isEmpty)
        #expect(try await visit.screen.leadingItems.map(\.title) == ["Back"])
        try await visit.click("Back")
        #expect(store.ended == ["Checkout at [\"shelf\"], true"])
        #expect(checkout == nil)
        try await visit.click("item")
        try await visit.click("Back")
        #expect(store.ended.count == 1)
    }

    @Test func `a child flow that pops its last screen ends`() async throws {
        let visit = try await visit(pressing: "item", "checkout")
        weak let checkout = try visit.visible(Checkout.self)
        try await visit.click("Abandon")
        #expect(store.routes == [.shelf, .item(1)])
        #expect(store.ended.count == 1)
        #expect(checkout == nil)
        #expect(visit.app.operation == .pop)
    }

    @Test func `a stack on a stack offers one Back, which the inner stack handles first`() async throws {
        let visit = try await visit(pressing: "item", "checkout", "payment")
        #expect(try await visit.screen.leadingItems.map(\.title) == ["Back"])
        #expect(try await visit.click("Back") == ["Counter;none", "Checkout;handled"])
        #expect(try await visit.click("Back") == ["Counter;none", "Checkout;none", "Store;handled"])
    }

    @Test(arguments: [["Cancel"], ["payment", "Cancel"], ["Abandon"]])
    func `a presented flow ends when its presenter or the flow itself dismisses it`(
        titles: [String]
    ) async throws {
        let visit = try await visit(pressing: "help")
        weak let help = try visit.visible(Checkout.self)
        for title in titles { try await visit.click(title) }
        #expect(store.ended == ["Checkout at [\"shelf\"], true"])
        #expect(help == nil)
        #expect(try visit.location == "")
    }

    @Test(arguments: ["shelf", "restock"])
    func `a child flow also ends when the stack around it pops or replaces it`(title: String) async throws {
        let visit = try await visit(pressing: "checkout", title)
        #expect(store.ended.count == 1)
        #expect(try visit.location == (title == "shelf" ? "" : "/item:2"))
    }

    @Test func `changes that the parent makes in childDidFinish are kept`() async throws {
        store.reaction = { $0.push(.item(9)) }
        let visit = try await visit(pressing: "checkout", "Abandon")
        #expect(store.routes == [.shelf, .item(9)])
        store.reaction = { $0.present(.checkout) }
        try await visit.click("help")
        try await visit.click("Abandon")
        #expect(store.presentedRoute == .checkout)
        #expect(try visit.location == "/item:9/~checkout")
    }

    @Test(arguments: ["checkout", "help"])
    func `changes that the parent makes after its guard removed a flow are kept`(title: String) async throws {
        store.reaction = { $0.push(.item(9)) }
        let visit = try await visit(pressing: title)
        store.isSoldOut = true
        store.reevaluateGuard()
        #expect(store.ended.count == 1)
        #expect(store.routes == (title == "help" ? [.shelf, .item(9)] : [.shelf, .item(3), .item(9)]))
        #expect(store.presentedRoute == (title == "help" ? .item(3) : nil))
        #expect(try visit.location == (title == "help" ? "/item:9/~item:3" : "/item:3/item:9"))
    }

    @Test func `a presented flow that finishes while it is removed does not dismiss the new modal`() async throws {
        let visit = try await visit(pressing: "help")
        try visit.visible(Checkout.self).finishesWhenRemoved = true
        store.present(.item(8))
        #expect(store.ended.count == 1)
        #expect(store.presentedRoute == .item(8))
    }

    @Test func `a route that the parent presents when a presented flow ends replaces the new one`() async throws {
        store.reaction = { $0.ended.count == 1 ? $0.present(.item(7)) : () }
        _ = try await visit(pressing: "help")
        store.present(.item(8))
        #expect(store.ended.count == 1)
        #expect(store.presentedRoute == .item(7))
    }

    @Test func `removing a flow from a tree that was only rendered does not call childDidFinish`() async throws {
        let visit = try Visit(Stage(store), at: "/checkout")
        _ = try await visit.screen
        store.popToRoot()
        #expect(store.ended.isEmpty)
    }

    @Test func `pop keeps the root of a stack that is not on another stack`() async throws {
        let checkout = Checkout()
        checkout.pop()
        #expect(checkout.routes == [.address])
        let tabs = Tabs()
        _ = try tabs.visibleChild()
        try #require(try tabs.visibleChild() as? Letters).pop()
        #expect(try tabs.visibleChild() is Letters)
    }
}

private enum Floor: Route { case ground, upper }

/// A container around `store`. It handles `Paid` as an unwind, as the store does.
private final class Building: NavigationController<Floor> {
    let store: Store
    var paid: [Int] = []
    init(_ store: Store) {
        self.store = store
        super.init(root: .ground)
    }
    override class var actions: [Handler] { [.unwind(pay)] }
    func pay(_ action: Paid) { paid.append(action.amount) }
    override func destination(for route: Floor) -> ViewController { route == .upper ? store : ViewController() }
}

@Suite("Unwinding") struct UnwindTests {
    private let store = Store()

    private func visit(pressing titles: String...) async throws -> Visit<Stage> {
        let visit = try Visit(Stage(Building(store)), at: "/upper")
        for title in titles { try await visit.click(title) }
        return visit
    }

    @Test func `the nearest container that accepts an unwind removes everything above it`() async throws {
        let visit = try await visit(pressing: "item", "checkout", "payment", "terms", "payment")
        #expect(try visit.location == "/upper/item:1/checkout/payment/~terms/payment")
        let opened = try Visit(Stage(Building(Store())), at: visit.location)
        #expect(try opened.location == visit.location)
        #expect(
            try await visit.click("Pay") == ["Counter;none", "Checkout;none", "Checkout;none", "Store;handled"])
        #expect(try visit.location == "/upper")
        #expect(store.paid == [7])
        #expect(store.ended.count == 1)
    }

    @Test func `a container that refuses an unwind is skipped and traced as refused`() async throws {
        let visit = try await visit(pressing: "item", "checkout")
        store.isClosed = true
        #expect(
            try await visit.click("Pay") == [
                "Counter;none", "Checkout;none", "Store;refused", "Building;handled",
            ])
        #expect(try visit.location == "")
        #expect(try visit.visible(Building.self).paid == [7])
        #expect(store.paid.isEmpty)
    }

    @Test func `an unwind that all containers refuse is not offered`() async throws {
        store.isClosed = true
        let visit = try Visit(Stage(store))
        #expect(try await !visit.screen.offeredTitles.contains("Pay"))
        store.isClosed = false
        #expect(try await visit.screen.offeredTitles.contains("Pay"))
    }

    @Test func `unwinding a tab bar dismisses what covers it and pops the stack in its tab`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/~compose:4/~another/recipient")
        try visit.visible(Tabs.self).unwind()
        #expect(try visit.location == "/letters")
    }

    @Test func `a stack unwinds to one of its routes`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2/~compose:4/recipient")
        try #require(try visit.path.first { $0 is Letters } as? Letters).unwind(to: .letter(1))
        #expect(try visit.location == "/letters/letter:1")
    }
}
