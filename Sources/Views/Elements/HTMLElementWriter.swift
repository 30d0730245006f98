/// Writes the HTML of an ``ElementView``: elements, attributes and texts.
///
/// All texts are escaped for their context. Names are literals of the program and are checked: scripts, styles, forms,
/// frames, event handlers and inline styles are not available. Elements are closed by construction. An element at a
/// place where HTML forbids it, or with an unknown name, is left out with a `Diagnostic`; its content remains.
public struct HTMLElementWriter {
    var nodes: [Screen.CustomElement.Node] = []
    var slot: Int?
    var links: [(title: String, target: String)] = []
    private(set) var problems: [String] = []
    private var place = HTMLVocabulary.root
    private var placeName: StaticString = "the screen"
    private var depth = 0
    private var isInLink = false
    private var byteCount = 0

    /// The maximum number of tags, attributes and texts of one element.
    static let maxNodes = 20_000
    /// The maximum number of nested elements.
    static let maxDepth = 64
    /// The maximum length of all texts and attributes of one element, in bytes. A page has at most 1 MiB too.
    static let maxBytes = 1 << 20
    /// The maximum number of different reported problems of one element.
    private static let maxProblems = 8

    init() {}

    /// Writes a text, escaped.
    public mutating func text(_ text: String) {
        guard !text.isEmpty else { return }
        guard place.holds.contains(.text) else { return note("text is not allowed in \(placeName)") }
        guard take(text.utf8.count) else { return }
        nodes.append(.text(text))
    }

    /// Writes an element with its attributes and its content.
    ///
    /// - Parameters:
    ///   - name: the name of an HTML or SVG element, such as `div`, `ul`, `svg` or `path`.
    ///   - attributes: the attributes. Unknown ones, and a second one of the same name, are left out.
    ///   - content: writes the content; a void element, such as `br`, has none.
    public mutating func element(
        _ name: StaticString, _ attributes: [HTMLAttribute] = [],
        content: (inout HTMLElementWriter) -> Void = { (_: inout HTMLElementWriter) in }
    ) {
        guard let kind = HTMLVocabulary.elements[name.description] else {
            note("<\(name)> is not an allowed element")
            return content(&self)
        }
        guard !place.holds.isDisjoint(with: kind.categories) else {
            note("<\(name)> is not allowed in \(placeName)")
            return content(&self)
        }
        guard depth < Self.maxDepth else { return note("more than \(Self.maxDepth) nested elements") }
        guard take(0) else { return }
        nodes.append(.begin(name))
        write(attributes, of: name, kind)
        nodes.append(.endTag)
        within(kind, name, content)
        if !kind.isVoid { nodes.append(.end(name)) }
    }

    /// Writes an element that contains only a text.
    public mutating func element(_ name: StaticString, _ attributes: [HTMLAttribute] = [], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes a link. Only `https:`, `http:` and `mailto:` URLs and paths of this site become links, as in ``Link``;
    /// of any other target, only the content is written. The link is in Siren too.
    ///
    /// - Parameters:
    ///   - target: the URL or path that the link leads to; visitors can have written it.
    ///   - attributes: the attributes, such as a class.
    ///   - content: writes the content of the link.
    public mutating func link(
        to target: String, _ attributes: [HTMLAttribute] = [], content: (inout HTMLElementWriter) -> Void
    ) {
        guard LinkTarget.isSafe(target) else { return content(&self) }
        guard !isInLink, place.holds.contains(.phrasing) else {
            note("a link is not allowed in \(isInLink ? "another link" : placeName.description)")
            return content(&self)
        }
        guard depth < Self.maxDepth, take(target.utf8.count) else { return content(&self) }
        let start = nodes.count
        nodes.append(.beginLink(target))
        write(attributes, of: "a", HTMLVocabulary.link)
        nodes.append(.endTag)
        isInLink = true
        within(HTMLVocabulary.link, "a", content)
        isInLink = false
        nodes.append(.end("a"))
        links.append((nodes[start...].text(limit: 200), target))
    }

    /// Writes a link that contains only a text.
    public mutating func link(_ text: String, to target: String) { link(to: target) { $0.text(text) } }

    /// Inserts the element's ``View/body`` here. Without a call, the body follows the element's own markup.
    public mutating func content() {
        guard slot == nil else { return note("content() is called twice") }
        guard place.holds.contains(.flow), !isInLink else {
            return note("content() is not allowed in \(isInLink ? "a link" : placeName.description)")
        }
        slot = nodes.count
    }

    /// Writes reviewed markup of the program as it is.
    public mutating func trusted(_ markup: TrustedHTML) {
        guard take(markup.markup.utf8CodeUnitCount) else { return }
        nodes.append(.trusted(markup.markup))
    }
}

extension HTMLElementWriter {
    private mutating func within(
        _ kind: HTMLVocabulary.Kind, _ name: StaticString, _ content: (inout HTMLElementWriter) -> Void
    ) {
        let (outer, outerName) = (place, placeName)
        (place, placeName) = (kind, name)
        depth += 1
        content(&self)
        depth -= 1
        (place, placeName) = (outer, outerName)
    }

    private mutating func write(_ attributes: [HTMLAttribute], of name: StaticString, _ kind: HTMLVocabulary.Kind) {
        var written: Set<String> = []
        for attribute in attributes {
            let attributeName = attribute.name.description
            guard HTMLVocabulary.permits(attributeName, of: name.description, kind) else {
                note("the attribute \(attributeName) is not allowed on <\(name)>")
                continue
            }
            guard written.insert(attributeName).inserted else {
                note("<\(name)> has the attribute \(attributeName) twice")
                continue
            }
            switch attribute.value {
            case .number(let number): nodes.append(.number(attribute.name, number))
            case .text(let text):
                guard !HTMLVocabulary.isDrawing(attributeName) || HTMLVocabulary.isDrawingValue(text) else {
                    note("the value of \(attributeName) on <\(name)> contains characters that are not allowed")
                    continue
                }
                if take(text.utf8.count) { nodes.append(.attribute(attribute.name, text)) }
            }
        }
    }

    /// Returns false if the element is as large as allowed.
    private mutating func take(_ bytes: Int) -> Bool {
        guard nodes.count < Self.maxNodes, bytes <= Self.maxBytes - byteCount else {
            note("it is larger than \(Self.maxNodes) parts or \(Self.maxBytes) bytes; the rest is left out")
            return false
        }
        byteCount += bytes
        return true
    }

    private mutating func note(_ problem: String) {
        guard problems.count < Self.maxProblems, !problems.contains(problem) else { return }
        problems.append(problem)
    }
}
