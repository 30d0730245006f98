@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Modal styles and detents") struct SheetTests {
    enum Place: Route {
        case top, note, picture, half
        var transition: Transition {
            switch self {
            case .top: .push
            case .note, .half: .modal
            case .picture: .fullScreen
            }
        }
        var detents: [PresentationDetent] { self == .half ? [.medium, .large] : [.large] }
    }
    struct Go: Action { var place: String }

    final class Board: NavigationController<Place> {
        init() { super.init(root: .top) }
        override class var actions: [Handler] { [.on(go)] }
        func go(_ action: Go) { show(action.place == "half" ? .half : action.place == "note" ? .note : .picture) }
        override func destination(for route: Place) throws -> ViewController { Leaf() }
    }

    final class Leaf: ViewController {
        @ViewBuilder override var view: any View {
            for place in ["note", "half", "picture"] { Button(place, action: Go(place: place)) }
        }
    }

    @Test(
        arguments: [
            ("note", .modal, [.large]), ("half", .modal, [.medium, .large]), ("picture", .fullScreen, []),
        ] as [(String, Transition, [PresentationDetent])])
    func `a route determines its transition and its detents`(
        place: String, style: Transition, detents: [PresentationDetent]
    ) async throws {
        let visit = try Visit(Stage(Board()))
        #expect(try await visit.screen.detents.isEmpty)
        try await visit.click(place)
        let screen = try await visit.screen
        #expect(screen.presentation == style)
        #expect(screen.detents == detents)
    }

    /// A stack in a stack, both presented over a board, whose screens end with different buttons.
    final class Ending: NavigationController<Place> {
        let own: NavigationItem.DismissButton?

        init(own: NavigationItem.DismissButton?, ofAll: NavigationItem.DismissButton?) {
            self.own = own
            super.init(root: .top)
            navigationItem.dismissButton = ofAll
        }

        override func destination(for route: Place) throws -> ViewController {
            let leaf = Leaf()
            leaf.navigationItem.dismissButton = own
            return leaf
        }
    }

    final class Presenter: NavigationController<Place> {
        let own: NavigationItem.DismissButton?
        let ofAll: NavigationItem.DismissButton?

        init(_ own: NavigationItem.DismissButton?, _ ofAll: NavigationItem.DismissButton?) {
            self.own = own
            self.ofAll = ofAll
            super.init(root: .top)
            // It covers none of the presented controllers, so its item counts for none of them.
            navigationItem.dismissButton = .hidden
        }

        override class var actions: [Handler] { [.on(go)] }
        func go(_ action: Go) { show(.note) }
        override func destination(for route: Place) throws -> ViewController {
            route == .top ? Leaf() : Ending(own: own, ofAll: ofAll)
        }
    }

    @Test(
        arguments: [
            (nil, nil, ["Cancel"], []), (.done, nil, [], ["Done"]), (nil, .done, [], ["Done"]),
            (.cancel, .done, ["Cancel"], []), (.hidden, .done, [], []), (nil, .hidden, [], []),
        ] as [(NavigationItem.DismissButton?, NavigationItem.DismissButton?, [String], [String])])
    func `the innermost item that chooses decides how a presented screen ends`(
        own: NavigationItem.DismissButton?, ofAll: NavigationItem.DismissButton?, leading: [String], trailing: [String]
    ) async throws {
        let visit = try Visit(Stage(Presenter(own, ofAll)))
        try await visit.click("note")
        let screen = try await visit.screen
        #expect(screen.leadingItems.map(\.title) == leading)
        #expect(screen.trailingItems.map(\.title) == trailing)
        guard let title = (leading + trailing).first else { return }
        try await visit.click(title)
        #expect(try await visit.screen.presentation == nil)
    }
}
