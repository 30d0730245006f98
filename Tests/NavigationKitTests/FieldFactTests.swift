@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Units, suggestions and lengths of fields") struct FieldFactTests {
    private static func fields(
        @ViewBuilder _ content: () -> some View
    ) async throws -> (screen: Screen, fields: [Field]) {
        let screen = try await Visit(Stage(HostingController(rootView: content()))).screen
        let fields = screen.elements.compactMap { element in
            if case .field(let field) = element { field.field } else { nil }
        }
        return (screen, fields)
    }

    @Test func `views pass their facts to their fields`() async throws {
        let fields = try await Self.fields {
            TextField("Way", name: "way", kind: .number, step: 5, unit: "km", suggestions: ["5", "10"])
            Stepper("Days", name: "days", value: 1, in: 1...9, unit: "d")
            Stepper("Hours", name: "hours", value: 1, in: 0...9, step: 0.5, unit: "h")
            Slider("Height", name: "height", value: 170, in: 50...250, unit: "cm")
            TextEditor("Text", name: "text", maximumLength: 20, showsLength: true)
            DatePicker("Born", name: "born", autocomplete: .birthday)
            Picker(
                "Land", name: "land", choices: [], selection: nil, isRequired: false, none: "All", autocomplete: "x y")
        }.fields
        #expect(fields.map(\.unit) == ["km", "d", "h", "cm", nil, nil, nil])
        #expect(fields[0].suggestions == ["5", "10"] && fields[0].step == 5)
        #expect(fields.map(\.showsLength) == [false, false, false, false, true, false, false])
        #expect(fields[5].autocomplete == .birthday && fields[6].autocomplete?.rawValue == "x y")
        #expect(fields[6].choices == [.init("All", value: "")])
    }

    @Test(arguments: Field.Kind.allCases)
    func `a screen uses the script for files, sliders, passwords and shown lengths`(kind: Field.Kind) async throws {
        let field = Field(name: "a", label: "A", kind: kind)
        let needs = [.file, .range, .password].contains(kind)
        #expect(try await Self.fields { TextField(field) }.screen.usesScript == needs)
        var counted = field
        counted.showsLength = true
        #expect(try await Self.fields { TextField(counted) }.screen.usesScript == (needs || kind.isText))
    }

    @Test func `neither a unit nor suggestions change what is valid`() {
        var field = Field(name: "a", label: "A", maximumLength: 5)
        (field.unit, field.suggestions, field.showsLength) = ("km", ["one", "much too long"], true)
        #expect(field.problem(with: "two") == nil)
        #expect(field.problem(with: "much too long") != nil)
        field.kind = .number
        #expect(field.problem(with: "7 km") != nil && field.problem(with: "7") == nil)
    }
}
