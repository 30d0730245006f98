import NavigationKit
import Testing

@Suite("Typed results of presented flows") struct FlowResultTests {
    struct Colour: Codable, Sendable, Equatable { var name: String }
    struct Choose: Action { var name: String }
    struct Pick: Action {}
    struct Lost: Error {}

    enum PaletteRoute: Route { case shades, tints }

    final class Palette: NavigationController<PaletteRoute>, ResultProviding {
        typealias FlowResult = Colour
        init() { super.init(root: .shades) }
        override class var actions: [Handler] { [.on(choose)] }
        func choose(_ action: Choose) async throws { try await complete(with: Colour(name: action.name)) }
        override func destination(for route: PaletteRoute) throws -> ViewController { Shades() }
    }

    final class Shades: ViewController {
        @ViewBuilder override var view: any View {
            for name in ["blue", "red"] { Row(name, action: Choose(name: name)) }
        }
    }

    enum PaintRoute: Route { case canvas, palette }

    class Painting: NavigationController<PaintRoute> {
        @Saved var colours: [String] = []
        init() { super.init(root: .canvas) }
        override class var actions: [Handler] { [.on(pick)] }
        func pick(_ action: Pick) { present(.palette) }
        override func destination(for route: PaintRoute) throws -> ViewController {
            switch route {
            case .canvas: Canvas()
            case .palette: Palette()
            }
        }
    }

    final class Listening: Painting {
        override class var actions: [Handler] { super.actions + [.onResult(of: Palette.self, picked)] }
        func picked(_ colour: Colour) throws {
            guard colour.name != "red" else { throw Lost() }
            colours.append(colour.name)
        }
    }

    final class Canvas: ViewController {
        @ViewBuilder override var view: any View { Button("Pick", action: Pick()) }
    }

    @Test func `the presenter dismisses the flow and receives its result`() async throws {
        let visit = try Visit(Stage(Listening()))
        try await visit.click("Pick")
        #expect(try visit.location == "/~palette")
        let trace = try await visit.click("blue")
        #expect(trace == ["Shades;none", "Palette;handled", "Listening;handled"])
        #expect(try visit.location == "")
        #expect(try visit.visible(Listening.self).colours == ["blue"])
    }

    @Test func `an error of the presenter's handler is thrown to the sender of the result`() async throws {
        let visit = try Visit(Stage(Listening()))
        try await visit.click("Pick")
        await #expect(throws: Lost.self) { try await visit.click("red") }
    }

    @Test func `a result without a handler throws an error with the flow and the chain`() async throws {
        let visit = try Visit(Stage(Painting()))
        try await visit.click("Pick")
        let error = await #expect(throws: ResponderError.self) { try await visit.click("blue") }
        #expect(error?.description.contains("a handler for the result of Palette in the chain Painting") == true)
    }
}
