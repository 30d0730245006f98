internal import NavigationKit

extension Page {
    /// Writes a symbol, which assistive technology does not read. Its first use has the path data, and later ones refer
    /// to that.
    mutating func icon(_ symbol: Symbol) {
        symbol.flips
            ? writer.markup("<svg class=\"icon flips\" aria-hidden=\"true\" viewBox=\"0 0 24 24\">")
            : writer.markup("<svg class=\"icon\" aria-hidden=\"true\" viewBox=\"0 0 24 24\">")
        switch drawnSymbols.first(where: { $0.name == symbol.name }) {
        case nil:
            drawnSymbols.append(symbol)
            writer.markup("<path id=\"i-")
            writer.attribute(symbol.name)
            writer.markup("\" d=\"")
            writer.attribute(symbol.path)
        case symbol?:
            writer.markup("<use href=\"#i-")
            writer.attribute(symbol.name)
        default:
            // Another drawing has the name already.
            writer.markup("<path d=\"")
            writer.attribute(symbol.path)
        }
        writer.markup("\"/></svg>")
    }

    mutating func icon(_ symbol: Symbol?) {
        guard let symbol else { return }
        icon(symbol)
    }

    /// Writes the rest of the begin tag of a row after the first name of its class, and its decoration.
    mutating func leading(_ leading: Screen.RowElement.Leading?) {
        switch leading {
        case nil: writer.markup("\">")
        case .icon(let symbol):
            writer.markup("\">")
            icon(symbol)
        case .avatar(let initials):
            // The style sheet shows them, so that they are no text of the row.
            writer.markup(" hue")
            writer.number(initials.hue)
            attribute("\" data-initials=\"", initials.text)
            writer.markup(">")
        case .picture(let source):
            attribute("\"><img src=\"", context.assets[source])
            writer.markup(" alt=\"\" width=\"48\" height=\"48\" loading=\"lazy\">")
        }
    }
}
