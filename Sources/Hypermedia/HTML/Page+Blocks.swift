internal import NavigationKit

extension Page {
    /// Writes a stand-alone element; ``content()`` writes those that depend on their neighbours, such as rows. The
    /// `switch` names every element, so that a new one does not compile until it is handled.
    mutating func block(_ element: Screen.Element) {
        switch element {
        case .heading(let text): heading(text)
        case .text(let text, let style): paragraph(text, style)
        case .time(let time):
            writer.markup("<p>")
            self.time(time)
            writer.markup("</p>")
        case .lines(let text, let style): paragraph(text, style, keepsLineBreaks: true)
        case .badge(let text, let role):
            writer.markup("<p>")
            badge(text, role)
            writer.markup("</p>")
        case .label(let text, let icon):
            writer.markup("<p class=\"label\">")
            self.icon(icon)
            writer.text(text)
            writer.markup("</p>")
        case .gauge(let gauge): self.gauge(gauge)
        case .queryLink(let link): queryLink(link)
        case .button(let button): self.button(button)
        case .field(let field): isCovered ? coveredField(field) : self.field(field)
        case .link(let title, let target):
            attribute("<p><a class=\"link\" href=\"", target)
            writer.markup(">")
            writer.text(title)
            writer.markup("</a></p>")
        case .routeLink(let link): routeLink(link)
        case .image(let image): self.image(image)
        case .table(let table): self.table(table)
        case .progress(let progress): self.progress(progress)
        case .skeleton(let status, let rows): skeleton(status, rows)
        case .map(let map): self.map(map)
        case .pager(let pager): self.pager(pager)
        case .custom(let element): custom(element)
        // Written by `content()`.
        case .labeledContent, .typedContent, .beginSection, .endSection, .beginForm, .beginQueryForm, .endForm,
            .beginList, .endList, .row, .writtenRows:
            break
        case .beginSplit, .beginPane, .endPane, .endSplit, .beginCustom, .endCustom: break
        case .beginGroup, .endGroup, .beginTable, .tableRow, .tableCell, .endTable: break
        }
    }

    /// Writes a heading one level below the headings around it, at most level 6.
    mutating func heading(_ text: String, identifier: Int? = nil) {
        // A heading of rows contains no headings (HTML §4.9.10).
        guard openTable == nil else { return paragraph(text, .body) }
        // In a split, the pane's own heading is one level higher.
        let level = min(2 + headingDepth + (openSplits.isEmpty ? 0 : 1), 6)
        writer.markup("<h")
        writer.number(level)
        if let identifier {
            writer.markup(" id=\"section-")
            writer.number(identifier)
            writer.markup("\"")
        }
        writer.markup(">")
        writer.text(text)
        writer.markup("</h")
        writer.number(level)
        writer.markup(">")
    }

    private mutating func paragraph(_ text: String, _ style: Text.Style, keepsLineBreaks: Bool = false) {
        switch (style, keepsLineBreaks) {
        case (.body, false): writer.markup("<p>")
        case (.body, true): writer.markup("<p class=\"lines\">")
        case (.secondary, false): writer.markup("<p class=\"secondary\">")
        case (.secondary, true): writer.markup("<p class=\"secondary lines\">")
        case (.placeholder, false): writer.markup("<p class=\"placeholder\">")
        case (.placeholder, true): writer.markup("<p class=\"placeholder lines\">")
        }
        writer.text(text)
        writer.markup("</p>")
    }

    private mutating func gauge(_ gauge: Screen.GaugeElement) {
        blockNumber += 1
        writer.markup("<div class=\"progress\"><label for=\"gauge-")
        writer.number(blockNumber)
        writer.markup("\">")
        writer.text(gauge.label)
        writer.markup("</label>\n<meter id=\"gauge-")
        writer.number(blockNumber)
        attribute("\" min=\"", Field.text(of: gauge.bounds.lowerBound))
        attribute(" max=\"", Field.text(of: gauge.bounds.upperBound))
        attribute(" value=\"", Field.text(of: gauge.value))
        writer.markup(" aria-describedby=\"gauge-text-")
        writer.number(blockNumber)
        writer.markup("\"></meter>\n<p class=\"secondary\" id=\"gauge-text-")
        writer.number(blockNumber)
        writer.markup("\">")
        writer.text(gauge.text)
        writer.markup("</p></div>")
    }

    private mutating func routeLink(_ link: Screen.RouteLinkElement) {
        attribute("<p><a class=\"link\" href=\"", context.mountPath.url(ofRoute: link.path))
        if let type = link.type { attribute(" type=\"", type) }
        link.downloads ? writer.markup(" download>") : writer.markup(">")
        icon(link.icon)
        writer.text(link.title)
        writer.markup("</a></p>")
    }

    private mutating func image(_ image: Screen.ImageElement) {
        attribute("<img src=\"", context.assets[image.source])
        attribute(" alt=\"", image.alternative)
        number(" width=\"", image.width)
        number(" height=\"", image.height)
        writer.markup(" loading=\"lazy\">")
    }

    private mutating func number(_ name: StaticString, _ value: Int?) {
        guard let value, value > 0 else { return }
        writer.markup(name)
        writer.number(value)
        writer.markup("\"")
    }

    private mutating func skeleton(_ status: String, _ rows: Int) {
        writer.markup("<div class=\"skeleton rows\"><p role=\"status\">")
        writer.text(status)
        writer.markup("</p>")
        for _ in 0..<max(rows, 0) { writer.markup("\n<div aria-hidden=\"true\"></div>") }
        writer.markup("</div>")
    }

    private mutating func progress(_ progress: Screen.ProgressElement) {
        blockNumber += 1
        writer.markup("<div class=\"progress\"><label for=\"progress-")
        writer.number(blockNumber)
        writer.markup("\">")
        writer.text(progress.label)
        writer.markup("</label>\n<progress id=\"progress-")
        writer.number(blockNumber)
        attribute("\" max=\"", Field.text(of: progress.total))
        guard let value = progress.value else { return writer.markup("></progress></div>") }
        attribute(" value=\"", Field.text(of: value))
        writer.markup(">")
        writer.number(Int(value / progress.total * 100))
        writer.markup(" %</progress></div>")
    }

    private mutating func pager(_ pager: Screen.PagerElement) {
        attribute("<nav class=\"pager\" aria-label=\"", pager.label)
        writer.markup("><div>")
        turn(pager.previous, Screen.PagerElement.previousTitle)
        if let link = pager.previousLink { turn(link, rel: "prev") }
        writer.markup("</div><p>")
        if pager.isNumbered { writer.text(pager.title) }
        writer.markup("</p><div>")
        turn(pager.next, Screen.PagerElement.nextTitle)
        if let link = pager.nextLink { turn(link, rel: "next") }
        writer.markup("</div></nav>")
    }

    private mutating func turn(_ action: Screen.ActionIndex?, _ title: String) {
        guard let action else { return }
        beginButton(action)
        writer.markup(" class=\"button normal\">")
        writer.text(title)
        endButton(action)
    }
}
