internal import NavigationKit

/// Writes the elements of apps. Their markup is correctly nested, and its names are literals that were checked when it
/// was recorded; texts are escaped here.
extension Page {
    mutating func custom(_ element: Screen.CustomElement) {
        beginElement(element)
        write(element.nodes[...])
        writer.markup("</div>")
    }

    mutating func beginCustom(_ element: Screen.CustomElement) {
        prepareForContent()
        beginElement(element)
        write(element.nodes.prefix(element.slot))
        writer.markup("\n")
        open(.custom(element))
    }

    mutating func endCustom(_ element: Screen.CustomElement) {
        write(element.nodes.dropFirst(element.slot))
        writer.markup("</div>\n")
    }

    private mutating func beginElement(_ element: Screen.CustomElement) {
        attribute("<div class=\"element\" data-element=\"", element.name)
        writer.markup(">")
    }

    private mutating func write(_ nodes: ArraySlice<Screen.CustomElement.Node>) {
        for node in nodes {
            switch node {
            case .begin(let name):
                writer.markup("<")
                writer.markup(name)
            case .beginLink(let target): attribute("<a href=\"", target)
            case .attribute(let name, let value):
                beginAttribute(name)
                writer.attribute(value)
                writer.markup("\"")
            case .number(let name, let value):
                beginAttribute(name)
                writer.decimal(value)
                writer.markup("\"")
            case .endTag: writer.markup(">")
            case .text(let text): writer.text(text)
            case .trusted(let markup): writer.markup(markup)
            case .end(let name):
                writer.markup("</")
                writer.markup(name)
                writer.markup(">")
            }
        }
    }

    private mutating func beginAttribute(_ name: StaticString) {
        writer.markup(" ")
        writer.markup(name)
        writer.markup("=\"")
    }
}
