@testable import Navigation
import NavigationKit
@testable import Snapshots
import Testing

@Suite("Stored states of one kind of controller") struct StoredStateTests {
    /// The parts of one state. The references 3, 2 and 1 are routes; the reference 0 is an embedded controller.
    struct Stored: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var top: Int?
        var tabs: [Int] = []
        /// `nil` if the state has no tabs, not even an empty list.
        var selected: Int?
        var presented: Int?
        var hasDraft = false
        var pending: Int?

        init(
            _ name: String, top: Int? = nil, tabs: [Int] = [], selected: Int? = nil, presented: Int? = nil,
            hasDraft: Bool = false, pending: Int? = nil
        ) {
            testDescription = name
            (self.top, self.tabs, self.selected) = (top, tabs, selected)
            (self.presented, self.hasDraft, self.pending) = (presented, hasDraft, pending)
        }
    }

    private struct WrongKind: Error {}

    private static let noTab = 0xFFFF_FFFF
    private static let allTabs = 0xFFFF_FFFE

    private func read(_ stored: Stored) throws -> ControllerState? {
        var writer = CBORWriter()
        var texts: [ExactText: Int] = [:]
        writer.write(byte: SnapshotFormat.version)
        for text in ["a", "b", "c", "+Child:0"] {
            writer.write(.unsignedInteger, SnapshotFormat.Head(.entry).number)
            writer.write(text, &texts)
        }
        let head = SnapshotFormat.Head(.state).with(stored.top != nil).with(stored.selected != nil)
            .with(stored.presented != nil).with(false).with(stored.hasDraft).with(stored.pending != nil)
        writer.write(.unsignedInteger, head.number)
        if let top = stored.top { writer.write(top) }
        if let selected = stored.selected {
            writer.write(.array, UInt64(stored.tabs.count + 1))
            for number in [selected] + stored.tabs { writer.write(number) }
        }
        if let presented = stored.presented { writer.write(presented) }
        if stored.hasDraft { writer.write(.map, 0) }
        if let pending = stored.pending { writer.write(pending) }
        writer.write(.unsignedInteger, SnapshotFormat.Head(.item).with(true).number)
        let checksum = withUnsafeBytes(of: writer.bytes.checksum.littleEndian, Array.init)
        var reader = try SnapshotReader(writer.bytes + checksum)
        let state = try reader.readState()
        try reader.finish()
        return state.root
    }

    static let refused = [
        Stored("a stack with a selected tab", top: 3, tabs: [0], selected: 1),
        Stored("a stack with tabs", top: 3, tabs: [2, 1], selected: 0),
        Stored("a stack with panes", top: 3, tabs: [2], selected: allTabs),
        Stored("a stack with a draft", top: 3, hasDraft: true),
        Stored("a refused route without an active one", pending: 3),
        Stored("tabs with a refused route", tabs: [3, 2], selected: 0, pending: 1),
        Stored("tabs with a draft", tabs: [3, 2], selected: 0, hasDraft: true),
        Stored("a selected index beyond the tabs", tabs: [3, 2], selected: 2),
        Stored("the index of an embedded controller as the selected one", tabs: [3, 0], selected: 1),
        Stored("a tab after an embedded controller", tabs: [0, 3], selected: 0),
        Stored("a split without a list", tabs: [0], selected: allTabs),
        Stored("a split with three panes", tabs: [3, 2, 1], selected: allTabs),
        Stored("a screen with a selected tab", tabs: [0], selected: 1),
        Stored("a screen that presents a route", presented: 3),
    ]

    @Test(arguments: refused)
    func `a snapshot that combines parts of different kinds of controllers is refused`(stored: Stored) {
        #expect(throws: SnapshotError.malformed("a state combines parts of different kinds of controllers")) {
            try read(stored)
        }
    }

    @Test func `the parts of each kind of controller are read as that kind`() throws {
        let stack = try read(Stored("a stack", top: 3, tabs: [0], selected: 0, presented: 2))
        guard case .stack(let top) = stack?.content else { throw WrongKind() }
        #expect(top.text == "a" && stack?.presented?.text == "b" && stack?.embedded.map(\.text) == ["+Child:0"])

        let flow = try read(Stored("a flow", top: 3, pending: 2))
        guard case .redirectedFlow(let shown, let refused) = flow?.content else { throw WrongKind() }
        #expect(shown.text == "a" && refused.text == "b")

        let tabs = try read(Stored("tabs", tabs: [3, 2, 0], selected: 1))
        guard case .tabs(let entries, let selected) = tabs?.content else { throw WrongKind() }
        #expect(entries.map(\.text) == ["a", "b"] && selected == 1 && tabs?.embedded.count == 1)

        let more = try read(Stored("the list of more tabs", tabs: [3], selected: Self.noTab))
        guard case .tabs(_, nil) = more?.content else { throw WrongKind() }

        let split = try read(Stored("a split", tabs: [3, 2], selected: Self.allTabs, pending: 1))
        guard case .split(let list, let detail, let unfinished) = split?.content else { throw WrongKind() }
        #expect(list.text == "a" && detail?.text == "b" && unfinished?.text == "c")

        let screen = try read(Stored("a screen", tabs: [0], selected: 0, hasDraft: true))
        #expect(screen?.draft == NavigationKit.Draft(values: []) && screen?.isOfContainer == false)
    }
}
