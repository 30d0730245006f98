extension Screen {
    /// An element of an app's own: its markup as a flat list, and its values for programs. The texts are not escaped;
    /// each renderer escapes them for its format.
    package struct CustomElement: Sendable {
        /// The name of the element's type in kebab case, such as `status-pill`.
        package var name: String
        /// The title of the element for programs.
        package var title: String
        /// The markup, correctly nested.
        package var nodes: [Node]
        /// The index into ``nodes`` of the first node after the views within the element.
        package var slot: Int
        /// The values for programs, in order.
        package var values: [(name: StaticString, value: Value)]
        /// The links in the markup.
        package var links: [(title: String, target: String)]

        /// One part of the markup.
        package enum Node: Sendable {
            /// The beginning of a start tag, up to the name.
            case begin(StaticString)
            /// The beginning of the start tag of a link, with its target.
            case beginLink(String)
            /// An attribute of the start tag that was begun last.
            case attribute(StaticString, String)
            /// An attribute with a number.
            case number(StaticString, Double)
            /// The end of the start tag.
            case endTag
            /// A text.
            case text(String)
            /// Reviewed markup of the program.
            case trusted(StaticString)
            /// An end tag.
            case end(StaticString)
        }

        /// A value for programs.
        package enum Value: Sendable {
            case text(String)
            case integer(Int)
            /// A number; `nil` for one that is not finite.
            case number(Double?)
            case flag(Bool)
            case list([Value])
            case object([(name: StaticString, value: Value)])
        }
    }
}

extension Screen.CustomElement {
    init(name: String, html: HTMLElementWriter, siren: SirenElementWriter) {
        self.name = name
        nodes = html.nodes
        slot = html.slot ?? html.nodes.count
        links = html.links
        var values = siren.values
        var title: String?
        if let index = values.firstIndex(where: { $0.name.description == "title" }) {
            if case .text(let text) = values.remove(at: index).value { title = text }
        }
        self.values = values
        self.title = title ?? html.nodes[...].text(limit: Self.maxTitleLength)
    }

    /// The maximum length of a title that is taken from the markup, in Unicode scalars.
    private static let maxTitleLength = 1_000
}

extension ArraySlice<Screen.CustomElement.Node> {
    /// The texts, separated by spaces where tags separate them.
    func text(limit: Int) -> String {
        var text = ""
        var isSeparated = false
        for node in self {
            guard case .text(let part) = node else {
                isSeparated = !text.isEmpty
                continue
            }
            if isSeparated, !(text.last?.isWhitespace ?? true) { text += " " }
            isSeparated = false
            text += part
            if text.unicodeScalars.count > limit { return String(text.unicodeScalars.prefix(limit)) }
        }
        return text
    }
}
