/// A part of a line of Markdown. Emphasis occurs within strong text and the other way round, but not within itself, so
/// spans are nested at most twice.
enum MarkdownSpan: Equatable {
    case text(String)
    case code(String)
    case link(String, target: String)
    indirect case emphasis([MarkdownSpan])
    indirect case strong([MarkdownSpan])

    /// Reads a text in one pass: each character is visited at most three times.
    static func spans(of text: String) -> [MarkdownSpan] {
        var reader = Reader(Array(text.unicodeScalars))
        while reader.position < reader.scalars.count { reader.read() }
        return reader.finish()
    }

    private struct Reader {
        let scalars: [Unicode.Scalar]
        var position = 0
        private var plain = String.UnicodeScalarView()
        /// The spans that are not complete, the outermost first; the first one is the whole text.
        private var open: [(mark: Int, spans: [MarkdownSpan])] = [(0, [])]
        /// For each position, that of the next backquote, closing bracket and closing parenthesis from there on.
        private let nextBackquote: [Int]
        private let nextBracket: [Int]
        private let nextParenthesis: [Int]

        init(_ scalars: [Unicode.Scalar]) {
            self.scalars = scalars
            nextBackquote = Self.next("`", in: scalars)
            nextBracket = Self.next("]", in: scalars)
            nextParenthesis = Self.next(")", in: scalars)
        }

        private static func next(_ wanted: Unicode.Scalar, in scalars: [Unicode.Scalar]) -> [Int] {
            var next = [Int](repeating: scalars.count, count: scalars.count + 1)
            for index in scalars.indices.reversed() { next[index] = scalars[index] == wanted ? index : next[index + 1] }
            return next
        }

        mutating func read() {
            switch scalars[position] {
            case "`": readCode()
            case "[": readLink()
            case "*": readMark()
            default: take()
            }
        }

        private mutating func take() {
            plain.append(scalars[position])
            position += 1
        }

        private mutating func readCode() {
            let end = nextBackquote[position + 1]
            guard end < scalars.count, end > position + 1 else { return take() }
            append(.code(Self.text(scalars[(position + 1)..<end])))
            position = end + 1
        }

        private mutating func readLink() {
            let middle = nextBracket[position]
            guard middle + 1 < scalars.count, scalars[middle + 1] == "(", middle > position + 1 else { return take() }
            let end = nextParenthesis[middle]
            guard end < scalars.count else { return take() }
            let target = Self.text(scalars[(middle + 2)..<end])
            append(.link(Self.text(scalars[(position + 1)..<middle]), target: target))
            position = end + 1
        }

        /// Reads one asterisk, for emphasis, or two, for strong text. One that closes nothing begins a span, unless such a
        /// span is open already.
        private mutating func readMark() {
            let isDouble = position + 1 < scalars.count && scalars[position + 1] == "*"
            let mark = isDouble ? 2 : 1
            if open[open.count - 1].mark == mark {
                endText()
                let spans = open.removeLast().spans
                open[open.count - 1].spans.append(mark == 2 ? .strong(spans) : .emphasis(spans))
            } else if open.contains(where: { $0.mark == mark }) {
                for _ in 1..<mark { take() }
                return take()
            } else {
                endText()
                open.append((mark, []))
            }
            position += mark
        }

        private mutating func append(_ span: MarkdownSpan) {
            endText()
            open[open.count - 1].spans.append(span)
        }

        private mutating func endText() {
            guard !plain.isEmpty else { return }
            open[open.count - 1].spans.append(.text(String(plain)))
            plain = String.UnicodeScalarView()
        }

        /// Returns the spans of the whole text. The asterisks of a span that is not closed are text.
        mutating func finish() -> [MarkdownSpan] {
            endText()
            while open.count > 1 {
                let (mark, spans) = open.removeLast()
                open[open.count - 1].spans.append(.text(mark == 2 ? "**" : "*"))
                open[open.count - 1].spans += spans
            }
            return open[0].spans
        }

        private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
    }
}
