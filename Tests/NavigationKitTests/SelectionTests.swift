@testable import Responders
import Testing

@Suite("Selections of elements") struct SelectionTests {
    private struct Close: Action, Equatable {
        var tickets = Selection<String>()
        var note = ""
    }

    @Test(arguments: [[], ["7"], ["a.b", "100%", "ä ö", ""], ["x", "y", "z"]])
    func `a selection is encoded by its keys, and decoded again`(ids: [String]) throws {
        let action = Close(tickets: Selection(Set(ids)), note: "n")
        let words = try EncodedAction(action, named: "close")
        var texts: [String: String?] = [:]
        for value in words.values { texts[value.name] = .some(value.text) }
        #expect(words.values.count == max(1, ids.count) + 1)
        #expect(words.values.allSatisfy { $0.name.split(separator: ".").count <= 2 })
        #expect(try Close(from: PropertyDecoder(values: texts)) == action)
    }

    @Test func `keys that are no identifiers are refused, and unticked ones are left out`() throws {
        struct Numbers: Action { var tickets = Selection<Int>() }
        let some = try Numbers(
            from: PropertyDecoder(values: ["tickets.7": "true", "tickets.8": "false", "tickets": nil]))
        #expect(some.tickets.ids == [7])
        for key in ["x", "%zz", "99999999999999999999"] {
            #expect(throws: (any Error).self) {
                _ = try Numbers(from: PropertyDecoder(values: ["tickets.\(key)": "true"]))
            }
        }
    }
}
