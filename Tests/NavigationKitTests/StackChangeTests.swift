@testable import Navigation
@testable import Responders
@testable import Views
import Testing

private enum Place: Route {
    case hall, room(Int), cellar, note
    var transition: Transition { self == .note ? .modal : .push }
}

private struct Enter: Action { var room: Int }
private struct Leave: Action {}
private struct Return: Action { var room: Int }
private struct Move: Action {}
private struct Hesitate: Action {}
private struct Read: Action {}

/// A stack that records its `willShow` and `didShow` callbacks.
private final class House: NavigationController<Place> {
    var events: [String] = []
    let diary = Diary()

    init() { super.init(root: .hall) }

    override class var actions: [Handler] {
        [.on(enter), .on(leave), .on(goBack), .on(move), .on(hesitate), .on(read)]
    }
    func enter(_ action: Enter) { push(.room(action.room)) }
    func leave(_ action: Leave) { popToRoot() }
    func goBack(_ action: Return) { pop(to: .room(action.room)) }
    func move(_ action: Move) { setRoutes([.hall, .cellar]) }
    func hesitate(_ action: Hesitate) {
        push(.cellar)
        pop()
    }
    func read(_ action: Read) { show(.note) }

    override func willShow(_ controller: ViewController, after change: StackChange) {
        note("will", controller, change)
    }
    override func didShow(_ controller: ViewController, after change: StackChange) { note("did", controller, change) }

    private func note(_ phase: String, _ controller: ViewController, _ change: StackChange) {
        guard let page = controller as? Page else { return }
        events.append("\(phase) \(page.name) \(change)")
        diary.lines.append("\(page.name) \(phase)Show")
    }

    override func destination(for route: Place) -> ViewController { Room(route.segment.text, diary: diary) }
}

private final class Room: Page {
    @ViewBuilder override var view: any View {
        ForEach(1...3) { Button("Enter \($0)", action: Enter(room: $0)) }
        Button("Leave", action: Leave())
        Button("Return", action: Return(room: 1))
        Button("Move", action: Move())
        Button("Hesitate", action: Hesitate())
        Button("Read", action: Read())
    }
}

@Suite("Callbacks of a stack for the shown screen") struct StackChangeTests {
    private let house = House()

    @Test func `every change of the stack calls willShow and didShow once, in order`() async throws {
        let visit = try Visit(Stage(house))
        for title in ["Enter 1", "Enter 2", "Back", "Enter 2", "Enter 3", "Return", "Enter 3", "Leave", "Move"] {
            try await visit.click(title)
        }
        let shown = [
            "room:1 push", "room:2 push", "room:1 pop", "room:2 push", "room:3 push", "room:1 popTo", "room:3 push",
            "hall popTo", "cellar set",
        ]
        #expect(house.events == shown.flatMap { ["will " + $0, "did " + $0] })
    }

    @Test func `willShow and didShow enclose the screen's own appearance callbacks`() async throws {
        let visit = try Visit(Stage(house))
        try await visit.click("Enter 1")
        #expect(
            house.diary.lines.filter { $0.hasPrefix("room:1 ") }
                == [
                    "didLoad", "willMove", "didMove", "willShow", "willAppear", "didAppear", "didShow",
                ].map { "room:1 " + $0 })
    }

    @Test func `rendering, opening a location and restoring call neither willShow nor didShow`() async throws {
        let visit = try Visit(Stage(house), at: "/room:1/room:2")
        _ = try await visit.screen
        #expect(house.events.isEmpty)
        let other = House()
        let again = try Visit(Stage(other), state: try visit.app.state)
        _ = try await again.screen
        #expect(other.events.isEmpty)
        try await again.click("Back")
        #expect(other.events == ["will room:1 pop", "did room:1 pop"])
    }

    @Test func `no callback is called if the same screen is on top again`() async throws {
        let visit = try Visit(Stage(house))
        for title in ["Hesitate", "Read", "Cancel"] { try await visit.click(title) }
        #expect(house.events.isEmpty)
        try await visit.click("Enter 1")
        #expect(house.events == ["will room:1 push", "did room:1 push"])
    }
}
