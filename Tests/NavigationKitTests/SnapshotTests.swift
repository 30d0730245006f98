@testable import Navigation
@testable import Responders
@testable import Views
import NavigationKit
import Testing

@Suite("Writing and reading snapshots") struct SnapshotTests {
    private typealias TypedDraft = NavigationKit.Draft

    /// A state with a flow, tabs, stacks, presented stacks, saved values, a draft and an alert.
    private func sample() throws -> WindowState {
        let path = "/letters/letter:1/letter:2/~compose:4/picture:a/~another/recipient"
        let visit = try PostOffice.visit(at: path)
        try visit.visible(FriendList.self).note = "on top, é"
        try visit.visible(FriendList.self).stars = -5
        let letters = try #require(try visit.path.first { $0 is Letters } as? Letters)
        let letter = try #require(try letters.visibleChild() as? Letter)
        letter.note = "covered"
        letter.keep(TypedDraft(values: [.init(name: "name", text: "Ada\r\n"), .init(name: "", text: "")]))
        visit.app.window?.present(Alert(title: "Hello", message: "World", dismissTitle: "Bye"))
        visit.app.flash("Sent", undo: Dismiss())
        return try visit.app.state
    }

    @Test func `a state with a flow, tabs and stacks round-trips through a snapshot`() throws {
        let state = try sample()
        #expect(try [state.storedAndRead()].inventory == [state].inventory)
        let visit = try PostOffice.visit(state: state.storedAndRead())
        #expect(visit.app.window?.alert == state.alert)
        #expect(visit.app.window?.flash == "Sent")
        #expect(visit.app.window?.undo?.action.name == "dismiss")
        #expect(try visit.location == "/letters/letter:1/letter:2/~compose:4/picture:a/~another/recipient")
        #expect(try visit.visible(FriendList.self).note == "on top, é")
        #expect(try visit.visible(FriendList.self).stars == -5)
        let letters = try #require(try visit.path.first { $0 is Letters } as? Letters)
        letters.dismiss()
        #expect(try visit.visible(Letter.self).note == "covered")
        #expect(try visit.visible(Letter.self).draft?.text(of: "name") == "Ada\r\n")
    }

    @Test func `a snapshot contains a route that a login deferred`() throws {
        let guest = try PostOffice.visit(at: "/letters/letter:7", signedIn: false)
        let state = try guest.app.state.storedAndRead()
        let again = try PostOffice.visit(state: state, signedIn: false)
        let flow = try again.visible(AppFlow.self)
        #expect(flow.activeFlow == .login)
        flow.signIn(SignIn(name: "Ada"))
        #expect(try again.location == "/letters/letter:7")
    }

    @Test func `a state that was read but not used is written unchanged`() throws {
        let read = try sample().storedAndRead()
        #expect([try sample()].snapshot == [read].snapshot)
        #expect([try read.storedAndRead()].inventory == [read].inventory)
    }

    @Test func `versions after a restored one share its unchanged objects`() throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2")
        let read = try PostOffice.visit(state: try visit.app.state.storedAndRead())
        let letters = try read.visible(Letters.self)
        letters.push(.letter(3))
        try read.visible(Letter.self).note = "new"
        let second = try read.app.state
        letters.pop()
        letters.pop(to: .letter(1))
        let states = [second, try read.app.state]
        #expect(try states.storedAndRead().inventory == states.inventory)
    }

    @Test func `the items of a snapshot round-trip in order`() throws {
        var values = SavedValues()
        values.set("Ada", named: "visitor")
        let typed = TypedDraft(values: [.init(name: "name", text: "Ada")])
        var writer = SnapshotWriter()
        for number in [0, -1, 1, .min, .max, 300] { writer.write(number) }
        for text in ["", "é", "e\u{301}", "é", "Ada"] { writer.write(text) }
        writer.write(values)
        writer.write(SavedValues?.none)
        writer.write(typed)
        writer.write(TypedDraft(values: []))
        writer.write(WindowState(root: nil, alert: nil))
        writer.write(values)

        var reader = try SnapshotReader(writer.finish())
        for number in [0, -1, 1, .min, .max, 300] { #expect(try reader.readNumber() == number) }
        for text in ["", "é", "e\u{301}", "é", "Ada"] {
            #expect(try Array(reader.readText().utf8) == Array(text.utf8))
        }
        let read = try reader.readSavedValues()
        #expect(read?.value(String.self, named: "visitor") == "Ada")
        #expect(try reader.readSavedValues() == nil)
        #expect(try reader.readDraft() == typed)
        #expect(try reader.readDraft() == TypedDraft(values: []))
        let nothing = try reader.readState()
        #expect(nothing.root == nil && nothing.alert == nil)
        #expect(try reader.readSavedValues()?.identity == read?.identity)
        try reader.finish()
    }

    @Test func `10,000 random states round-trip with their shared objects`() throws {
        var source = RandomStates(seed: 10)
        for _ in 0..<2_500 {
            let states = (0..<4).map { _ in source.state() }
            let (read, written) = (try states.storedAndRead().inventory, states.inventory)
            guard read != written else { continue }
            let line = zip(read, written).first { $0 != $1 }
            Issue.record("Read \(line?.0 ?? "too much or too little"), wrote \(line?.1 ?? "")")
            break
        }
    }

    @Test func `routes too long for a location are stored completely`() throws {
        let text = String(repeating: "a long way/", count: 200)
        let visit = try PostOffice.visit(at: "/letters")
        try visit.visible(Letters.self).push(.search(text: text, page: nil))
        try visit.visible(Letters.self).push(.letter(3))
        let again = try PostOffice.visit(state: visit.app.state.storedAndRead())
        #expect(try again.visible(Letters.self).routes == [.inbox, .search(text: text, page: nil), .letter(3)])
    }
}

/// Random states, not limited to those of an app; some stack entries, states and saved values are shared.
private struct RandomStates {
    private var generator: SeededGenerator
    private var entries: [StackEntry] = []
    private var states: [ControllerState] = []
    private var values: [SavedValues] = []

    init(seed: UInt64) { generator = SeededGenerator(state: seed) }

    private mutating func happens(_ times: Int = 1, in all: Int) -> Bool {
        Int.random(in: 0..<all, using: &generator) < times
    }

    private mutating func word() -> String { treacherousWords.randomElement(using: &generator) ?? "" }

    mutating func state() -> WindowState {
        let alert = happens(in: 4) ? Alert(title: word(), message: word(), dismissTitle: word()) : nil
        if happens(in: 50) { (entries, states, values) = ([], [], []) }
        return WindowState(root: happens(in: 20) ? nil : controllerState(depth: 0), alert: alert)
    }

    private mutating func controllerState(depth: Int) -> ControllerState {
        if let known = states.randomElement(using: &generator), happens(in: 4) { return known }
        let content = content(depth)
        var presented: StackEntry?
        if case .screen = content {} else if happens(in: 9) { presented = entry(depth) }
        let state = ControllerState(
            content, presented: presented, embedded: happens(in: 9) ? [embeddedEntry(depth)] : [],
            saved: happens(in: 3) ? savedValues() : nil)
        states.append(state)
        return state
    }

    private mutating func content(_ depth: Int) -> ControllerState.Content {
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return .screen(draft: happens(in: 2) ? draft() : nil)
        case 1: return .redirectedFlow(shown: entry(depth), refused: entry(depth))
        case 2:
            let count = Int.random(in: 1...3, using: &generator)
            let selected = happens(in: 4) ? nil : Int.random(in: 0..<count, using: &generator)
            return .tabs((0..<count).map { _ in entry(depth) }, selected: selected)
        case 3:
            return .split(
                list: entry(depth), detail: happens(in: 2) ? entry(depth) : nil,
                unfinished: happens(in: 2) ? entry(depth) : nil)
        default: return .stack(top: entry(depth))
        }
    }

    private mutating func embeddedEntry(_ depth: Int) -> StackEntry {
        StackEntry(unread: "+Child:0", state: depth < 3 ? controllerState(depth: depth + 1) : nil, below: nil)
    }

    private mutating func entry(_ depth: Int) -> StackEntry {
        var entry: StackEntry? = happens(in: 3) ? entries.randomElement(using: &generator) : nil
        for _ in 0..<Int.random(in: entry == nil ? 1...4 : 0...4, using: &generator) {
            let state = depth < 3 && happens(in: 3) ? controllerState(depth: depth + 1) : nil
            // A route's text never begins with `+`, which marks an embedded controller.
            let text = word()
            entry = StackEntry(unread: text == "+" ? "plus" : text, state: state, below: entry)
            if let entry { entries.append(entry) }
        }
        return entry ?? StackEntry(unread: "", state: nil, below: nil)
    }

    private mutating func savedValues() -> SavedValues {
        if let known = values.randomElement(using: &generator), happens(in: 2) { return known }
        var saved = SavedValues()
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            let name = "property" + word()
            if happens(in: 2) { saved.set(word(), named: name) } else { saved.set([happens(in: 2)], named: name) }
        }
        values.append(saved)
        return saved
    }

    private mutating func draft() -> NavigationKit.Draft {
        let count = Int.random(in: 0...3, using: &generator)
        return NavigationKit.Draft(values: (0..<count).map { _ in .init(name: word(), text: word()) })
    }
}
