@testable import Navigation
@testable import Responders
@testable import Views
import Synchronization
import Testing

@Suite("Saved stack entries that the program no longer has") struct LostPlaceTests {
    /// The post office's routes before some were renamed.
    private enum Old: Route { case main, login, letters, friends, inbox, letter(Int), note(Int), memo(to: Int?), draft }

    private func visit(letters: ControllerState, tab: Int = 0) throws -> Visit<PostOffice> {
        let tabs = ControllerState(
            .tabs([StackEntry(Old.letters, state: letters), StackEntry(Old.friends)], selected: tab))
        let state = WindowState(root: ControllerState(.stack(top: StackEntry(Old.main, state: tabs))), alert: nil)
        return try PostOffice.visit(state: state.storedAndRead())
    }

    private func stack(_ first: Old, _ routes: Old...) -> ControllerState.Content {
        .stack(top: routes.reduce(StackEntry(first)) { StackEntry($1, below: $0) })
    }

    @Test func `a renamed route keeps the stack below it, and the loss is noted`() throws {
        let visit = try visit(letters: ControllerState(stack(.inbox, .letter(1), .note(2), .letter(3))))
        #expect(try visit.location == "/letters/letter:1")
        #expect(visit.app.hasLostPlaces)
        visit.app.forgetLostPlaces()
        #expect(!visit.app.hasLostPlaces)
        try visit.visible(Letters.self).push(.letter(4))
        let again = try PostOffice.visit(state: visit.app.state.storedAndRead())
        #expect(try again.visible(Letters.self).routes == [.inbox, .letter(1), .letter(4)])
        #expect(!again.app.hasLostPlaces)
    }

    @Test func `a stack whose bottom route was renamed shows its root`() throws {
        let visit = try visit(letters: ControllerState(stack(.note(1), .letter(2))))
        #expect(try visit.visible(Letters.self).routes == [.inbox])
        #expect(visit.app.hasLostPlaces)
    }

    @Test func `a presented route that was renamed is dropped with everything above it`() throws {
        let composing = ControllerState(stack(.draft))
        let letters = ControllerState(
            stack(.inbox, .letter(1)), presented: StackEntry(Old.memo(to: 4), state: composing))
        let visit = try visit(letters: letters)
        #expect(try visit.location == "/letters/letter:1")
        #expect(visit.app.hasLostPlaces)
    }

    @Test func `a flow whose route was renamed shows its root, and drops a renamed deferred route`() throws {
        let lost = WindowState(root: ControllerState(stack(.draft)), alert: nil)
        let visit = try PostOffice.visit(state: lost.storedAndRead())
        #expect(try visit.visible(AppFlow.self).activeFlow == .main)
        #expect(visit.app.hasLostPlaces)

        let pending = ControllerState(.redirectedFlow(shown: StackEntry(Old.login), refused: StackEntry(Old.draft)))
        let guest = try PostOffice.visit(
            state: WindowState(root: pending, alert: nil).storedAndRead(), signedIn: false)
        #expect(try guest.visible(AppFlow.self).activeFlow == .login)
        #expect(guest.app.hasLostPlaces)
        #expect(try !guest.visible(AppFlow.self).isRedirected)
    }

    @Test func `a removed tab leaves the root selected, and the loss is noted`() throws {
        let tabs = ControllerState(.tabs([StackEntry(Old.draft), StackEntry(Old.friends)], selected: 0))
        let state = WindowState(root: ControllerState(.stack(top: StackEntry(Old.main, state: tabs))), alert: nil)
        let visit = try PostOffice.visit(state: state.storedAndRead())
        #expect(try visit.location == "/letters")
        #expect(visit.app.hasLostPlaces)
    }

    @Test func `reordered tabs are restored without a loss`() throws {
        let tabs = ControllerState(.tabs([StackEntry(Old.friends), StackEntry(Old.letters)], selected: 0))
        let state = WindowState(root: ControllerState(.stack(top: StackEntry(Old.main, state: tabs))), alert: nil)
        let visit = try PostOffice.visit(state: state.storedAndRead())
        #expect(try visit.location == "/friends")
        #expect(!visit.app.hasLostPlaces)
    }

    @Test func `a lost entry of a hidden tab is reported when the tab is shown`() throws {
        let visit = try visit(letters: ControllerState(stack(.inbox, .note(1))), tab: 1)
        #expect(try visit.location == "/friends")
        #expect(!visit.app.hasLostPlaces)
        try visit.visible(Tabs.self).select(.letters)
        #expect(try visit.location == "/letters")
        #expect(visit.app.hasLostPlaces)
    }

    @Test func `a route that accepts its old name is kept, and printed with its new name`() throws {
        let visit = try visit(letters: ControllerState(stack(.inbox)))
        let renamed = Renamed()
        try renamed.restore(visit.app.state.root)
        #expect(renamed.topRoute == .start)
        renamed.push(.start)
        #expect(renamed.state?.top?.below?.text == "start")
    }

    private enum NewRoute: Route {
        case start
        init?(segment: Segment) {
            guard segment.words.first == "main" || segment.words.first == "start" else { return nil }
            self = .start
        }
    }

    private final class Renamed: NavigationController<NewRoute> {
        init() { super.init(root: .start) }
    }

    @Test(arguments: [0, 1, 3, 100, 1_000])
    func `restoring a stack parses each route once, and restoring a parsed state parses none`(
        depth: Int
    ) throws {
        let (stack, again) = (Counting(), Counting())
        let windows = [stack, again].map { Window(rootViewController: $0) }
        defer { withExtendedLifetime(windows) {} }
        for window in windows { window.maximumStackDepth = 2_000 }
        for number in 0..<depth { stack.push(CountedRoute(number: number)) }
        let read = try WindowState(root: stack.state, alert: nil).storedAndRead()
        try CountedRoute.$asked.withValue(Counter()) {
            try again.restore(read.root)
            #expect(CountedRoute.asked.count == depth + 1)
        }
        #expect(again.routes == stack.routes)
        again.push(CountedRoute(number: -1))
        try CountedRoute.$asked.withValue(Counter()) {
            try Counting().restore(again.state)
            #expect(CountedRoute.asked.count == 0)
        }
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    private struct CountedRoute: Route {
        @TaskLocal static var asked = Counter()
        var number: Int
        var segment: Segment { Segment("\(number)") }
        init(number: Int) { self.number = number }
        init?(segment: Segment) {
            guard let word = segment.words.first, let number = word.flatMap({ Int($0) }) else { return nil }
            CountedRoute.asked.add()
            self.number = number
        }
    }

    private final class Counting: NavigationController<CountedRoute> {
        init() { super.init(root: CountedRoute(number: -1)) }
    }
}
