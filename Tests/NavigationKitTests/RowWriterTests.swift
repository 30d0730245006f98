@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Rows that are written while a screen is built") struct RowWriterTests {
    struct Choose: Action { var number: Int }
    struct Save: Action { var text: String }

    /// Writes the titles of rows, each followed by a semicolon.
    final class Titles: RowWriter {
        private var bytes: [UInt8] = []
        var count: Int { bytes.count }

        func append(_ row: UnsafePointer<Row>, _ action: EncodedAction, leadingTo location: Location?) {
            bytes += Array("\(row.pointee.title);".utf8)
        }

        func finish() -> [UInt8] { bytes }
    }

    final class TitlesFormat: RowFormat {
        func makeWriter() -> any RowWriter { Titles() }
    }

    class Choices: ViewController {
        let content: () -> any View
        override class var actions: [Handler] { [.on(choose), .on(save)] }

        init(@ViewBuilder _ content: @escaping () -> some View) {
            self.content = content
            super.init()
        }

        func choose(_ action: Choose) {}
        func save(_ action: Save) {}
        override var view: any View { content() }
    }

    /// A class of its own for each content, because a class is known to keep its rows once a screen had to.
    final class Listing<Content: View>: Choices {
        init(@ViewBuilder of content: @escaping () -> Content) { super.init(content) }
    }

    struct Badge: ElementView {
        func writeHTML(_ html: inout HTMLElementWriter) { html.element("p", text: "own") }
    }

    private func lines(_ controller: ViewController, below alert: Alert? = nil) async throws -> [String] {
        let app = Stage(controller)
        try app.start()
        try await app.load()
        if let alert { try app.startedWindow.present(alert) }
        let request = RenderRequest(for: .looking, coder: ActionEncoder(), rowFormat: TitlesFormat()) { _ in }
        let screen = try app.screen(request).screen
        return screen.elements.compactMap { element in
            switch element {
            case .row(let row): "row \(screen.rows[row].title)"
            case .writtenRows(let index):
                String(decoding: screen.writtenRows[screen.writtenOctets(index)], as: UTF8.self)
            case .text(let text, _): text
            case .field(let field): "field \(field.field.name)"
            case .beginForm: "form"
            case .custom: "own"
            default: nil
            }
        }
    }

    private static func row(_ number: Int) -> Row { Row("\(number)", action: Choose(number: number)) }

    @Test func `rows with an action are written, in the order of the other elements`() async throws {
        let lines = try await lines(
            Choices {
                List { for number in 1...3 { Self.row(number) } }
                Text("between")
                Self.row(4)
                Section("Last") { Self.row(5) }
            })
        #expect(lines == ["1;2;3;", "between", "4;", "5;"])
    }

    @Test func `a row whose markup depends on more than itself is an element`() async throws {
        let lines = try await lines(
            Choices {
                Self.row(1)
                Row("read-only")
                Self.row(2).unread()
                Self.row(3)
                Map(
                    "Map", polygons: [],
                    markers: [
                        Marker("4", coordinate: Coordinate(latitude: 0, longitude: 0), action: Choose(number: 4))
                    ])
                Self.row(5)
            })
        #expect(lines == ["1;", "row read-only", "row 2", "3;", "row 4", "5;"])
    }

    /// Its screen is built twice: the first time, the class is not known to keep its rows.
    private func expectElements(
        _ controller: ViewController, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for _ in 1...2 {
            #expect(try await lines(controller) == expected, sourceLocation: sourceLocation)
            #expect(controller.table.has(.keepsRows), sourceLocation: sourceLocation)
        }
    }

    @Test func `with a form, a field or an own element after them, rows are elements`() async throws {
        try await expectElements(
            Listing {
                Self.row(1)
                Form { TextField("Text", name: "text") }
            }, ["row 1", "form", "field text"])
        try await expectElements(
            Listing {
                Self.row(1)
                Form { Button("Save", action: Save(text: "")) }
            }, ["row 1", "form"])
        try await expectElements(
            Listing {
                Self.row(1)
                TextField("Text", name: "text")
                Self.row(2)
            }, ["row 1", "field text", "row 2"])
        try await expectElements(
            Listing {
                Self.row(1)
                Badge()
            }, ["row 1", "own"])
    }

    @Test func `with nothing but fields before them, rows are elements, and the class is not noted`() async throws {
        let controller = Listing {
            TextField("Text", name: "text")
            Self.row(1)
        }
        #expect(try await lines(controller) == ["field text", "row 1"])
        #expect(!controller.table.has(.keepsRows))
    }

    @Test func `an action takes the value of a field with the name of its property, also if its row comes first`()
        async throws
    {
        let app = Stage(
            Listing {
                Row("Save", action: Save(text: "old"))
                TextField("Text", name: "text")
            })
        try app.start()
        try await app.load()
        let request = RenderRequest(for: .looking, coder: ActionEncoder(), rowFormat: TitlesFormat()) { _ in }
        // The class is known to keep its rows when it is built a second time.
        for _ in 1...2 {
            let screen = try app.screen(request).screen
            #expect(screen.actions.map(\.words.token) == ["save"])
            #expect(screen.actions.map(\.inputs) == [["text"]])
        }
    }

    @Test func `below an alert, rows are elements without an action`() async throws {
        let lines = try await lines(
            Choices { Self.row(1) }, below: Alert(title: "Wait", message: ""))
        #expect(lines == ["row 1"])
    }
}
