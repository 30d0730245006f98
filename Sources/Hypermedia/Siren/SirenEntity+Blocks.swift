internal import NavigationKit

extension SirenEntity {
    /// Writes the labeled contents, if there are any.
    mutating func details(of elements: OwnElements) {
        var isFirst = true
        for element in elements {
            guard case .labeledContent(let label, let value) = element else { continue }
            isFirst ? writer.markup(",\"details\":[{\"title\":") : writer.markup(",{\"title\":")
            isFirst = false
            writer.jsonString(label)
            writer.markup(",\"value\":")
            writer.jsonString(value)
            writer.markup("}")
        }
        if !isFirst { writer.markup("]") }
    }

    /// Writes a link to the image. Decorative images, which have no alternative text, are left out.
    mutating func image(_ image: Screen.ImageElement) {
        guard !image.alternative.isEmpty else { return }
        writer.separate()
        writer.markup("{\"class\":[\"image\"],\"rel\":[\"urn:cairn:image\"],\"title\":")
        writer.jsonString(image.alternative)
        writer.markup(",\"href\":")
        href(context.assets[image.source])
        writer.markup("}")
    }

    mutating func table(_ table: Screen.TableElement) {
        beginEntity("table", rel: "urn:cairn:table", title: table.caption)
        writer.markup(",\"columns\":[")
        for column in table.columns {
            writer.separate()
            writer.jsonString(column.title)
        }
        writer.markup("],\"rows\":[")
        for row in table.rows {
            writer.separate()
            writer.markup("[")
            for text in row {
                writer.separate()
                writer.jsonString(text)
            }
            writer.markup("]")
        }
        writer.markup("],\"count\":")
        writer.number(table.count)
        writer.markup("}}")
    }

    mutating func progress(_ progress: Screen.ProgressElement) {
        beginEntity("progress", rel: "urn:cairn:progress", title: progress.label)
        if let value = progress.value {
            writer.markup(",\"value\":")
            writer.raw(Field.text(of: value))
        }
        writer.markup(",\"max\":")
        writer.raw(Field.text(of: progress.total))
        writer.markup("}}")
    }

    /// Both actions of a pager have the same name, so each is a sub-entity.
    mutating func pager(_ pager: Screen.PagerElement) {
        beginEntity("pager", rel: "urn:cairn:pager", title: pager.title)
        writer.markup(",\"page\":")
        writer.number(pager.page)
        writer.markup(",\"pages\":")
        writer.number(pager.pages)
        writer.markup("},\"entities\":[")
        if let previous = pager.previous {
            beginEntity("button", rel: "prev", title: Screen.PagerElement.previousTitle)
            writer.markup("}")
            actions([(previous, .normal)])
            writer.markup("}")
        }
        if let next = pager.next {
            beginEntity("button", rel: "next", title: Screen.PagerElement.nextTitle)
            writer.markup("}")
            actions([(next, .normal)])
            writer.markup("}")
        }
        writer.markup("]}")
    }
}
