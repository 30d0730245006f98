@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Submitted field values") struct InputTests {
    struct Order: Action {
        struct Address: Codable, Equatable { var city: String, number: Int? }
        enum Speed: String, Codable { case slow, fast }
        var id: Int
        var name: String
        var amount: Int
        var price: Double?
        var express: Bool?
        var small: UInt8?
        var speed: Speed
        var address: Address
        var other: Address?
        var tags: [String]
    }

    final class OrderForm: ViewController {
        var received: [Order] = []
        let order: Order
        let fields: [TextField]
        init(_ order: Order, fields: [TextField]) {
            self.order = order
            self.fields = fields
            super.init()
        }
        override class var actions: [Handler] { [.on(order)] }
        func order(_ action: Order) { received.append(action) }
        @ViewBuilder override var view: any View {
            ForEach(fields) { $0 }
            Button("Order", action: order)
            Button("Leave", action: Burn())
        }
    }

    private static let order = Order(
        id: 7, name: "", amount: 1, price: nil, express: nil, small: nil, speed: .fast,
        address: .init(city: "Turin", number: nil), other: nil, tags: ["a", "b&c"])

    private func visit(_ fields: TextField...) throws -> (form: OrderForm, visit: Visit<Stage>) {
        let form = OrderForm(InputTests.order, fields: fields)
        return (form, try Visit(Stage(form)))
    }

    @Test func `a property with the name of a field becomes an input, and others stay hidden`() async throws {
        let (_, visit) = try visit(TextField("Name", name: "name"), TextField("Nothing", name: "nothing"))
        let action = try #require(try await visit.screen.actions.first)
        #expect(action.inputs == ["name"])
        #expect(!action.words.values.contains { $0.name == "name" })
        #expect(action.words.values.contains(.init(name: "address.city", text: "Turin")))
        #expect(action.words.values.contains(.init(name: "tags.1", text: "b&c")))
    }

    @Test func `typed and hidden values arrive together, in nested and optional properties too`() async throws {
        let (form, visit) = try visit(
            TextField("Name", name: "name"), TextField("Price", name: "price", kind: .number),
            TextField("City", name: "address.city"), TextField("Small", name: "small", kind: .number),
            TextField("Express", name: "express"))
        try await visit.click(
            "Order",
            typing: ["name": "Ünal & Co", "price": "2.5", "address.city": "Ulm", "small": "255", "express": "true"])
        let order = try #require(form.received.first)
        #expect(order.name == "Ünal & Co")
        #expect(order.price == 2.5)
        #expect(order.small == 255)
        #expect(order.express == true)
        #expect(order.address == .init(city: "Ulm", number: nil))
        #expect((order.id, order.amount) == (7, 1))
        #expect(order.speed == .fast)
        #expect(order.other == nil)
        #expect(order.tags == ["a", "b&c"])
    }

    @Test(arguments: ["", " ", "\t\n"]) func `an optional number left empty is nil`(text: String) async throws {
        let (form, visit) = try visit(TextField("Price", name: "price", kind: .number))
        try await visit.click("Order", typing: ["price": text])
        #expect(form.received.count == 1)
        #expect(form.received.first?.price == nil)
    }

    private static let required = Field(name: "name", label: "Name", isRequired: true)
    private static let email = Field(name: "name", label: "Name", kind: .email)
    private static let amount = Field(name: "amount", label: "Amount", kind: .number)
    private static let price = Field(name: "price", label: "Price", kind: .number)

    @Test(arguments: [
        (required, ""), (required, " \n"), (Field(name: "name", label: "Name", maximumLength: 3), "abcd"),
        (email, "ada"),
        (email, "a@b@c"), (email, "a @b"),
        (email, "a\0@b"), (email, "a\u{202E}@b"), (email, "\u{FEFF}@b"), (email, "a@b\u{3164}"), (email, "a\u{FFFF}@b"),
        (amount, "x"), (amount, ""), (amount, "1.5"),
        (amount, "99999999999999999999"), (amount, "9007199254740993.0"), (amount, "1e400"), (amount, "1.0001e1"),
        (Field(name: "amount", label: "Amount"), "seven"), (price, "nan"), (price, "inf"), (price, "1e999"),
        (price, "0x1p3"),
        (Field(name: "speed", label: "Speed"), "warp"), (Field(name: "price", label: "Price"), "nan"),
        (Field(name: "price", label: "Price"), "inf"), (Field(name: "price", label: "Price"), "0x1p3"),
        (Field(name: "small", label: "Small", kind: .number), "256"),
        (Field(name: "small", label: "Small", kind: .number), "256.0"), (Field(name: "amount", label: "A"), "0x10"),
    ])
    func `a text that violates the rules of its field or property is refused`(field: Field, text: String)
        async throws
    {
        let (form, visit) = try visit(
            TextField(
                field.label, name: field.name, kind: field.kind, isRequired: field.isRequired,
                maximumLength: field.maximumLength))
        let error = await #expect(throws: InvalidInput.self) {
            try await visit.click("Order", typing: [field.name: text])
        }
        #expect(error?.problems.map(\.field) == [field.name])
        #expect(error?.problems.first?.message.contains(field.label) == true)
        #expect(form.received.isEmpty)
    }

    @Test(arguments: ["170", "170.0", "1.7e2", "+170", "1700e-1"])
    func `a whole number can be typed in any form that its field accepts`(text: String) async throws {
        let (form, visit) = try visit(
            TextField("Amount", name: "amount", kind: .number), TextField("Small", name: "small", kind: .number))
        try await visit.click("Order", typing: ["amount": text, "small": text])
        #expect(form.received.map(\.amount) == [170] && form.received.map(\.small) == [170])
    }

    @Test func `a length is counted in UTF-16 code units like HTML's maxlength`() async throws {
        let (form, visit) = try visit(TextField("Name", name: "name", maximumLength: 4))
        try await visit.click("Order", typing: ["name": "🏳e\u{301}"])
        #expect(form.received.count == 1)
        let large = "e" + String(repeating: "\u{301}", count: 4)
        await #expect(throws: InvalidInput.self) { try await visit.click("Order", typing: ["name": large]) }
        #expect(form.received.count == 1)
    }

    @Test func `all validation errors are listed in the order of the fields`() async throws {
        let (_, visit) = try visit(
            TextField("Name", name: "name", isRequired: true), TextField("Amount", name: "amount", kind: .number))
        let error = await #expect(throws: InvalidInput.self) {
            try await visit.click("Order", typing: ["amount": "many"])
        }
        #expect(error?.problems.map(\.field) == ["name", "amount"])
    }

    @Test func `typed text is shown again with its errors, but a password is not`() async throws {
        let (_, visit) = try visit(
            TextField("Name", name: "name", text: "before"), TextField("Secret", name: "address.city", kind: .password))
        let submission = try FormSubmission(
            token: "order", values: [.init(name: "name", text: "typed"), .init(name: "address.city", text: "hidden")])
        let screen = try await visit.see(submitted: submission, problems: InvalidInput(field: "name", "No.")).screen
        let fields = screen.elements.compactMap { if case .field(let field) = $0 { field } else { nil } }
        #expect(fields.map(\.value) == ["typed", ""])
        #expect(fields.map(\.error) == ["No.", nil])
    }

    @Test func `fields of a separate form belong only to the actions in it`() async throws {
        let form = ActionTests.Around(
            Sheet {
                Form {
                    TextField("Friend", name: "friend", kind: .number)
                    Button("Find", action: SelectFriend(friend: 0))
                }
                Button("Choose", action: SelectFriend(friend: 3))
            })
        let visit = try Visit(Stage(form))
        let actions = try await visit.screen.actions
        #expect(actions.map(\.inputs) == [["friend"], []])
        #expect(actions.map(\.words.token) == ["select-friend", "select-friend?friend=3"])
        try await visit.click("Find", typing: ["friend": "12"])
        #expect(form.seen == ["SelectFriend(friend: 12)"])
    }

    @Test func `two fields with the same name are reported`() async throws {
        let (_, visit) = try visit(TextField("A", name: "name"), TextField("B", name: "name"))
        _ = try await visit.screen
        #expect(visit.issues.contains(.repeatedField("name", chain: "OrderForm → Window → Stage")))
    }
}
