@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Drafts of details and of screens left by Back") struct UnfinishedDetailTests {
    enum Place: Route { case list, note(Int) }

    struct ChooseNote: Action { var number: Int }
    struct SaveNote: Action { var text: String }

    /// A split: a list of notes, and the selected note.
    final class Notes: SplitViewController<Place> {
        var mayRead = true
        var isModal = false

        init() { super.init(root: .list) }

        override class var actions: [Handler] { [.on(choose), .on(save)] }
        func choose(_ action: ChooseNote) { showDetail(.note(action.number)) }
        func save(_ action: SaveNote) { closeDetail() }
        override func guardResult(for route: Place) -> GuardResult {
            .allowed(if: mayRead || route == .list, otherwise: .list)
        }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .list: NoteList().titled("Notes")
            case .note(let number): Note(isModal: isModal).titled("Note \(number)")
            }
        }
    }

    /// The same notes on a stack, where Back always asks before it discards a draft.
    final class Stack: NavigationController<Place> {
        init() { super.init(root: .list) }
        override class var actions: [Handler] { [.on(choose)] }
        func choose(_ action: ChooseNote) { push(.note(action.number)) }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .list: NoteList().titled("Notes")
            case .note(let number): Note(isModal: true).titled("Note \(number)")
            }
        }
    }

    final class NoteList: ViewController {
        @ViewBuilder override var view: any View {
            for number in 1...12 { Button("Note \(number)", action: ChooseNote(number: number)) }
        }
    }

    final class Note: ViewController {
        let isModal: Bool
        init(isModal: Bool) {
            self.isModal = isModal
            super.init()
        }
        override var isModalInPresentation: Bool { isModal && hasDraft }
        @ViewBuilder override var view: any View {
            TextField("Text", name: "text", text: "")
            Button("Save", role: .primary, action: SaveNote(text: ""))
        }
    }

    private func visit(_ root: ViewController = Notes(), state: WindowState? = nil) throws -> Visit<Stage> {
        try Visit(Stage(root), state: state)
    }

    private func text(_ visit: Visit<Stage>) throws -> String? { try visit.visible(Note.self).draft?.text(of: "text") }

    @Test func `a draft is restored with its row and with no other`() async throws {
        let visit = try visit()
        try await visit.click("Note 1")
        try await visit.click("Note 2", typing: ["text": "half a thought"])
        #expect(try text(visit) == nil)
        try await visit.click("Note 3", typing: ["text": "another"])
        try await visit.click("Note 1")
        #expect(try text(visit) == "half a thought")
        try await visit.click("Note 2", typing: ["text": "half a thought"])
        #expect(try text(visit) == "another")
        try await visit.click("Back", typing: ["text": "another"])
        #expect(try visit.location == "")
        try await visit.click("Note 2")
        #expect(try text(visit) == "another")
    }

    @Test func `submitting a field removes its draft`() async throws {
        let visit = try visit()
        try await visit.click("Note 1")
        try await visit.click("Save", typing: ["text": "done"])
        #expect(try visit.location == "")
        try await visit.click("Note 1")
        #expect(try text(visit) == nil)
    }

    @Test func `opening a detail's location restores its draft, and a snapshot keeps the others`() async throws {
        let visit = try visit()
        try await visit.click("Note 1")
        try await visit.click("Note 2", typing: ["text": "half a thought"])
        var writer = SnapshotWriter()
        writer.write(try visit.app.state)
        var reader = try SnapshotReader(writer.finish())
        let again = try self.visit(state: try reader.readState())
        #expect(try again.location == "/note:2")
        try again.app.open(Location("/note:1"))
        #expect(try text(again) == "half a thought")
    }

    @Test func `only the drafts of the last eight details are kept`() async throws {
        let visit = try visit()
        try await visit.click("Note 1")
        for number in 2...12 { try await visit.click("Note \(number)", typing: ["text": "of \(number - 1)"]) }
        try await visit.click("Note 3")
        #expect(try text(visit) == nil)
        try await visit.click("Note 4")
        #expect(try text(visit) == "of 4")
    }

    @Test func `a guard that refuses the detail drops all drafts`() async throws {
        let notes = Notes()
        let visit = try visit(notes)
        try await visit.click("Note 1")
        try await visit.click("Note 2", typing: ["text": "mine"])
        notes.mayRead = false
        try await visit.app.settle()
        #expect(try visit.location == "")
        notes.mayRead = true
        try await visit.click("Note 1")
        #expect(try text(visit) == nil)
    }

    @Test func `Back asks before it discards a draft, on a stack and in a split`() async throws {
        let notes = Notes()
        notes.isModal = true
        for root in [Stack(), notes] as [ViewController] {
            let visit = try visit(root)
            try await visit.click("Note 1")
            try await visit.click("Back", typing: ["text": ""])
            #expect(try visit.location == "")
            try await visit.click("Note 1")
            try await visit.click("Back", typing: ["text": "half a thought"])
            let screen = try await visit.screen
            #expect(screen.alert?.alert == .discardingChangesBeforeBack)
            #expect(screen.offeredTitles.sorted() == ["Discard", "Keep editing"])
            #expect(try visit.location == "/note:1")
            try await visit.click("Keep editing")
            #expect(try text(visit) == "half a thought")
            try await visit.click("Back", typing: ["text": "half a thought"])
            try await visit.click("Discard")
            #expect(try visit.location == "")
            #expect(try await visit.screen.alert == nil)
            try await visit.click("Note 1")
            #expect(try text(visit) == nil)
        }
    }

    @Test func `dismissing a presented split with drafts asks first`() async throws {
        let desk = Desk()
        let visit = try visit(desk)
        try await visit.click("Note 1")
        try await visit.click("Note 1")
        try await visit.click("Note 2", typing: ["text": "half a thought"])
        try await visit.click("Cancel")
        #expect(try await visit.screen.alert?.alert == .discardingChanges)
        try await visit.click("Discard")
        #expect(try visit.location == "")
    }

    @Test func `a state without drafts has no drafts in its details`() async throws {
        let visit = try visit()
        try await visit.click("Note 1")
        try await visit.click("Note 2", typing: ["text": "of row 1"])
        try await visit.click("Note 2", typing: ["text": "of row 2"])
        let again = try self.visit(state: try visit.app.state.withoutDrafts)
        #expect(try again.location == "/note:2")
        #expect(try text(again) == nil)
        try await again.click("Note 1")
        #expect(try text(again) == nil)
    }

    /// Presents the notes.
    final class Desk: NavigationController<DeskPlace> {
        init() { super.init(root: .desk) }
        override class var actions: [Handler] { [.on(choose)] }
        func choose(_ action: ChooseNote) { show(.notes) }
        override func destination(for route: DeskPlace) throws -> ViewController {
            switch route {
            case .desk: NoteList().titled("Desk")
            case .notes: Notes()
            }
        }
    }

    enum DeskPlace: Route {
        case desk, notes
        var transition: Transition { self == .notes ? .modal : .push }
    }
}
