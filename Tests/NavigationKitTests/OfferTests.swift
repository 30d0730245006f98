@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Offers of a screen") struct OfferTests {
    @Test func `an offered action carries its name and hidden values, and nothing else`() async throws {
        let actions = try await PostOffice.visit().screen.actions
        let open = try #require(actions.first { $0.title == "Letter 2" })
        #expect(open.words.token == "open-letter?letter=2")
        #expect(open.words.values == [.init(name: "letter", text: "2")])
        #expect(open.inputs.isEmpty)
    }

    final class Switch: ViewController {
        var isOn = false
        override class var actions: [Handler] { [.on(burn)] }
        func burn(_ action: Burn) {}
        override func canPerform(_ action: any Action.Type) -> Bool {
            action == Burn.self ? isOn : super.canPerform(action)
        }
        @ViewBuilder override var view: any View { Button("Burn", action: Burn()) }
    }

    @Test func `a responder that declines hides the offer without an issue, and a POST is refused`() async throws {
        let screen = Switch()
        let visit = try Visit(Stage(screen))
        #expect(try await visit.screen.actions.isEmpty)
        #expect(visit.issues.isEmpty)
        await #expect { try await visit.submit("burn") } throws: { error in
            if case ActionError.notOffered("burn") = error { true } else { false }
        }
        screen.isOn = true
        #expect(try await visit.screen.offeredTitles == ["Burn"])
        try await visit.click("Burn")
    }

    /// A small action whose encoded form omits a property.
    struct Draw: Action {
        let card: Int
        var shuffle = 0
        enum CodingKeys: CodingKey { case card }
    }

    final class Deck: ViewController {
        var shuffle = 0
        var drawn: [Draw] = []
        override class var actions: [Handler] { [.on(draw)] }
        func draw(_ action: Draw) { drawn.append(action) }
        @ViewBuilder override var view: any View {
            let shuffle = shuffle
            List {
                ForEach(1...3) { card in Row("Card \(card)", action: Draw(card: card, shuffle: shuffle)) }
            }
        }
    }

    @Test func `a row is found by its encoded form although the cached bits differ`()
        async throws
    {
        let deck = Deck()
        let visit = try Visit(Stage(deck))
        for shuffle in [0, 1, 1, 0] {
            deck.shuffle = shuffle
            try await visit.submit("draw?card=2")
            try await visit.submit("draw?card=3")
        }
        #expect(deck.drawn.map(\.card) == [2, 3, 2, 3, 2, 3, 2, 3])
        #expect(deck.drawn.map(\.shuffle) == [0, 0, 1, 1, 1, 1, 0, 0])
    }

    @Test func `an action that became unavailable after the offer was made is not performed`() async throws {
        let screen = Switch()
        screen.isOn = true
        let visit = try Visit(Stage(screen))
        let offers = try await visit.see().offers
        screen.isOn = false
        await #expect { _ = try await visit.app.perform(FormSubmission(token: "burn"), offers: offers) } throws: {
            error in
            if case ActionError.unhandled("burn", _) = error { true } else { false }
        }
    }

    @Test(arguments: [
        "open-letter?letter=4", "open-letter", "open-letter?letter=", "open-letter?letter=02",
        "open-letter?letter=2&more=1",
        "select-friend?friend=1", "back", "sign-in",
    ])
    func `an action of another screen, or with other values, is not offered`(token: String) async throws {
        let known = try PostOffice.visit(at: "/friends/friend:1", signedIn: false)
        try await known.click("Sign in", typing: ["name": "Ada"])
        // A class's actions are registered when one of its objects is first used.
        _ = try await known.screen
        #expect(try known.location == "/friends/friend:1")
        let visit = try PostOffice.visit(at: "/letters")
        await #expect { try await visit.submit(token) } throws: { error in
            if case ActionError.notOffered = error { true } else { false }
        }
        #expect(try visit.location == "/letters")
    }

    @Test(arguments: ["no-such-action", "", "OpenLetter", "open-letter ", "no-such-action?letter=2"])
    func `an action name that no class handles is unknown`(token: String) async throws {
        let visit = try PostOffice.visit(at: "/letters")
        await #expect { try await visit.submit(token) } throws: { error in
            if case ActionError.unknown = error { true } else { false }
        }
    }

    @Test(
        arguments: [
            ("open-letter?letter=2", [:]), ("open-letter", ["letter": "2"]),
            ("open-letter?letter=2", ["letter": "2", "other": "x"]),
            ("open-letter?le%74ter=%32", [:]),
        ] as [(String, [String: String])])
    func `hidden values are read from the token or other fields`(token: String, beside: [String: String]) async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.submit(token, typing: beside)
        #expect(try visit.location == "/letters/letter:2")
    }

    @Test func `declining and accepting rows are distinguished, even if their responders are temporary`() async throws {
        final class Cell: ViewResponder {
            let isReady: Bool
            init(isReady: Bool) {
                self.isReady = isReady
                super.init()
            }
            override class var actions: [Handler] { [.on(archive)] }
            func archive(_ action: Archive) {}
            override func canPerform(_ action: any Action.Type) -> Bool { isReady && super.canPerform(action) }
        }
        struct CellView: View {
            let number: Int
            var body: some View {
                Row("Archive \(number)", action: Archive(letter: number)).responder(Cell(isReady: number % 2 == 0))
            }
        }
        let visit = try Visit(Stage(Sheet { ForEach(1...6) { CellView(number: $0) } }))
        #expect(try await visit.screen.offeredTitles == ["Archive 2", "Archive 4", "Archive 6"])
    }

    @Test func `of two identical offers with different performers, the second is reported and dropped`()
        async throws
    {
        let diary = Diary()
        let visit = try Visit(
            Stage(Sheet { ForEach(1...2) { Row("Burn \($0)", action: Burn()).responder(LetterRow($0, diary: diary)) } })
        )
        #expect(try await visit.screen.offeredTitles == ["Burn 1"])
        #expect(visit.issues.count == 1)
    }

    enum Colour: Codable { case red, blue, mixed(Int) }
    struct Paint: Action {
        var colour: Colour
        var note: String
    }
    final class Painter: ViewController {
        var painted: [String] = []
        override class var actions: [Handler] { [.on(paint)] }
        func paint(_ action: Paint) { painted.append("\(action.colour) \(action.note)") }
        @ViewBuilder override var view: any View {
            TextField("Note", name: "note")
            Button("Red", action: Paint(colour: .red, note: ""))
            Button("Blue", action: Paint(colour: .blue, note: ""))
            Button("Mixed", action: Paint(colour: .mixed(3), note: ""))
        }
    }

    @Test func `each enum case has its own encoding and is decoded from it`() async throws {
        let painter = Painter()
        let visit = try Visit(Stage(painter))
        #expect(Set(try await visit.screen.actions.map(\.words.token)).count == 3)
        for title in ["Red", "Blue", "Mixed"] { try await visit.click(title, typing: ["note": "x"]) }
        #expect(painter.painted == ["red x", "blue x", "mixed(3) x"])
    }

    @Test(arguments: ["/letters", "/letters/letter:7", "/friends/friend:7", "/letters/~compose:4/recipient", "/login"])
    func `a screen for looking has all actions, and one for acting the meant offer`(location: String) async throws {
        let visit = try PostOffice.visit(at: location)
        let (screen, offers) = try await visit.see()
        let looking = try await visit.see(for: .looking)
        #expect(looking.offers.isEmpty)
        #expect(looking.screen.actions.map(\.words.token) == screen.actions.map(\.words.token))
        #expect(looking.screen.actions.map(\.inputs) == screen.actions.map(\.inputs))
        #expect("\(looking.screen.elements)" == "\(screen.elements)")
        #expect(!offers.isEmpty)
        for offer in offers {
            let submission = try FormSubmission(token: offer.offered.words.token)
            let acting = try await visit.see(for: .acting(submission)).offers
            let meant = try #require(acting.first { $0.matches(submission) })
            #expect(meant.offered.inputs == offer.offered.inputs)
            #expect(meant.fields == offer.fields)
            #expect(meant.start.chainDescription == offer.start.chainDescription)
            #expect(acting.allSatisfy { $0.offered.words.name == submission.name })
        }
    }

    @Test func `a container's operation is reported only for the action that caused it`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        try await visit.click("Letter 2")
        #expect(visit.app.operation == .push)
        try await visit.click("Rename", typing: ["name": "x"])
        #expect(visit.app.operation == nil)
        try await visit.click("Back")
        #expect(visit.app.operation == .pop)
    }
}
