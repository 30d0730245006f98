/// A regular expression that a whole text must match, like HTML's `pattern`.
///
/// The browser and the server both evaluate the expression, with the same meaning. Supported are characters, `.`, `\d`,
/// `\w`, `\s` and their negations, classes such as `[A-Z0-9_]`, groups, `|`, and `?`, `*`, `+`, `{2}`, `{2,}`, `{2,5}`.
/// Other syntax and large patterns are refused: such a pattern matches nothing, and is logged once when it is shown.
/// The server follows all alternatives at the same time, so the time for matching grows at most with the length of the
/// text times the size of the pattern with its repetitions expanded. No pattern causes catastrophic backtracking.
///
/// ```swift
/// TextField("Plate", name: "plate", pattern: Pattern("[A-Z]{2}-\\d{4}", "two capital letters, a dash and four digits"))
/// ```
public struct Pattern: Sendable, Equatable {
    /// The regular expression. The browser gets it unchanged, unless it has unsupported syntax or is too large.
    public let source: String
    /// A description of the expected text, as the end of a sentence: `two capital letters and four digits`.
    public let explanation: String
    private let program: Program?

    /// - Parameters:
    ///   - source: the regular expression.
    ///   - explanation: a description of the expected text, as the end of a sentence: "“Plate” must be …".
    public init(_ source: String, _ explanation: String) {
        self.source = source
        self.explanation = explanation
        var reader = PatternReader(source)
        program = reader.read().flatMap(Program.init)
    }

    /// True if the expression uses only supported syntax and is not too large.
    package var isReadable: Bool { program != nil }

    /// Returns true if the whole `text` matches.
    package func matches(_ text: String) -> Bool { program?.matches(text.unicodeScalars) ?? false }

    /// Returns true if both have the same expression and the same explanation.
    public static func == (one: Pattern, other: Pattern) -> Bool {
        one.source.utf8.elementsEqual(other.source.utf8) && one.explanation == other.explanation
    }
}

/// A node of a pattern's syntax tree.
indirect enum PatternNode {
    case characters(CharacterClass)
    case sequence([PatternNode])
    case either([PatternNode])
    case repeated(PatternNode, least: Int, most: Int?)
}

/// A set of code points, as in regular expressions with the flag `v`.
struct CharacterClass: Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false

    func contains(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar.value) } != isNegated }

    static func one(_ scalar: Unicode.Scalar) -> CharacterClass {
        CharacterClass(ranges: [scalar.value...scalar.value])
    }

    static let digits = CharacterClass(ranges: [0x30...0x39])
    static let word = CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
    static let space = CharacterClass(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])
    /// All characters except line terminators.
    static let any = CharacterClass(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)
}

/// A pattern as a nondeterministic automaton whose active steps are all followed at once (Thompson's construction).
private struct Program: Sendable {
    private enum Step: Sendable {
        case take(CharacterClass)
        case split(Int, Int)
        case jump(Int)
        case end
    }

    private var steps: [Step] = []
    /// Limits the time for a text of 1,000 characters to about a millisecond, if the classes have few ranges.
    private static let maxSteps = 500
    /// Counts added nodes, to bound the time of construction: a repeated node without characters can add no steps.
    private var additions = 0
    private static let maxAdditions = 10_000

    init?(_ node: PatternNode) {
        guard add(node) else { return nil }
        steps.append(.end)
    }

    /// - Returns: false if a limit was exceeded.
    private mutating func add(_ node: PatternNode) -> Bool {
        additions += 1
        guard steps.count < Self.maxSteps, additions < Self.maxAdditions else { return false }
        switch node {
        case .characters(let characters): steps.append(.take(characters))
        case .sequence(let nodes):
            for node in nodes where !add(node) { return false }
        case .either(let nodes):
            var jumps: [Int] = []
            for (index, node) in nodes.enumerated() {
                let split = steps.count
                if index < nodes.count - 1 { steps.append(.split(split + 1, 0)) }
                guard add(node) else { return false }
                guard index < nodes.count - 1 else { break }
                jumps.append(steps.count)
                steps.append(.jump(0))
                steps[split] = .split(split + 1, steps.count)
            }
            for jump in jumps { steps[jump] = .jump(steps.count) }
        case .repeated(let node, let least, let most):
            for _ in 0..<least where !add(node) { return false }
            guard let most else { return addLoop(node) }
            for _ in least..<max(least, most) {
                let split = steps.count
                steps.append(.split(split + 1, 0))
                guard add(node) else { return false }
                steps[split] = .split(split + 1, steps.count)
            }
        }
        return true
    }

    private mutating func addLoop(_ node: PatternNode) -> Bool {
        let split = steps.count
        steps.append(.split(split + 1, 0))
        guard add(node) else { return false }
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return true
    }

    func matches(_ text: String.UnicodeScalarView) -> Bool {
        var reached = [Bool](repeating: false, count: steps.count)
        reach(0, &reached)
        for scalar in text {
            var next = [Bool](repeating: false, count: steps.count)
            for index in steps.indices where reached[index] {
                if case .take(let characters) = steps[index], characters.contains(scalar) { reach(index + 1, &next) }
            }
            reached = next
        }
        return reached.last ?? false
    }

    /// Adds the epsilon closure of a step: the step, and all steps that can be reached from it without consuming a
    /// character.
    private func reach(_ first: Int, _ reached: inout [Bool]) {
        var pending = [first]
        while let index = pending.popLast() {
            guard steps.indices.contains(index), !reached[index] else { continue }
            reached[index] = true
            switch steps[index] {
            case .take, .end: break
            case .split(let one, let other): pending += [other, one]
            case .jump(let target): pending.append(target)
            }
        }
    }
}
