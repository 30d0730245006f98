@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Typed values of choices, checkboxes, dates and numbers") struct ChoiceTests {
    enum Size: String, Codable, CaseIterable { case small, extraLarge = "XL" }
    enum Rank: Int, Codable, CaseIterable { case first = 1, second }
    struct Shelf: Identifiable { var id: Int, name: String }

    struct Settings: Action {
        var size = Size.small
        var rank: Rank?
        var shelf = 0
        var isLoud = false
        var day = ""
        var alarm: String?
        var amount = 0
        var volume = 0.0
        var color = ""
    }

    final class SettingsForm: ViewController {
        var received: Settings?
        override class var actions: [Handler] { [.on(save), .on(burn)] }
        func save(_ action: Settings) { received = action }
        func burn(_ action: Burn) {}
        @ViewBuilder override var view: any View {
            Picker("Size", name: "size", selection: Size?.none)
            Picker("Rank", name: "rank", selection: Rank.second, style: .radioGroup, isRequired: false)
            Picker(
                "Shelf", name: "shelf", data: [Shelf(id: 4, name: "Upper"), Shelf(id: 7, name: "Lower")], selection: 7
            ) {
                $0.name
            }
            Toggle("Loud", name: "isLoud", isOn: true)
            DatePicker("Day", name: "day", selection: "2026-03-09", minimum: "2026-01-01")
            DatePicker("Alarm", name: "alarm", displayedComponents: .hourAndMinute)
            Stepper("Amount", name: "amount", value: 2, in: 0...10, step: 2)
            Slider("Volume", name: "volume", value: 0.5, step: 0.25)
            ColorPicker("Colour", name: "color", selection: "#0f6b66")
            Button("Save", action: Settings())
            Form {
                SecureField("Code", name: "code")
                Button("Burn", action: Burn())
            }
        }
    }

    private func visit() throws -> (form: SettingsForm, visit: Visit<Stage>) {
        let form = SettingsForm()
        return (form, try Visit(Stage(form)))
    }

    private func fields(
        _ visit: Visit<Stage>, submitted: [String: String]? = nil
    ) async throws -> [String: Screen.FieldElement] {
        let submission = try submitted.map { values in
            try FormSubmission(token: "settings", values: values.map { .init(name: $0.key, text: $0.value) })
        }
        let elements = try await visit.see(submitted: submission).screen.elements
        let fields = elements.compactMap { if case .field(let field) = $0 { (field.field.name, field) } else { nil } }
        return Dictionary(fields) { first, _ in first }
    }

    private static let typed = [
        "size": "XL", "rank": "1", "shelf": "4", "isLoud": "true", "day": "2026-05-01", "alarm": "06:30", "amount": "8",
        "volume": "0.25", "color": "#ffffff",
    ]

    @Test func `enum, identifier, Bool, text, Int and Double values arrive with their types`() async throws {
        let (form, visit) = try visit()
        try await visit.click("Save", typing: ChoiceTests.typed)
        let settings = try #require(form.received)
        #expect((settings.size, settings.rank, settings.shelf, settings.isLoud) == (.extraLarge, .first, 4, true))
        #expect((settings.day, settings.alarm, settings.amount) == ("2026-05-01", "06:30", 8))
        #expect((settings.volume, settings.color) == (0.25, "#ffffff"))
    }

    @Test func `an unchecked checkbox is false, and an empty optional is nil`() async throws {
        let (form, visit) = try visit()
        var typed = ChoiceTests.typed
        typed["isLoud"] = nil
        for name in ["rank", "alarm", "day"] { typed[name] = "" }
        try await visit.click("Save", typing: typed)
        let settings = try #require(form.received)
        #expect(!settings.isLoud)
        #expect((settings.rank, settings.alarm, settings.day) == (nil, nil, ""))
    }

    @Test(arguments: [
        ("size", "huge"), ("size", "extraLarge"), ("size", ""), ("rank", "3"), ("rank", "first"), ("shelf", "5"),
        ("isLoud", "maybe"), ("day", "2025-12-31"), ("day", "May"), ("alarm", "25:00"), ("amount", "7"),
        ("amount", "12"),
        ("amount", ""), ("volume", "0.3"), ("volume", ""), ("color", ""), ("color", "teal"),
    ])
    func `a value outside of the choices or bounds is refused at its field`(name: String, text: String)
        async throws
    {
        let (form, visit) = try visit()
        let typed = ChoiceTests.typed.merging([name: text]) { $1 }
        let error = await #expect(throws: InvalidInput.self) { try await visit.click("Save", typing: typed) }
        #expect(error?.problems.map(\.field) == [name])
        #expect(form.received == nil)
    }

    @Test func `choices have titles, and an optional picker has one more choice`() async throws {
        let fields = try await fields(try visit().visit)
        #expect(fields["size"]?.field.choices == [.init("Small", value: "small"), .init("Extra large", value: "XL")])
        #expect(fields["size"]?.value == "")
        #expect(fields["rank"]?.field.choices.map(\.title) == ["None", "First", "Second"])
        #expect(fields["rank"]?.field.choices.map(\.value) == ["", "1", "2"])
        #expect(fields["rank"]?.value == "2")
        #expect(fields["shelf"]?.field.choices.map(\.title) == ["Upper", "Lower"])
        #expect(fields["shelf"]?.value == "7")
        #expect(fields["volume"]?.field.maximum == "1")
        #expect(fields["code"]?.field.kind == .password)
    }

    @Test func `a selected value is shown again, and an unchecked checkbox stays unchecked`() async throws {
        let visit = try visit().visit
        let shown = Field.shownName(of: "isLoud")
        let unticked = try await fields(visit, submitted: ["size": "XL", shown: "1"])
        #expect((unticked["size"]?.value, unticked["isLoud"]?.value) == ("XL", "false"))
        let ticked = try await fields(visit, submitted: ["isLoud": "true", shown: "1"])
        #expect(ticked["isLoud"]?.value == "true")
        // Another form of the screen does not contain the checkbox.
        let other = try await fields(visit, submitted: ["code": "1"])
        #expect(other["isLoud"]?.value == "true")
    }
}
