@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Actions of alerts, and actions with a confirmation") struct ConfirmedActionTests {
    struct Close: Action { var id: Int }
    struct Note: Action {
        var id: Int
        var text: String
    }
    struct Unlock: Action { var password: String }
    struct Report: Action {}
    struct Unknown: Action {}
    struct Locked: Action {}

    final class Desk: ViewController {
        @Saved var closed: [Int] = []
        @Saved var notes: [String] = []
        @Saved var unlocked = 0

        override class var actions: [Handler] { [.on(close), .on(note), .on(unlock), .on(report), .on(locked)] }
        func close(_ action: Close) { closed.append(action.id) }
        func note(_ action: Note) { notes.append("\(action.id) \(action.text)") }
        func unlock(_ action: Unlock) { unlocked += 1 }
        func locked(_ action: Locked) {}
        override func canPerform(_ action: any Action.Type) -> Bool {
            action != Locked.self && super.canPerform(action)
        }
        func report(_ action: Report) throws {
            try required(Window.self).present(
                Alert(
                    title: "Two tickets", message: "Which one?",
                    actions: [
                        AlertAction("Close 7", role: .destructive, action: Close(id: 7)),
                        AlertAction("Close 8", action: Close(id: 8)),
                        AlertAction("Note", action: Note(id: 9, text: "x")),
                        AlertAction("Unknown", action: Unknown()), AlertAction("Locked", action: Locked()),
                    ]))
        }

        @ViewBuilder override var view: any View {
            TextField("Text", name: "text", maximumLength: 5)
            Button("Note", role: .primary, action: Note(id: 7, text: "")).confirms("Note it?", message: "For good.")
            Button("Close", role: .destructive, action: Close(id: 7))
                .confirms("Close it?", button: "Close it", cancel: "Keep it")
            SecureField("Password", name: "password")
            Button("Unlock", action: Unlock(password: "")).confirms("Unlock it?")
            List { Row("Ticket 8", action: Close(id: 8)).confirms("Close 8?") }
            Button("Report", action: Report())
        }
    }

    /// A part of a screen: a list of tickets that performs the same action as the other one.
    final class Tickets: ViewController {
        let name: String
        @Saved var closed: [Int] = []

        init(_ name: String) {
            self.name = name
            super.init()
        }

        override class var actions: [Handler] { [.on(close)] }
        func close(_ action: Close) { closed.append(action.id) }

        @ViewBuilder override var view: any View {
            Button("Close in \(name)", action: Close(id: name.utf8.count)).confirms("Close it?", button: "Yes")
        }
    }

    final class Lists: ViewController {
        let lists = [Tickets("open"), Tickets("waiting"), Tickets("old")]

        override func viewDidLoad() async throws {
            try await super.viewDidLoad()
            for list in lists { addChild(list) }
        }

        @ViewBuilder override var view: any View { Text("Tickets") }
    }

    @Test(arguments: [0, 1, 2]) func `the answer goes to the part of the screen that asked`(index: Int) async throws {
        let visit = try Visit(Stage(Lists()))
        let name = ["open", "waiting", "old"][index]
        try await visit.click("Close in \(name)")
        try await visit.click("Yes")
        let closed = try visit.visible(Lists.self).lists.map(\.closed)
        #expect(closed == (0..<3).map { $0 == index ? [name.utf8.count] : [] })
    }

    private func restored(_ visit: Visit<Stage>) throws -> Visit<Stage> {
        var writer = SnapshotWriter()
        writer.write(try visit.app.state)
        var reader = try SnapshotReader(writer.finish())
        let state = try reader.readState()
        try reader.finish()
        return try Visit(Stage(Desk()), state: state)
    }

    @Test func `the first press shows the question, and its button performs the action`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Close")
        let screen = try await visit.screen
        #expect(screen.alert?.alert.title == "Close it?" && screen.alert?.alert.message == "")
        #expect(screen.offeredTitles == ["Close it", "Keep it"])
        #expect(screen.alert?.choices.first?.role == .destructive)
        #expect(try visit.visible(Desk.self).closed == [])
        try await visit.click("Close it")
        #expect(try visit.visible(Desk.self).closed == [7])
        #expect(try await visit.screen.alert == nil)
    }

    @Test func `dismissing the question performs nothing`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Close")
        try await visit.click("Keep it")
        #expect(try await visit.screen.alert == nil)
        #expect(try visit.visible(Desk.self).closed == [])
    }

    @Test func `a row can ask too`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Ticket 8")
        #expect(try await visit.screen.alert?.alert.title == "Close 8?")
        try await visit.click("Continue")
        #expect(try visit.visible(Desk.self).closed == [8])
    }

    @Test func `the confirmed action has the values that were typed, and uses up the draft`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Note", typing: ["text": "late"])
        #expect(try visit.visible(Desk.self).hasDraft)
        // The page still sends its fields, which do not matter any more.
        try await visit.click("Note", typing: ["text": "else"])
        #expect(try visit.visible(Desk.self).notes == ["7 late"])
        #expect(try visit.visible(Desk.self).hasDraft == false)
    }

    @Test func `invalid values are refused before the question`() async throws {
        let visit = try Visit(Stage(Desk()))
        await #expect(throws: InvalidInput.self) { try await visit.click("Note", typing: ["text": "too long"]) }
        #expect(try await visit.screen.alert == nil)
    }

    @Test func `an action with a password is not kept, so the question has no button for it`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Unlock", typing: ["password": "hunter2"])
        let screen = try await visit.screen
        #expect(screen.alert?.alert.title == "Unlock it?" && screen.offeredTitles == ["Cancel"])
        #expect(try visit.app.state.alert?.actions.isEmpty == true)
        #expect(visit.issues.contains { $0.description.contains("unlock cannot be confirmed") })
    }

    @Test func `an alert offers the actions that can be performed, also two of one type`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Report")
        #expect(try await visit.screen.offeredTitles == ["Close 7", "Close 8", "Note", "OK"])
        #expect(try await visit.screen.actions.map(\.words.token).prefix(2) == ["close?_alert=0", "close?_alert=1"])
        #expect(visit.issues.contains { $0.description.contains("unknown") })
        try await visit.click("Close 8")
        #expect(try visit.visible(Desk.self).closed == [8])
    }

    @Test func `an alert cannot be answered with another action or index`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Report")
        for token in [
            "close?id=7", "close?_alert=5", "close?_alert=2", "note?_alert=0", "close?_alert=0&id=9", "locked?_alert=4",
        ] {
            await #expect(throws: ActionError.self) { try await visit.submit(token) }
        }
        #expect(try visit.visible(Desk.self).closed == [])
    }

    @Test func `a stored alert has the same buttons, with their values`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Report")
        let before = try await visit.screen.offeredTitles
        let again = try restored(visit)
        #expect(try again.app.state.alert == visit.app.state.alert)
        #expect(try await again.screen.offeredTitles == before)
        try await again.click("Note")
        #expect(try again.visible(Desk.self).notes == ["9 x"])
    }

    @Test func `a change of a session has the alert's actions`() async throws {
        let visit = try Visit(Stage(Desk()))
        let before = try visit.app.state
        try await visit.click("Note", typing: ["text": "a&=b"])
        var writer = ChangeWriter()
        let state = try visit.app.state
        writer.write(state, after: before)
        var reader = try ChangeReader(writer.bytes)
        let read = try reader.readState(after: before)
        try reader.finish()
        #expect(read.alert == state.alert)
        #expect(read.alert?.actions.first?.values?.map(\.text) == ["7", "a&=b"])
        #expect(read.alert?.actions.first?.usesDraft == true)
        #expect(state.parts.contains { $0.path == "alert.actions[0]" && $0.value.contains("note?id=7&text=a&=b") })
    }

    @Test func `an alert without actions has the same bytes as before`() throws {
        let alert = Alert(title: "a", message: "b", dismissTitle: "c", identifier: "d")
        var writer = SnapshotWriter()
        writer.write(WindowState(root: nil, alert: alert))
        let bytes = writer.finish()
        var reader = try SnapshotReader(bytes)
        #expect(try reader.readState().alert == alert)
        // The head: kind 0, an alert, an identifier.
        #expect(Array(bytes.prefix(3)) == [2, 0x18, 0b110000])
    }

    @Test func `at most eight actions are kept`() {
        let many = (0..<20).map { AlertAction("\($0)", action: Close(id: $0)) }
        #expect(Alert(title: "", message: "", actions: many).actions.map(\.title) == (0..<8).map { "\($0)" })
    }
}
