/// An element of a parsed HTML page.
struct Element {
    var name: String
    var attributes: [String: String] = [:]
    var children: [Node] = []

    enum Node {
        case element(Element)
        case text(String)
    }

    subscript(_ attribute: String) -> String? { attributes[attribute] }

    func has(class name: String) -> Bool {
        self["class"]?.split(separator: " ").contains { $0 == name } ?? false
    }

    /// The text of all descendants, with white space trimmed and collapsed.
    var text: String { rawText.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    var rawText: String {
        children.reduce(into: "") { text, node in
            switch node {
            case .element(let element): text += element.rawText
            case .text(let part): text += part
            }
        }
    }

    /// Returns the element without those of its descendants that `isUnwanted` names.
    func without(_ isUnwanted: (Element) -> Bool) -> Element {
        var copy = self
        copy.children = children.compactMap { node in
            guard case .element(let child) = node else { return node }
            return isUnwanted(child) ? nil : .element(child.without(isUnwanted))
        }
        return copy
    }

    /// Calls `body` for every descendant in tree order; if it returns false, the element's own descendants are skipped.
    func walk(_ body: (Element) -> Bool) {
        for case .element(let child) in children where body(child) { child.walk(body) }
    }

    func all(_ isWanted: (Element) -> Bool) -> [Element] {
        var found: [Element] = []
        walk { element in
            if isWanted(element) { found.append(element) }
            return true
        }
        return found
    }

    func first(_ isWanted: (Element) -> Bool) -> Element? { all(isWanted).first }
}

/// A strict parser for Cairn's pages, which close all elements except void elements (HTML §13.1.2).
///
/// It throws on malformed markup: a browser would repair it, a test must not.
struct Markup {
    /// Scalars instead of characters: a combining mark after `>` must not hide it.
    private var rest: Substring.UnicodeScalarView
    private var open: [Element] = [Element(name: "")]

    private static let void: Set<String> = ["meta", "link", "input", "img", "br", "hr", "wbr"]
    private static let raw: Set<String> = ["style", "script"]

    static func parse(_ source: String) throws -> Element {
        var markup = Markup(rest: source[...].unicodeScalars)
        try markup.read()
        return markup.open[0]
    }

    private init(rest: Substring.UnicodeScalarView) { self.rest = rest }

    private mutating func read() throws {
        while !rest.isEmpty {
            if let name = open.last?.name, Markup.raw.contains(name) {
                guard let end = rest.firstRange(of: ("</" + name + ">").unicodeScalars) else {
                    throw fault("<\(name)> is not closed")
                }
                append(.text(String(rest[..<end.lowerBound])))
                rest = rest[end.lowerBound...]
            }
            if rest.starts(with: "<!".unicodeScalars) {
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if rest.starts(with: "</".unicodeScalars) {
                try readEndTag()
            } else if rest.starts(with: "<".unicodeScalars) {
                try readStartTag()
            } else {
                let text = rest.prefix { $0 != "<" }
                rest = rest[text.endIndex...]
                append(.text(try decode(text)))
            }
        }
        guard open.count == 1 else { throw fault("<\(open[open.count - 1].name)> is not closed") }
    }

    private mutating func append(_ node: Element.Node) {
        guard case .text(let text) = node, open[open.count - 1].name == "textarea", text.first == "\n",
            open[open.count - 1].children.isEmpty
        else { return open[open.count - 1].children.append(node) }
        // A browser drops the first line break of a textarea (HTML §13.2.6.4.7).
        open[open.count - 1].children.append(.text(String(text.dropFirst())))
    }

    private mutating func readEndTag() throws {
        let name = rest.dropFirst(2).prefix { $0 != ">" }
        rest = rest[name.endIndex...].dropFirst()
        guard open.count > 1, open[open.count - 1].name == String(name) else {
            throw fault("found </\(name)>, expected </\(open[open.count - 1].name)>")
        }
        let element = open.removeLast()
        append(.element(element))
    }

    private mutating func readStartTag() throws {
        rest = rest.dropFirst()
        var element = Element(name: String(rest.prefix { $0.isASCIILetter || $0.properties.numericType != nil }))
        guard !element.name.isEmpty else { throw fault("a tag has no name: <\(String(rest.prefix(40)))") }
        rest = rest.dropFirst(element.name.count)
        while true {
            rest = rest.drop { $0.properties.isWhitespace }
            if rest.first == ">" || rest.starts(with: "/>".unicodeScalars) { break }
            let name = rest.prefix { $0.isASCIILetter || $0 == "-" || "0"..."9" ~= $0 }
            guard !name.isEmpty else {
                throw fault("invalid attribute in <\(element.name)>: \(String(rest.prefix(40)))")
            }
            rest = rest[name.endIndex...]
            var value = ""
            if rest.starts(with: "=\"".unicodeScalars) {
                rest = rest.dropFirst(2)
                let text = rest.prefix { $0 != "\"" }
                value = try decode(text)
                rest = rest[text.endIndex...].dropFirst()
            }
            guard element.attributes.updateValue(value, forKey: String(name)) == nil else {
                throw fault("<\(element.name)> has the attribute \(name) twice")
            }
        }
        let isEmpty = rest.first == "/"
        rest = rest.dropFirst(isEmpty ? 2 : 1)
        guard !isEmpty || open.contains(where: { $0.name == "svg" }) else {
            throw fault("<\(element.name)/> is not an element of SVG")
        }
        if isEmpty || Markup.void.contains(element.name) { append(.element(element)) } else { open.append(element) }
    }

    /// Decodes numeric character references and five named ones (HTML §13.1.4). Rejects a bare ampersand, because
    /// Cairn's pages always escape it.
    private func decode(_ text: Substring.UnicodeScalarView) throws -> String {
        guard text.contains("&") else { return String(text) }
        var decoded = String.UnicodeScalarView()
        var rest = text
        while let ampersand = rest.firstIndex(of: "&") {
            decoded.append(contentsOf: rest[..<ampersand])
            rest = rest[ampersand...].dropFirst()
            let name = rest.prefix { $0 != ";" && $0 != "&" }
            guard rest[name.endIndex...].first == ";", let character = Markup.character(String(name)) else {
                throw fault("invalid character reference: &\(String(rest.prefix(12)))")
            }
            decoded.append(character)
            rest = rest[name.endIndex...].dropFirst()
        }
        decoded.append(contentsOf: rest)
        return String(decoded)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.dropFirst().first == "x"
            let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
            return number.flatMap(Unicode.Scalar.init)
        }
    }

    private func fault(_ text: String) -> VisitorError { VisitorError("The page is not well-formed: \(text).") }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetter: Bool { isASCII && properties.isAlphabetic }
}
