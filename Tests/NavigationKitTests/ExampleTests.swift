@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Example values for fields") struct ExampleTests {
    @Test(arguments: Field.Kind.allCases)
    func `the example for each kind of required field except a file is valid and within its bounds`(kind: Field.Kind) {
        guard kind != .file else { return }
        var field = Field(name: "field", label: "Field", kind: kind, isRequired: true)
        field.choices = [.init("None", value: ""), .init("One", value: "one")]
        let plain = field.example(holding: "")
        #expect(field.problem(with: plain) == nil && !plain.isEmpty, "\(plain)")
        #expect(Field.Kind.allCases.contains(kind))
        let bounds: (String, String)? =
            switch kind {
            case .number, .range: ("40", "50")
            case .date: ("1990-01-01", "1990-12-31")
            case .time: ("03:00", "04:00")
            case .dateTime: ("1990-01-01T03:00", "1990-01-01T04:00")
            case .month: ("1990-01", "1990-12")
            case .week: ("1990-W01", "1990-W20")
            default: nil
            }
        if let (least, greatest) = bounds {
            field.minimum = least
            #expect(field.problem(with: field.example(holding: "")) == nil)
            (field.minimum, field.maximum) = (nil, greatest)
            #expect(field.problem(with: field.example(holding: "")) == nil)
        }
    }

    @Test func `the example of a text respects the minimum and maximum length`() {
        var field = Field(name: "field", label: "Field", kind: .password, isRequired: true)
        for (least, most) in [(0, 3), (7, 7), (8, 100), (20, 21), (21, 30)] {
            (field.minimumLength, field.maximumLength) = (least, most)
            #expect(field.problem(with: field.example(holding: "")) == nil, "\(least)...\(most)")
        }
        field.minimumLength = .max
        #expect(field.example(holding: "").utf8.count < 10_000)
    }

    @Test func `an example keeps the present value, but checks a required checkbox`() {
        var box = Field(name: "box", label: "Box", kind: .checkbox)
        #expect(box.example(holding: "false") == "false")
        box.isRequired = true
        #expect(box.example(holding: "false") == "true")
        let text = Field(name: "text", label: "Text")
        #expect(text.example(holding: "Dear Ada") == "Dear Ada")
        #expect(text.example(holding: "", text: "Mine") == "Mine")
    }
}
