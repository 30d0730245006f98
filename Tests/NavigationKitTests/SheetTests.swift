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
}
