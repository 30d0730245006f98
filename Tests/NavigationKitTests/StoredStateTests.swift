@testable import NavigationKit
@testable import Snapshots
import Testing

@Suite("Stored states of one kind of controller") struct StoredStateTests {
    /// The parts of one state. The references 4, 3 and 2 are routes; the reference 1 is an embedded controller.
    struct Stored: Sendable, CustomTestStringConvertible {
        let name: String
        let parts: SnapshotFormat.Head
        let bytes: [UInt8]
        var testDescription: String { name }

        init(_ name: String, _ parts: SnapshotFormat.Head, _ bytes: [UInt8]) {
            (self.name, self.parts, self.bytes) = (name, parts, bytes)
        }
    }

    private struct WrongKind: Error {}

    private static let noTab: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
    private static let allTabs: [UInt8] = [0xFE, 0xFF, 0xFF, 0xFF, 0x0F]

    private func read(_ stored: Stored) throws -> ControllerState? {
        var writer = ByteWriter()
        writer.write(byte: SnapshotFormat.version)
        for text in ["a", "b", "c", "+Child:0"] {
            writer.write(plain: [SnapshotFormat.Kind.entry.rawValue, 0])
            writer.write(counted: text.utf8)
        }
        writer.write(plain: [SnapshotFormat.Kind.state.rawValue | stored.parts.rawValue] + stored.bytes)
        writer.write(plain: [SnapshotFormat.Head.root.rawValue, 1])
        writer.write(fixed: writer.bytes.checksum)
        var reader = try SnapshotReader(writer.bytes)
        let state = try reader.readState()
        try reader.finish()
        return state.root
    }

    static let refused = [
        Stored("a stack with a selected tab", [.top, .tabs], [4, 1, 1, 1]),
        Stored("a stack with tabs", [.top, .tabs], [4, 2, 0, 3, 2]),
        Stored("a stack with panes", [.top, .tabs], [4, 1] + allTabs + [3]),
        Stored("a stack with a draft", [.top, .draft], [4, 1]),
        Stored("a refused route without an active one", [.pending], [4]),
        Stored("tabs with a refused route", [.tabs, .pending], [2, 0, 4, 3, 2]),
        Stored("tabs with a draft", [.tabs, .draft], [2, 0, 4, 3, 1]),
        Stored("a selected index beyond the tabs", [.tabs], [2, 2, 4, 3]),
        Stored("the index of an embedded controller as the selected one", [.tabs], [2, 1, 4, 1]),
        Stored("a tab after an embedded controller", [.tabs], [2, 0, 1, 4]),
        Stored("a split without a list", [.tabs], [1] + allTabs + [1]),
        Stored("a split with three panes", [.tabs], [3] + allTabs + [4, 3, 2]),
        Stored("a screen with a selected tab", [.tabs], [1, 1, 1]),
        Stored("a screen that presents a route", [.presented], [4]),
    ]

    @Test(arguments: refused)
    func `a snapshot that combines parts of different kinds of controllers is refused`(stored: Stored) {
        #expect(throws: SnapshotError.malformed("a state combines parts of different kinds of controllers")) {
            try read(stored)
        }
    }

    @Test func `the parts of each kind of controller are read as that kind`() throws {
        let stack = try read(Stored("a stack", [.top, .tabs, .presented], [4, 1, 0, 1, 3]))
        guard case .stack(let top) = stack?.content else { throw WrongKind() }
        #expect(top.text == "a" && stack?.presented?.text == "b" && stack?.embedded.map(\.text) == ["+Child:0"])

        let flow = try read(Stored("a flow", [.top, .pending], [4, 3]))
        guard case .redirectedFlow(let shown, let refused) = flow?.content else { throw WrongKind() }
        #expect(shown.text == "a" && refused.text == "b")

        let tabs = try read(Stored("tabs", [.tabs], [3, 1, 4, 3, 1]))
        guard case .tabs(let entries, let selected) = tabs?.content else { throw WrongKind() }
        #expect(entries.map(\.text) == ["a", "b"] && selected == 1 && tabs?.embedded.count == 1)

        let more = try read(Stored("the list of more tabs", [.tabs], [1] + Self.noTab + [4]))
        guard case .tabs(_, nil) = more?.content else { throw WrongKind() }

        let split = try read(Stored("a split", [.tabs, .pending], [2] + Self.allTabs + [4, 3, 2]))
        guard case .split(let list, let detail, let unfinished) = split?.content else { throw WrongKind() }
        #expect(list.text == "a" && detail?.text == "b" && unfinished?.text == "c")

        let screen = try read(Stored("a screen", [.tabs, .draft], [1, 0, 1, 1]))
        #expect(screen?.draft == NavigationKit.Draft(values: []) && screen?.isOfContainer == false)
    }
}
