/// A block of Markdown.
enum MarkdownBlock: Equatable {
    case paragraph(String)
    case code(String)
    case list([String], isNumbered: Bool)

    /// Splits a text into blocks, line by line. An empty line ends a paragraph or a list; three backquotes begin and
    /// end a block of code.
    static func blocks(of source: String) -> [MarkdownBlock] {
        var reader = Reader()
        // CR LF is one character, and a line break too.
        for line in source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { reader.read(line) }
        reader.endCode()
        reader.endParagraph()
        reader.endList()
        return reader.blocks
    }

    private struct Reader {
        var blocks: [MarkdownBlock] = []
        var paragraph: [Substring] = []
        var items: [String] = []
        var isNumbered = false
        /// The lines of the open block of code; `nil` outside of one.
        var code: [Substring]?

        mutating func read(_ line: Substring) {
            if line.hasPrefix("```") { return code == nil ? beginCode() : endCode() }
            guard code == nil else { return code?.append(line) ?? () }
            if line.allSatisfy(\.isWhitespace) {
                endParagraph()
                return endList()
            }
            guard let (item, isNumbered) = MarkdownBlock.item(of: line) else {
                endList()
                return paragraph.append(line)
            }
            endParagraph()
            if isNumbered != self.isNumbered { endList() }
            self.isNumbered = isNumbered
            items.append(String(item))
        }

        mutating func beginCode() {
            endParagraph()
            endList()
            code = []
        }

        mutating func endCode() {
            if let code { blocks.append(.code(code.joined(separator: "\n"))) }
            code = nil
        }

        mutating func endParagraph() {
            if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: "\n"))) }
            paragraph = []
        }

        mutating func endList() {
            if !items.isEmpty { blocks.append(.list(items, isNumbered: isNumbered)) }
            items = []
        }
    }

    /// The text of a list item, after `- `, `* ` or a number of at most three digits, a full stop and a space.
    private static func item(of line: Substring) -> (text: Substring, isNumbered: Bool)? {
        for mark in ["- ", "* "] where line.hasPrefix(mark) { return (line.dropFirst(mark.count), false) }
        let digits = line.prefix { $0.isASCII && $0.isNumber }
        let rest = line[digits.endIndex...]
        guard (1...3).contains(digits.count), rest.hasPrefix(". ") else { return nil }
        return (rest.dropFirst(2), true)
    }
}
