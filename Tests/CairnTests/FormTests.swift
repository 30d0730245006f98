import Cairn
import CairnTesting
import Testing

@Suite("Forms with choices, checkboxes and dates") struct FormTests {
    enum Meal: String, Codable, CaseIterable { case breakfast, lunch, dinner }
    enum Table: Int, Codable, CaseIterable { case window = 1, door }

    struct Reserve: Action {
        var meal = Meal.dinner
        var table: Table?
        var isQuiet = false
        var day = ""
        var guests = 2
    }
    struct LookAround: Action {}

    final class Reservation: ViewController {
        @Saved var said = ""
        override class var actions: [Handler] { [.on(reserve), .on(look)] }
        func reserve(_ action: Reserve) {
            let table = action.table.map { "\($0)" } ?? "any"
            said = "\(action.meal) \(table) \(action.isQuiet) \(action.day) \(action.guests)"
        }
        func look(_ action: LookAround) { said = "looked" }
        @ViewBuilder override var view: any View {
            Text(said)
            Picker("Meal", name: "meal", selection: Meal?.none, help: "The kitchen opens at 11:30.")
            Picker("Table", name: "table", selection: Table?.none, style: .radioGroup, isRequired: false)
            Toggle("Quiet, please", name: "isQuiet", isOn: true)
            DatePicker("Day", name: "day", selection: "2026-03-09", minimum: "2026-03-01", isRequired: true)
            Stepper("Guests", name: "guests", value: 2, in: 1...8)
            Button("Reserve", role: .primary, action: Reserve())
            Button("Look around", action: LookAround())
        }
    }

    final class Restaurant: Application {
        override func makeRootViewController() -> ViewController { Reservation().titled("Reservation") }
    }

    private static func each(_ body: (Visitor) async throws -> Void) async throws {
        let apps = { [HostedApplication("table", title: "Table") { Restaurant() }] }
        try await Visitor.each(apps: apps, body)
    }

    @Test(arguments: ["action=increment&action=fail", "action=increment&_at=path&_at=2"])
    func `a form with contradictory reserved fields is malformed, and nothing is performed`(body: String) async throws {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.post("/desk", body)
            #expect(reply.status == 400)
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `an action receives selected, checked and typed values`() async throws {
        try await FormTests.each { visitor in
            let page = try await visitor.visit("/table")
            #expect(try page.field("Meal").options.map(\.title) == ["Please choose", "Breakfast", "Lunch", "Dinner"])
            #expect(try page.field("Meal").help == "The kitchen opens at 11:30.")
            #expect(try page.field("Table").options.map(\.title) == ["None", "Window", "Door"])
            await #expect(throws: VisitorError.self) { try await visitor.submit("Reserve") }
            try visitor.select("Lunch", in: "Meal")
            try visitor.select("Door", in: "Table")
            try visitor.check("Quiet, please", false)
            try visitor.fill("Guests", with: "4")
            #expect(try await visitor.submit("Reserve").texts.first == "lunch door false 2026-03-09 4")
            try visitor.select("Dinner", in: "Meal")
            #expect(try await visitor.submit("Reserve").texts.first == "dinner any true 2026-03-09 2")
        }
    }

    @Test func `values that are sent with another button are shown again, including an unchecked box`() async throws {
        try await FormTests.each { visitor in
            try await visitor.visit("/table")
            try visitor.select("Breakfast", in: "Meal")
            try visitor.select("Window", in: "Table")
            try visitor.check("Quiet, please", false)
            let page = try await visitor.click("Look around")
            #expect(page.texts.first == "looked")
            #expect(try page.field("Meal").value == "breakfast")
            #expect(try page.field("Table").value == "1")
            #expect(try !page.field("Quiet, please").isSent)
        }
    }

    @Test func `values that no page sends get 422 with an error per field`() async throws {
        try await Transport.memory.serve([HostedApplication("table", title: "Table") { Restaurant() }]) { wire in
            let visitor = Visitor(wire)
            let body = "action=reserve&meal=supper&table=1&_shown.isQuiet=1&day=2026-02-28&guests=9"
            let reply = try await visitor.post("/table", body, accept: "text/html")
            #expect(reply.status == 422)
            let page = try await visitor.visit("/table")
            #expect(page.status == 200)
            let problem = try await visitor.post("/table", body).problem
            #expect(
                problem.errors?.map(\.detail) == [
                    "That is not a choice of “Meal”; choose Breakfast, Lunch or Dinner.",
                    "“Day” must be 2026-03-01 or later.", "“Guests” must be between 1 and 8.",
                ])
        }
    }

    @Test func `a script sees the choices and sends the selected values by default`() async throws {
        try await FormTests.each { visitor in
            let entity = try await visitor.siren("/table")
            let fields = try #require(entity.actions?.first { $0.name == "reserve" }?.fields)
            let meal = try #require(fields.first { $0.name == "meal" })
            #expect(meal.type == "radio" && meal.value == nil)
            #expect(meal.choices?.map(\.value) == ["breakfast", "lunch", "dinner"])
            #expect(fields.first { $0.name == "isQuiet" }?.value == "true")
            let done = try await visitor.perform("reserve", of: entity, fields: ["meal": "dinner", "table": "2"])
            #expect(done.properties?.content?.first == "dinner door true 2026-03-09 2")
        }
    }
}
