@testable import Navigation
@testable import Responders
import Snapshots
@testable import Views
import Testing

private struct Buy: Action { var number: Int }
private struct Toggle: Action {}

/// A part of a screen that records its callbacks and counts the items bought in it.
private class Shelf: Page {
    override class var actions: [Handler] { [.on(buy)] }
    func buy(_ action: Buy) { stars += action.number }

    @ViewBuilder override var view: any View {
        Text("\(name) sold \(stars)")
        Button("Buy in \(name)", action: Buy(number: name.utf8.count))
    }
}

/// A screen that always shows the first shelf, and the second one while `isOpen` is true.
private final class Shop: Page {
    let first: Shelf
    let second: Shelf
    @Saved var isOpen = false

    init(diary: Diary) {
        first = Shelf("Books", diary: diary)
        second = Shelf("Toys", diary: diary)
        super.init("Shop", diary: diary)
    }

    override class var actions: [Handler] { [.on(toggle)] }
    func toggle(_ action: Toggle) {
        isOpen.toggle()
        arrange()
    }

    override func viewDidLoad() async throws {
        try await super.viewDidLoad()
        addChild(first)
        arrange()
    }

    private func arrange() { isOpen ? addChild(second) : second.removeFromParent() }

    @ViewBuilder override var view: any View {
        Text("Welcome")
        Button("Toggle", action: Toggle())
    }
}

private enum Street: Route { case shop, elsewhere }

private final class Walk: NavigationController<Street> {
    let diary: Diary
    init(diary: Diary) {
        self.diary = diary
        super.init(root: .shop)
    }
    override func destination(for route: Street) -> ViewController {
        route == .shop ? Shop(diary: diary).titled("Shop") : Page("Elsewhere", diary: diary)
    }
}

@Suite("Controllers embedded in a screen") struct ChildTests {
    private let diary = Diary()

    private func visit(state: WindowState? = nil) throws -> Visit<Stage> {
        try Visit(Stage(Walk(diary: diary)), state: state)
    }

    private func lines(of name: String) -> [String] {
        diary.lines.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private func texts(_ screen: Screen) -> [String] {
        screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    @Test func `a child is only loaded until an action, and then receives the other callbacks`() async throws {
        let visit = try visit()
        _ = try await visit.screen
        #expect(lines(of: "Books") == ["didLoad"])
        try await visit.click("Toggle")
        #expect(lines(of: "Books") == ["didLoad", "willMove", "didMove", "willAppear", "didAppear"])
        #expect(lines(of: "Toys") == ["didLoad", "willMove", "didMove", "willAppear", "didAppear"])
        diary.lines = []
        try await visit.click("Toggle")
        #expect(diary.lines == ["willLeave", "didLeave", "willDisappear", "didDisappear"].map { "Toys " + $0 })
    }

    @Test func `children appear and disappear with their screen`() async throws {
        let visit = try visit()
        try await visit.click("Toggle")
        diary.lines = []
        try visit.visible(Walk.self).push(.elsewhere)
        try await visit.app.settle()
        #expect(lines(of: "Books") == ["willDisappear", "didDisappear"])
        try await visit.click("Back")
        #expect(lines(of: "Books") == ["willDisappear", "didDisappear", "willAppear", "didAppear"])
    }

    @Test func `a child is rendered below the screen's view, and its actions climb through the screen`() async throws {
        let visit = try visit()
        try await visit.click("Toggle")
        let (screen, offers) = try await visit.see()
        #expect(texts(screen) == ["Welcome", "Books sold 0", "Toys sold 0"])
        let buy = try #require(offers.first { $0.offered.title == "Buy in Toys" })
        #expect(buy.start.chainDescription == "Shelf → Shop → Walk → Window → Stage")
        #expect(try await visit.click("Buy in Books") == ["Shelf;handled"])
        #expect(texts(try await visit.screen) == ["Welcome", "Books sold 5", "Toys sold 0"])
    }

    @Test func `the state of children is restored when they are added again, also from bytes`() async throws {
        let visit = try visit()
        try await visit.click("Toggle")
        try await visit.click("Buy in Books")
        try await visit.click("Buy in Toys")
        let state = try visit.app.state
        for state in [state, try state.storedAndRead()] {
            let again = try self.visit(state: state)
            #expect(texts(try await again.screen) == ["Welcome", "Books sold 5", "Toys sold 4"])
            #expect(!again.app.hasLostPlaces)
            try await again.click("Buy in Toys")
            #expect(texts(try await again.screen) == ["Welcome", "Books sold 5", "Toys sold 8"])
            #expect(try !again.app.state.looksLike(state))
        }
        #expect(state.looksLike(state))
    }

    @Test func `a container without state differs visibly from one whose child has a saved value`() {
        enum Place: Route { case inner, outer }
        func window(_ inner: ControllerState?) -> WindowState {
            WindowState(root: ControllerState(.stack(top: StackEntry(Place.outer, state: inner))), alert: nil)
        }
        var saved = SavedValues()
        saved.set(4, named: "sold")
        let child = StackEntry(unread: "+Shelf:0", state: ControllerState(saved: saved), below: nil)
        let filled = window(ControllerState(.stack(top: StackEntry(Place.inner)), embedded: [child]))
        #expect(!filled.looksLike(window(nil)))
        #expect(!window(nil).looksLike(filled))
        #expect(filled.looksLike(filled))
    }

    private struct Opaque: Codable { var number = 1 }

    @Test func `states whose saved values are equal look the same, also after one was stored`() throws {
        func state(_ values: [(String, any Codable & Sendable)]) -> WindowState {
            var saved = SavedValues()
            for (name, value) in values { saved.set(value, named: name) }
            return WindowState(root: ControllerState(saved: saved), alert: nil)
        }
        let recent = state([("recent", ["a", "b"]), ("page", 3)])
        #expect(recent.looksLike(state([("page", 3), ("recent", ["a", "b"])])))
        #expect(recent.looksLike(state([("page", 3), ("recent", ["a", "b"]), ("?query", "x")])))
        #expect(!recent.looksLike(state([("page", 3), ("recent", ["b", "a"])])))
        #expect(!recent.looksLike(state([("page", "3"), ("recent", ["a", "b"])])))
        #expect(!recent.looksLike(state([("recent", ["a", "b"])])))
        #expect(!state([]).looksLike(recent))
        let stored = WindowState(
            root: ControllerState(
                saved: SavedValues(entries: [
                    SavedValues.Entry(name: "page", value: .unread(try CBOR.encode(3))),
                    SavedValues.Entry(name: "recent", value: .unread(try CBOR.encode(["a", "b"]))),
                ])), alert: nil)
        let read = WindowState(
            root: ControllerState(saved: SavedValues(entries: stored.root?.saved?.entries ?? [])), alert: nil)
        #expect(stored.looksLike(stored) && stored.looksLike(read))
        #expect(!stored.looksLike(recent) && !recent.looksLike(stored))
        let (none, some): (String?, String?) = (nil, "a")
        #expect(state([("name", none)]).looksLike(state([("name", none)])))
        #expect(!state([("name", none)]).looksLike(state([("name", some)])))
        let opaque = state([("value", Opaque())])
        #expect(opaque.looksLike(opaque) && !opaque.looksLike(state([("value", Opaque())])))
    }

    @Test func `adding a child twice does nothing and is reported`() async throws {
        let visit = try visit()
        _ = try await visit.screen
        let shop = try visit.visible(Shop.self)
        shop.addChild(shop.first)
        #expect(shop.children.map { $0 === shop.first } == [true])
        #expect(texts(try await visit.screen) == ["Welcome", "Books sold 0"])
        #expect(visit.issues == [.repeatedChild("Shelf", chain: "Shop → Walk → Window → Stage")])
    }

    @Test func `a container, an ancestor or a container's child cannot be added as a child`() async throws {
        let visit = try visit()
        _ = try await visit.screen
        let shop = try visit.visible(Shop.self)
        let (walk, other) = (try visit.visible(Walk.self), Walk(diary: diary))
        for wrong in [shop, walk, other, try #require(try other.visibleChild())] { shop.first.addChild(wrong) }
        #expect(shop.first.children.isEmpty)
        _ = try await visit.screen
        #expect(visit.issues.count == 4)
        #expect(visit.issues.contains(.misplacedChild("Shop", chain: "Shelf → Shop → Walk → Window → Stage")))
    }

    @Test func `adding a child to another controller removes it from the first one`() async throws {
        let (one, other, child) = (ViewController(), ViewController(), ViewController())
        one.addChild(child)
        other.addChild(child)
        #expect(one.children.isEmpty)
        #expect(other.children.first === child)
        #expect(child.parent === other)
    }

    @Test func `removeAllChildren removes and frees all children`() async throws {
        let parent = ViewController()
        for _ in 0..<3 { parent.addChild(ViewController()) }
        weak let last = parent.children.last
        #expect(last != nil)
        parent.removeAllChildren()
        #expect(parent.children.isEmpty)
        #expect(last == nil)
    }

    @Test func `a container's child is shown with each of its routes and keeps its state`() async throws {
        let visit = try visit()
        let walk = try visit.visible(Walk.self)
        walk.addChild(Shelf("Cart", diary: diary))
        try await visit.click("Buy in Cart")
        walk.push(.elsewhere)
        try await visit.app.settle()
        #expect(texts(try await visit.screen) == ["", "Cart sold 4"])
        #expect(lines(of: "Cart") == ["didLoad", "willMove", "didMove", "willAppear", "didAppear"])
        let again = try self.visit(state: try visit.app.state.storedAndRead())
        let cart = Shelf("Cart", diary: diary)
        try again.visible(Walk.self).addChild(cart)
        #expect(cart.stars == 4)
        #expect(try again.visible(Walk.self).routes == [.shop, .elsewhere])
    }

    @Test func `nested children are limited in depth to protect the call stack`() async throws {
        let first = ViewController()
        let visit = try Visit(Stage(first))
        var last = first
        for _ in 0..<200 {
            let next = ViewController()
            last.addChild(next)
            last = next
        }
        _ = try await visit.screen
        #expect(visit.app.window?.secondary.count == 127)
    }
}
