@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("The parts of a state") struct StatePartsTests {
    @Test func `routes, saved values and drafts have paths, and are the same after storing`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1/letter:2")
        try visit.visible(Letter.self).note = "Remember the milk"
        let state = try visit.app.state
        let parts = state.parts
        #expect(parts == (try state.storedAndRead()).parts)
        #expect(parts.contains { $0.path.hasSuffix(".stack[2]") && $0.value == "\"letter:2\"" }, "\(parts)")
        #expect(parts.contains { $0.path.hasSuffix(".saved.note") && $0.value == "\"Remember the milk\"" }, "\(parts)")
        #expect(Set(parts.map(\.path)).count == parts.count)
    }

    @Test func `one changed value is one changed part`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:1")
        try visit.visible(Letter.self).note = "Milk"
        let before = try visit.app.state.parts
        try visit.visible(Letter.self).note = "Bread"
        let after = try visit.app.state.parts
        #expect(before.count == after.count)
        let changed = zip(before, after).filter { $0 != $1 }
        #expect(changed.count == 1 && changed[0].0.path == changed[0].1.path)
        #expect(changed.first?.1.value == "\"Bread\"")
    }

    @Test func `a message that is shown once is a part`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        visit.app.flash("Sent")
        let state = try visit.app.state
        #expect(state.parts.contains(StatePart(path: "flash", value: "\"Sent\"")))
        #expect(try state.storedAndRead().parts == state.parts)
    }

    @Test func `the button Undo of a message is a part`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        visit.app.flash("Sent", undo: Dismiss())
        let state = try visit.app.state
        #expect(state.parts.contains(StatePart(path: "flash.undo", value: "\"Undo, dismiss?\"")))
        #expect(try state.storedAndRead().parts == state.parts)
    }

    @Test func `an alert has its texts`() throws {
        let visit = try PostOffice.visit(at: "/letters")
        visit.app.window?.present(Alert(title: "One", message: "Two", dismissTitle: "Three", identifier: "four"))
        let alert = try visit.app.state.parts.filter { $0.path.hasPrefix("alert.") }
        #expect(alert.map(\.value) == ["\"One\"", "\"Two\"", "\"Three\"", "\"four\""])
    }
}
