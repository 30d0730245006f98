import NavigationKit
import Testing

@Suite("Values of the environment") struct EnvironmentTests {
    enum Place: Route { case start, page(Int) }
    struct TurnTo: Action { var page: Int }

    /// The properties of the journey that its pages can read.
    protocol Journey: AnyObject {
        var depth: Int { get }
    }

    final class Book: NavigationController<Place>, Journey {
        init() { super.init(root: .start) }
        override class var actions: [Handler] { [.on(turn)] }
        func turn(_ action: TurnTo) { push(.page(action.page)) }

        override func provide(_ environment: inout EnvironmentValues) {
            environment.journey = self
            environment.ink = "blue"
        }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .start: Leaf(0)
            case .page(let number): Leaf(number)
            }
        }
    }

    /// A page that is created with a number only; its sentences read the journey from the environment.
    final class Leaf: ViewController {
        let number: Int
        init(_ number: Int) {
            self.number = number
            super.init()
        }
        override func provide(_ environment: inout EnvironmentValues) {
            if number == 2 { environment.ink = "red" }
        }
        @ViewBuilder override var view: any View {
            Sentence()
            Sentence().environment(\.ink, "green")
            Sentence()
            Button("Turn", action: TurnTo(page: number + 1))
        }
    }

    struct Sentence: View {
        @Environment(\.journey) var journey
        @Environment(\.ink) var ink

        var body: some View { Text("Depth \(journey?.depth ?? -1) in \(ink)") }
    }

    private func texts(_ visit: Visit<Stage>) async throws -> [String] {
        try await visit.screen.elements.compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    @Test func `a view reads the value of the nearest responder unless a modifier sets it`() async throws {
        let visit = try Visit(Stage(Book()))
        #expect(try await texts(visit) == ["Depth 1 in blue", "Depth 1 in green", "Depth 1 in blue"])
        try await visit.click("Turn")
        try await visit.click("Turn")
        #expect(try await texts(visit) == ["Depth 3 in red", "Depth 3 in green", "Depth 3 in red"])
    }

    @Test func `a controller reads the environment too, and a missing value is the default`() async throws {
        let visit = try Visit(Stage(Book()))
        _ = try await visit.screen
        #expect(try visit.visible(Leaf.self).environment.journey === visit.visible(Book.self))
        #expect(Leaf(1).environment.ink == "black")
        #expect(Sentence().ink == "black")
    }
}

extension EnvironmentValues {
    private enum JourneyKey: EnvironmentKey {
        static var defaultValue: (any EnvironmentTests.Journey)? { nil }
    }
    private enum InkKey: EnvironmentKey {
        static var defaultValue: String { "black" }
    }
    fileprivate var journey: (any EnvironmentTests.Journey)? {
        get { self[JourneyKey.self] }
        set { self[JourneyKey.self] = newValue }
    }
    fileprivate var ink: String {
        get { self[InkKey.self] }
        set { self[InkKey.self] = newValue }
    }
}
