@testable import Navigation
@testable import Responders
@testable import Snapshots
@testable import Views
import Testing

@Suite("A state as a change of an earlier state") struct ChangeTests {
    private func change(to state: WindowState, after earlier: WindowState) -> ChangeWriter {
        var writer = ChangeWriter()
        writer.write(state, after: earlier)
        return writer
    }

    private func read(_ bytes: [UInt8], after earlier: WindowState) throws -> WindowState {
        var reader = try ChangeReader(bytes)
        let state = try reader.readState(after: earlier)
        try reader.finish()
        return state
    }

    /// Random states of one visit, each with a later one.
    private func walks(_ count: Int, seed: UInt64) throws -> [[WindowState]] {
        var generator = SeededGenerator(state: seed)
        return try (0..<count).map { _ in
            let visit = try PostOffice.visit(at: "/")
            return try (0..<12).map { number in
                if number > 0 { try visit.wander(using: &generator) }
                return try visit.app.state
            }
        }
    }

    /// A message, and if it has the button Undo.
    private typealias Message = (text: String?, hasUndo: Bool)

    @Test(
        arguments: [(nil, false), ("Sent", false), ("Sent", true)] as [Message],
        [(nil, false), ("Sent", false), ("Moved", false), ("Sent", true), ("Moved", true)] as [Message])
    private func `a message is written with each change, and its Undo`(before: Message, after: Message) throws {
        let visit = try PostOffice.visit(at: "/letters")
        func state(with message: Message) throws -> WindowState {
            let text = message.text ?? ""
            if message.hasUndo { visit.app.flash(text, undo: Dismiss()) } else { visit.app.flash(text) }
            return try visit.app.state
        }
        let earlier = try state(with: before)
        let copy = try read(change(to: state(with: after), after: earlier).bytes, after: earlier)
        #expect(copy.flash == after.text)
        #expect(copy.undo?.action.name == (after.hasUndo ? "dismiss" : nil))
    }

    @Test func `a chain of changes restores each state, and what states share is shared again`() throws {
        var (original, restored) = (0, 0)
        for states in try walks(300, seed: 53) {
            var copies = [try states[0].storedAndRead()]
            for (state, earlier) in zip(states.dropFirst(), states) {
                copies.append(try read(change(to: state, after: earlier).bytes, after: copies[copies.count - 1]))
            }
            for (state, copy) in zip(states, copies) { #expect([copy].inventory == [state].inventory) }
            original += states.snapshot.count
            restored += copies.snapshot.count
        }
        // A state can also share a part with an earlier place of another stack, which a change writes again.
        #expect(restored <= original + original / 20)
    }

    @Test func `a change is relative to any earlier state, also to one of another visit`() throws {
        let states = try walks(40, seed: 54).flatMap(\.self)
        var generator = SeededGenerator(state: 55)
        for state in states {
            let earlier = try #require(states.randomElement(using: &generator))
            let copy = try read(change(to: state, after: earlier).bytes, after: earlier)
            #expect([copy].inventory == [state].inventory)
        }
    }

    @Test func `the size of a change does not depend on the depth of the stack`() throws {
        func bytes(ofPushOn depth: Int) -> Int {
            var top: StackEntry?
            for number in 0..<depth { top = StackEntry(unread: "letter:\(number)", state: nil, below: top) }
            let earlier = ControllerState(.stack(top: top!))  // ok: depth is at least 1
            let later = ControllerState(.stack(top: StackEntry(unread: "compose", state: nil, below: top)))
            return change(
                to: WindowState(root: later, alert: nil), after: WindowState(root: earlier, alert: nil)
            ).bytes.count
        }
        #expect(bytes(ofPushOn: 1) == bytes(ofPushOn: 4_000))
        #expect(bytes(ofPushOn: 1) <= 20)
    }

    @Test func `a long saved value that did not change is not written again`() throws {
        let long = String(repeating: "text ", count: 100)
        func values(_ number: Int) -> SavedValues {
            SavedValues(entries: [
                .init(name: "text", value: .unread(Array(long.utf8))),
                .init(name: "number", value: .unread([UInt8(number)])),
            ])
        }
        var writer = ChangeWriter()
        writer.write(values(2), after: values(1))
        #expect(writer.bytes.count < 30)
        var reader = try ChangeReader(writer.bytes)
        let read = try reader.readSavedValues(after: values(1))
        #expect(try read.entries.map { try $0.bytes() } == values(2).entries.map { try $0.bytes() })
    }

    @Test func `a state that is nested too deeply is reported and not written`() throws {
        var state = ControllerState()
        for _ in 0...ChangeFormat.maxNesting {
            state = ControllerState(.stack(top: StackEntry(unread: "a", state: state, below: nil)))
        }
        let writer = change(to: WindowState(root: state, alert: nil), after: WindowState(root: nil, alert: nil))
        #expect(writer.isTooDeep)
    }

    @Test func `a change with more objects than allowed is refused`() throws {
        var top: StackEntry?
        for number in 0..<100 { top = StackEntry(unread: "\(number)", state: nil, below: top) }
        let state = WindowState(root: ControllerState(.stack(top: top!)), alert: nil)  // ok: 100 entries
        let writer = change(to: state, after: WindowState(root: nil, alert: nil))
        #expect(writer.objectCount == 101)
        var enough = try ChangeReader(writer.bytes, objectsLeft: 101)
        _ = try enough.readState(after: WindowState(root: nil, alert: nil))
        #expect(enough.objectsLeft == 0)
        var short = try ChangeReader(writer.bytes, objectsLeft: 100)
        #expect(throws: SnapshotError.malformed("a change has too many parts")) {
            try short.readState(after: WindowState(root: nil, alert: nil))
        }
    }

    @Test func `a damaged change is refused or read as another state, and never traps`() throws {
        var generator = SeededGenerator(state: 56)
        var refused = 0
        for states in try walks(20, seed: 57) {
            for (state, earlier) in zip(states.dropFirst(), states) {
                let bytes = change(to: state, after: earlier).bytes
                for _ in 0..<20 {
                    var damaged = bytes
                    let position = Int.random(in: 0..<damaged.count, using: &generator)
                    damaged[position] = UInt8.random(in: .min ... .max, using: &generator)
                    if Bool.random(using: &generator) { damaged.removeLast(Int.random(in: 0..<3, using: &generator)) }
                    do { _ = [try read(damaged, after: earlier)].inventory } catch is SnapshotError { refused += 1 }
                }
            }
        }
        #expect(refused > 1_000)
    }

    @Test func `a change of another format, and an empty one, are refused`() {
        #expect(throws: SnapshotError.unknownFormat(SnapshotFormat.version)) {
            try ChangeReader([SnapshotFormat.version])
        }
        #expect(throws: SnapshotError.malformed("it is empty")) { try ChangeReader([]) }
    }
}
