internal import NavigationKit

extension SirenEntity {
    /// Writes the elements that become sub-entities, in order, and skips those that are written elsewhere. The `switch`
    /// names every element, so that a new one does not compile until it is handled.
    mutating func blocks(_ elements: OwnElements) {
        var map: Screen.MapElement?
        var list: String?
        for element in elements {
            switch element {
            case .beginList(let label): list = label
            case .endList: list = nil
            case .row(let row):
                self.row(screen.rows[row], of: list, at: map?.point(ofRow: row)?.coordinate)
            case .map(let element):
                self.map(element)
                map = element
            case .image(let image): self.image(image)
            case .table(let table): self.table(table)
            case .beginTable(let table): self.table(at: table)
            case .gauge(let gauge): self.gauge(gauge)
            case .progress(let progress): self.progress(progress)
            case .beginPane(let pane): self.pane(pane)
            case .pager(let pager): self.pager(pager)
            case .custom(let element), .beginCustom(let element): custom(element)
            // Written as properties by `content(of:)`.
            case .heading, .text, .time, .lines, .badge, .label, .skeleton, .beginSection, .beginGroup, .labeledContent,
                .typedContent:
                break
            // Written with the actions and links of the entity.
            case .button, .field, .link, .routeLink, .queryLink, .beginQueryForm: break
            // Siren has no such groups; `OwnElements` ends where its pane ends.
            case .endSection, .beginForm, .endForm, .beginSplit, .endPane, .endSplit, .endCustom, .endGroup: break
            // Only in screens for HTML.
            case .writtenRows: break
            // Written with their table, which `OwnElements` skips.
            case .tableRow, .tableCell, .endTable: break
            }
        }
    }

    /// Writes the texts, headings and section titles in order, and then the labeled contents.
    mutating func content(of elements: OwnElements) {
        writer.markup(",\"content\":[")
        for element in elements {
            switch element {
            case .heading(let text), .text(let text, _), .lines(let text, _), .badge(let text, _),
                .label(let text, _), .skeleton(let text, _), .beginSection(let text),
                .beginGroup(.disclosure(let text, _)):
                writer.separate()
                writer.jsonString(text)
            case .time(let time) where time.label == nil:
                writer.separate()
                writer.jsonString(time.text)
            default: continue
            }
        }
        writer.markup("]")
        details(of: elements)
    }

    /// Writes the labeled contents, if there are any.
    private mutating func details(of elements: OwnElements) {
        var isFirst = true
        for element in elements {
            let (label, value, time, typed): (String, String, String?, TypedValue?)
            switch element {
            case .labeledContent(let name, let text): (label, value, time, typed) = (name, text, nil, nil)
            case .typedContent(let name, let text, let known): (label, value, time, typed) = (name, text, nil, known)
            case .time(let element):
                guard let name = element.label else { continue }
                (label, value, time, typed) = (name, element.text, element.instant, nil)
            default: continue
            }
            isFirst ? writer.markup(",\"details\":[{\"title\":") : writer.markup(",{\"title\":")
            isFirst = false
            writer.jsonString(label)
            writer.markup(",\"value\":")
            writer.jsonString(value)
            self.time(time)
            if let typed {
                writer.markup(",\"typed\":")
                self.typed(typed)
            }
            writer.markup("}")
        }
        if !isFirst { writer.markup("]") }
    }

    /// Writes an instant as a property, if there is one.
    mutating func time(_ instant: String?) {
        guard let instant else { return }
        writer.markup(",\"time\":")
        writer.jsonString(instant)
    }

    /// Writes the image as an embedded link. Decorative images, which have no alternative text, are left out.
    mutating func image(_ image: Screen.ImageElement) {
        guard !image.alternative.isEmpty else { return }
        writer.separate()
        writer.markup("{\"class\":[\"image\"],\"rel\":[\"urn:cairn:image\"],\"title\":")
        writer.jsonString(image.alternative)
        writer.markup(",\"href\":")
        href(context.assets[image.source])
        writer.markup("}")
    }

    mutating func gauge(_ gauge: Screen.GaugeElement) {
        beginEntity("gauge", rel: "urn:cairn:gauge", title: gauge.label)
        writer.markup(",\"value\":")
        writer.raw(Field.text(of: gauge.value))
        writer.markup(",\"min\":")
        writer.raw(Field.text(of: gauge.bounds.lowerBound))
        writer.markup(",\"max\":")
        writer.raw(Field.text(of: gauge.bounds.upperBound))
        writer.markup(",\"text\":")
        writer.jsonString(gauge.text)
        if let unit = gauge.unit {
            writer.markup(",\"unit\":")
            writer.jsonString(unit)
        }
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
        if pager.isNumbered {
            writer.markup(",\"page\":")
            writer.number(pager.page)
            writer.markup(",\"pages\":")
            writer.number(pager.pages)
        }
        writer.markup("},\"entities\":[")
        if let previous = pager.previous {
            beginEntity("button", rel: "prev", title: Screen.PagerElement.previousTitle)
            writer.markup("}")
            actions([ShownAction(previous)])
            writer.markup("}")
        }
        if let next = pager.next {
            beginEntity("button", rel: "next", title: Screen.PagerElement.nextTitle)
            writer.markup("}")
            actions([ShownAction(next)])
            writer.markup("}")
        }
        writer.markup("]")
        if !pager.links.isEmpty {
            writer.markup(",\"links\":[")
            for (relation, link) in pager.links {
                writer.separate()
                self.link(relation, link.title, to: context.url(of: link, on: screen))
            }
            writer.markup("]")
        }
        writer.markup("}")
    }
}
