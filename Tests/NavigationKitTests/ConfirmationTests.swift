@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Confirmation before a draft is discarded") struct ConfirmationTests {
    enum Place: Route { case desk, note, lock }

    struct WriteNote: Action {}
    struct Send: Action { var text: String }
    struct AskTwice: Action {}
    struct Erase: Action {}

    final class Desk: NavigationController<Place> {
        @Saved var erased = 0

        init() { super.init(root: .desk) }
        override class var actions: [Handler] { [.on(write), .on(send), .on(ask), .on(erase)] }
        func write(_ action: WriteNote) { present(.note) }
        func send(_ action: Send) { dismiss() }
        func ask(_ action: AskTwice) {
            nearest(Window.self)?.present(Alert(title: "Erase all?", message: "For good.", identifier: "erase"))
        }
        func erase(_ action: Erase) { erased += 1 }

        override func actions(for alert: Alert) -> [AlertAction] {
            guard alert.identifier == "erase" else { return super.actions(for: alert) }
            return [AlertAction("Erase", role: .destructive, action: Erase())]
        }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .desk: Top().titled("Desk")
            case .note, .lock: Note().titled("Note")
            }
        }
    }

    final class Top: ViewController {
        @ViewBuilder override var view: any View {
            Button("Write", action: WriteNote())
            Button("Erase all", action: AskTwice())
        }
    }

    final class Note: ViewController {
        override var isModalInPresentation: Bool { hasDraft }
        @ViewBuilder override var view: any View {
            TextField("Text", name: "text", text: "Dear all")
            Button("Send", role: .primary, action: Send(text: ""))
        }
    }

    private func writing() async throws -> Visit<Stage> {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Write")
        return visit
    }

    @Test func `leaving a screen without a draft needs no confirmation`() async throws {
        let visit = try await writing()
        try await visit.click("Cancel", typing: ["text": "Dear all"])
        #expect(try visit.location == "")
    }

    @Test func `a draft requires a confirmation, and only Discard deletes it`() async throws {
        let visit = try await writing()
        try await visit.click("Cancel", typing: ["text": "Dear Ada"])
        var screen = try await visit.screen
        #expect(screen.alert?.alert == .discardingChanges)
        #expect(screen.offeredTitles.sorted() == ["Discard", "Keep editing"])
        #expect(try visit.location == "/~note")

        try await visit.click("Keep editing")
        screen = try await visit.screen
        #expect(screen.alert == nil)
        #expect(try visit.visible(Note.self).draft?.text(of: "text") == "Dear Ada")

        try await visit.click("Cancel", typing: ["text": "Dear Ada"])
        #expect(try await visit.click("Discard").last == "Desk;handled")
        #expect(try visit.location == "")
        #expect(try await visit.screen.alert == nil)
        try await visit.click("Write")
        #expect(try visit.visible(Note.self).hasDraft == false)
    }

    @Test func `a draft that an action has used needs no confirmation`() async throws {
        let visit = try await writing()
        try await visit.click("Send", typing: ["text": "Dear Ada"])
        #expect(try visit.location == "")
    }

    @Test func `an app adds buttons to an alert, and each of them dismisses it`() async throws {
        let visit = try Visit(Stage(Desk()))
        try await visit.click("Erase all")
        #expect(try await visit.screen.offeredTitles.sorted() == ["Erase", "OK"])
        try await visit.click("Erase")
        #expect(try await visit.screen.alert == nil)
        #expect(try visit.visible(Desk.self).erased == 1)
    }

    @Test func `an alert is restored with its additional buttons`() async throws {
        let visit = try await writing()
        try await visit.click("Cancel", typing: ["text": "Dear Ada"])
        var writer = SnapshotWriter()
        writer.write(try visit.app.state)
        var reader = try SnapshotReader(writer.finish())
        let again = try Visit(Stage(Desk()), state: try reader.readState())
        #expect(try await again.screen.offeredTitles.sorted() == ["Discard", "Keep editing"])
    }
}
