internal import NavigationKit

extension SirenEntity {
    /// Writes an element of an app: its title, its values and the links of its markup. The views in it follow, as those
    /// of a section do.
    mutating func custom(_ element: Screen.CustomElement) {
        beginEntity("element", rel: "urn:cairn:element", title: element.title)
        writer.markup(",\"element\":")
        writer.jsonString(element.name)
        if !element.values.isEmpty {
            writer.markup(",\"values\":")
            write(element.values)
        }
        writer.markup("}")
        if !element.links.isEmpty {
            writer.markup(",\"links\":[")
            for (title, target) in element.links {
                writer.separate()
                link("urn:cairn:link", title, to: target)
            }
            writer.markup("]")
        }
        writer.markup("}")
    }

    private mutating func write(_ members: [(name: StaticString, value: Screen.CustomElement.Value)]) {
        writer.markup("{")
        for (name, value) in members {
            writer.separate()
            writer.jsonString(name.description)
            writer.markup(":")
            write(value)
        }
        writer.markup("}")
    }

    private mutating func write(_ value: Screen.CustomElement.Value) {
        switch value {
        case .text(let text): writer.jsonString(text)
        case .integer(let number): writer.number(number)
        case .number(let number?): writer.raw(Field.text(of: number))
        case .number(nil): writer.markup("null")
        case .flag(let flag): flag ? writer.markup("true") : writer.markup("false")
        case .list(let values):
            writer.markup("[")
            for value in values {
                writer.separate()
                write(value)
            }
            writer.markup("]")
        case .object(let members): write(members)
        }
    }
}
