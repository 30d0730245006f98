@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Names of saved values") struct SavedNameTests {
    /// Applies `write` to `controller`, stores the state of `controller`, restores it in `other`, and returns `other`.
    private func restored<Controller: ViewController>(
        _ controller: Controller, into other: Controller, write: (Controller) -> Void
    ) throws -> Controller {
        write(controller)
        let state = try WindowState(root: controller.state, alert: nil).storedAndRead()
        try other.restore(state.root)
        return other
    }

    class Form: ViewController {
        @Saved private var note = "a form's"
        @Saved var amount = 1
        var formNote: String {
            get { note }
            set { note = newValue }
        }
    }

    final class OrderForm: Form {
        @Saved private var note = "an order's"
        @Saved var lines: [String: Int] = [:]
        var orderNote: String {
            get { note }
            set { note = newValue }
        }
    }

    @Test func `a class and its superclass can use the same property name`() throws {
        let form = try restored(OrderForm(), into: OrderForm()) { form in
            form.formNote = "one"
            form.orderNote = "two"
            form.amount = 3
            form.lines["tea"] = 4
        }
        #expect(form.formNote == "one" && form.orderNote == "two")
        #expect(form.amount == 3 && form.lines == ["tea": 4])
        #expect(Set(form.state?.saved?.entries.map(\.name) ?? []) == ["note", "OrderForm.note", "amount", "lines"])
    }

    @Test func `a property that was not written has its default value`() throws {
        let form = try restored(OrderForm(), into: OrderForm()) { $0.orderNote = "two" }
        #expect(form.formNote == "a form's" && form.orderNote == "two" && form.amount == 1)
    }

    @Test func `a superclass's saved values are restored in a subclass`() throws {
        let base = try restored(Form(), into: OrderForm()) { $0.formNote = "one" }
        #expect((base as? OrderForm)?.orderNote == "an order's")
        #expect(base.formNote == "one")
    }

    @Test func `a value that its property can no longer decode is replaced by the default`() throws {
        final class Before: ViewController { @Saved var amount = "many" }
        final class After: ViewController {
            @Saved var amount = 7
            @Saved var note = ""
        }
        let before = Before()
        before.amount = "few"
        let after = After()
        try after.restore(try WindowState(root: before.state, alert: nil).storedAndRead().root)
        #expect(after.amount == 7)
        after.note = "still"
        #expect(after.amount == 7 && after.note == "still")
        after.amount = 8
        let again = After()
        try again.restore(try WindowState(root: after.state, alert: nil).storedAndRead().root)
        #expect(again.amount == 8 && again.note == "still")
    }

    @Test func `a restored value is decoded when its property is first read`() throws {
        final class Counting: ViewController { @Saved var value = Counted() }
        let screen = Counting()
        screen.value = Counted()
        let state = try WindowState(root: screen.state, alert: nil).storedAndRead()
        try Counted.$decoded.withValue(Counted.Count()) {
            let again = Counting()
            try again.restore(state.root)
            let stored = try WindowState(root: again.state, alert: nil).storedAndRead()
            #expect(stored.root != nil && Counted.decoded.number == 0)
            _ = again.value
            _ = again.value
            #expect(Counted.decoded.number == 1)
        }
    }

    private struct Counted: Codable, Sendable {
        final class Count: @unchecked Sendable { var number = 0 }  // ok: used by one test alone
        @TaskLocal static var decoded = Count()
        init() {}
        init(from decoder: any Decoder) throws { Counted.decoded.number += 1 }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }
    }

    @Test func `a class with a custom mirror keeps its values in memory, and no others are mistaken for them`() throws {
        final class Hidden: ViewController, CustomReflectable {
            @Saved var one = 1
            @Saved var two = 2
            var customMirror: Mirror { Mirror(self, children: []) }
        }
        let hidden = Hidden()
        (hidden.one, hidden.two) = (10, 20)
        let again = Hidden()
        try again.restore(hidden.state)
        #expect(again.one == 10 && again.two == 20)
        let stored = Hidden()
        try stored.restore(try WindowState(root: hidden.state, alert: nil).storedAndRead().root)
        #expect(stored.one == 1 && stored.two == 2)
    }

    @Test func `generic classes, and names that differ only in underscores, keep their values`() throws {
        final class Pair<Value: Codable & Sendable>: ViewController {
            @Saved var value: Value
            @Saved var __value = 0
            init(_ value: Value) {
                _value = Saved(wrappedValue: value)
                super.init()
            }
        }
        for number in 1...3 {
            let pair = try restored(Pair(0), into: Pair(0)) { ($0.value, $0.__value) = (number, -number) }
            #expect(pair.value == number && pair.__value == -number)
        }
        let pair = try restored(Pair([""]), into: Pair([""])) { $0.value = ["a", "b"] }
        #expect(pair.value == ["a", "b"])
    }

    @Test func `an application's saved values are stored separately`() throws {
        let app = PostOffice()
        app.visitor = "Ada"
        var writer = SnapshotWriter()
        writer.write(app.savedValues)
        var reader = try SnapshotReader(writer.finish())
        let again = PostOffice()
        try again.start(saved: try reader.readSavedValues())
        #expect(again.visitor == "Ada")
        again.visitor = nil
        var second = SnapshotWriter()
        second.write(again.savedValues)
        var secondReader = try SnapshotReader(second.finish())
        let third = PostOffice()
        third.visitor = "Bea"
        try third.start(saved: try secondReader.readSavedValues())
        #expect(third.visitor == nil)
    }

    @Test func `a value that cannot be encoded is omitted, and others are kept`() throws {
        struct Unwritable: Codable, Sendable {
            func encode(to encoder: any Encoder) throws { throw NothingToPress(title: "", offered: []) }
        }
        final class Mixed: ViewController {
            @Saved var unwritable = Unwritable()
            @Saved var note = ""
        }
        let mixed = try restored(Mixed(), into: Mixed()) { mixed in
            mixed.unwritable = Unwritable()
            mixed.note = "here"
        }
        #expect(mixed.note == "here")
    }
}
