@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Encoding of actions") struct ActionEncoderTests {
    struct Tiny: Action { var a: UInt8 }
    struct Twin: Action { var a: UInt8 }
    struct Padded: Action {
        var flag: Bool
        var number: Int
    }
    struct Full: Action {
        var low: UInt64
        var high: UInt64
    }
    struct Wide: Action {
        var a: Int
        var b: Int
        var c: Int
    }
    struct Named: Action { var text: String }
    struct Maybe: Action { var number: Int? }

    private func token(_ action: some Action, _ coder: ActionEncoder) throws -> String {
        try coder.encode(AnyAction(action), named: type(of: action).name).token
    }

    @Test func `equal small actions share one encoded object`() throws {
        let coder = ActionEncoder()
        #expect(
            try coder.encode(AnyAction(SelectFriend(friend: 7)), named: "a")
                === coder.encode(AnyAction(SelectFriend(friend: 7)), named: "a"))
        #expect(
            try coder.encode(AnyAction(Back()), named: "back")
                === coder.encode(AnyAction(Back()), named: "back"))
        #expect(
            try coder.encode(AnyAction(Full(low: 1, high: 2)), named: "a")
                === coder.encode(AnyAction(Full(low: 1, high: 2)), named: "a"))
    }

    @Test func `two coders share no cache`() throws {
        let first = try ActionEncoder().encode(AnyAction(SelectFriend(friend: 7)), named: "select-friend")
        let second = try ActionEncoder().encode(AnyAction(SelectFriend(friend: 7)), named: "select-friend")
        #expect(first !== second)
        #expect(first.token == second.token)
    }

    @Test func `the cache never confuses types or values, even for many more actions than its capacity`() throws {
        let coder = ActionEncoder()
        var generator = SeededGenerator(state: 16)
        for _ in 0..<60_000 {
            let a = UInt64.random(in: 0..<(Bool.random(using: &generator) ? 8 : .max), using: &generator)
            let b = UInt64.random(in: 0..<(Bool.random(using: &generator) ? 8 : .max), using: &generator)
            let byte = UInt8(truncatingIfNeeded: a)
            let (left, right) = (Int(bitPattern: UInt(a)), Int(bitPattern: UInt(b)))
            switch Int.random(in: 0..<9, using: &generator) {
            case 0: #expect(try token(Tiny(a: byte), coder) == "tiny?a=\(byte)")
            case 1: #expect(try token(Twin(a: byte), coder) == "twin?a=\(byte)")
            case 2:
                #expect(
                    try token(Padded(flag: b % 2 == 0, number: left), coder)
                        == "padded?flag=\(b % 2 == 0)&number=\(left)")
            case 3: #expect(try token(Full(low: a, high: b), coder) == "full?low=\(a)&high=\(b)")
            case 4: #expect(try token(Wide(a: left, b: right, c: left), coder) == "wide?a=\(left)&b=\(right)&c=\(left)")
            case 5: #expect(try token(Named(text: "\(a)"), coder) == "named?text=\(a)")
            case 6:
                #expect(
                    try token(Maybe(number: b % 2 == 0 ? nil : left), coder)
                        == (b % 2 == 0 ? "maybe" : "maybe?number=\(left)"))
            case 7: #expect(try token(Back(), coder) == "back")
            default: #expect(try token(Dismiss(), coder) == "dismiss")
            }
        }
    }

    struct Left: Action { var number: Int }
    struct Right: Action { var number: Int }

    @Test func `two types with equal bits in one cache slot are distinguished`() throws {
        let coder = ActionEncoder()
        let mixed = try (0..<60_000).filter { number in
            let left = try coder.encode(AnyAction(Left(number: number)), named: Left.name)
            let right = try coder.encode(AnyAction(Right(number: number)), named: Right.name)
            return left.name != "left" || right.name != "right"
        }
        #expect(mixed.isEmpty)
    }

    @Test(arguments: treacherousWords) func `any text round-trips through a token`(text: String) throws {
        let token = try token(Named(text: text), ActionEncoder())
        #expect(try FormSubmission(token: token).text(of: "text") == text)
        #expect(token.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    @Test func `sessions on several threads share one coder`() async throws {
        let coder = ActionEncoder()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 {
                        let words = try coder.encode(
                            AnyAction(SelectFriend(friend: number * task)), named: "select-friend")
                        #expect(words.token == "select-friend?friend=\(number * task)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
