import Hypermedia
import NavigationKit

extension RenderedPage {
    /// Parses the HTML page in `reply`.
    ///
    /// - Parameter url: path and query of the page's URL.
    init(_ reply: Reply, url: String) throws {
        let parsed = try Markup.parse(reply.text)
        let covered = parsed.first { $0.has(class: "covered") }
        coveredHeading = covered?.first { $0.has(class: "heading") }?.text
        // Visitors cannot reach what is behind a sheet.
        let document = parsed.without { $0.has(class: "covered") }
        var reader = PageReader(document)
        reader.read(document, in: Surroundings())
        self.reply = reply
        self.url = url
        title = document.first { $0.name == "title" }?.text ?? ""
        heading = document.first { $0.name == "h1" }?.text ?? ""
        let content = document.first { $0.name == "main" }
        texts = content?.all(PageReader.isText).map(\.text) ?? []
        tables = document.all { $0.name == "table" }.map(PageReader.table)
        elements = content?.all { $0["data-element"] != nil }.map(PageReader.ownElement) ?? []
        let named = document.all { $0.name == "dl" }.flatMap { list in list.all { $0.name == "div" } }.map { pair in
            (pair.first { $0.name == "dt" }?.text ?? "", pair.first { $0.name == "dd" }?.text ?? "")
        }
        details = Dictionary(named) { first, _ in first }
        rows = content?.all { $0.has(class: "row") }.map(PageReader.row) ?? []
        tabs = document.all { $0.has(class: "tab") }.map { tab in
            Tab(
                title: PageReader.title(of: tab), badge: tab.first { $0.has(class: "badge") }?.text,
                isSelected: tab["aria-current"] == "page", icon: PageReader.icon(of: tab))
        }
        links = document.all { $0.name == "a" && !$0.has(class: "skip") }.map { link in
            Link(title: PageReader.title(of: link), target: link["href"] ?? "")
        }
        notice = document.first { $0.has(class: "notice") }?.text
        let message = document.first { $0.has(class: "flash") }
        flash = (message?.first { $0.name == "p" } ?? message)?.text
        alert = document.first { $0["role"] == "alertdialog" }.map { alert in
            Alert(
                title: alert.first { $0.name == "h2" }?.text ?? "", message: alert.first { $0.name == "p" }?.text ?? "")
        }
        fields = reader.labelledFields(in: document)
        buttons = reader.buttons
        forms = reader.forms.map(\.form)
    }
}

/// The context of an element from its ancestors.
private struct Surroundings {
    var form: Int?
    var place = RenderedPage.Place.content
    var row: String?
    var legend: String?
    var isInert = false
}

/// An input, with the data to find its label.
private struct ReadField {
    var field: RenderedPage.Field
    var identifier: String
    var legend: String?
    /// The identifiers of the radio buttons, one per option.
    var radios: [String] = []
    var dateParts = DateParts()
}

private struct PageReader {
    var forms: [(identifier: String?, form: RenderedPage.Form)]
    private var formCount = 0
    var buttons: [RenderedPage.Button] = []
    var fields: [ReadField] = []

    /// Finds the forms, because a control can belong to a later one.
    init(_ document: Element) {
        forms = document.all { $0.name == "form" }.map { element in
            let form = RenderedPage.Form(
                target: element["action"] ?? "", isMultipart: element["enctype"] == "multipart/form-data",
                isQuery: element["method"] == "get", hidden: [])
            return (element["id"], form)
        }
    }

    mutating func read(_ element: Element, in outer: Surroundings) {
        for case .element(let child) in element.children {
            var inner = outer
            switch child.name {
            case "form":
                inner.form = formCount
                formCount += 1
            case "header" where child.has(class: "bar"): inner.place = .bar
            case "nav" where child.has(class: "tabs"): inner.place = .tab
            case "section" where child.has(class: "alert"): inner.place = .alert
            case "li": inner.row = child.first { $0.has(class: "row") }.map(PageReader.title)
            case "tr": inner.row = child.first { $0.name == "th" || $0.name == "td" }?.text
            case "button": button(child, in: inner)
            case "a" where ["row", "tab", "item", "button"].contains(where: { child.has(class: $0) }):
                link(child, in: inner)
            case "fieldset": inner.legend = child.first { $0.name == "legend" }.map(PageReader.label)
            case "input", "textarea", "select": field(child, in: inner)
            default: break
            }
            if child["inert"] != nil { inner.isInert = true }
            read(child, in: inner)
        }
    }

    /// The fields with their labels, errors and help, which are elsewhere in `document`.
    func labelledFields(in document: Element) -> [RenderedPage.Field] {
        let errors = document.all { $0.has(class: "error") }
        let labels = document.all { $0.name == "label" }
        func label(of identifier: String) -> String {
            labels.first { $0["for"] == identifier }.map(PageReader.label) ?? ""
        }
        return fields.map { read in
            var field = read.field
            field.label = read.legend ?? label(of: read.identifier)
            for (index, identifier) in read.radios.enumerated() { field.options[index].title = label(of: identifier) }
            field.error = errors.first { $0["id"] == "error-" + field.name }?.text
            field.help = document.first { $0["id"] == "help-" + field.name }?.text
            field.unit = document.first { $0["id"] == "unit-" + field.name }?.text
            field.suggestions =
                document.first { $0["id"] == "list-" + field.name }?.all { $0.name == "option" }.map(\.text) ?? []
            return field
        }
    }

    private func owner(of element: Element, in outer: Surroundings) -> Int? {
        guard let wanted = element["form"] else { return outer.form }
        return forms.firstIndex { $0.identifier == wanted }
    }

    private mutating func button(_ element: Element, in outer: Surroundings) {
        guard let form = owner(of: element, in: outer), element["disabled"] == nil, !outer.isInert,
            let action = element["name"] == WireName.action ? element["value"] : forms[form].form.isQuery ? "" : nil
        else { return }
        let isRow = element.has(class: "row")
        let isHidden = element["aria-hidden"] == "true"
        buttons.append(
            RenderedPage.Button(
                label: PageReader.title(of: element), destinationTitle: PageReader.destinationTitle(of: element),
                place: isHidden ? .hidden : isRow ? .row : outer.place,
                row: outer.row, action: action,
                classes: element["class"]?.split(separator: " ").map(String.init) ?? [],
                validates: element["formnovalidate"] == nil, icon: PageReader.icon(of: element), form: form))
    }

    /// Treats a link that looks like a button as a button.
    private mutating func link(_ element: Element, in outer: Surroundings) {
        guard let target = element["href"], !outer.isInert else { return }
        buttons.append(
            RenderedPage.Button(
                label: PageReader.title(of: element), destinationTitle: PageReader.destinationTitle(of: element),
                place: element.has(class: "row") ? .row : outer.place,
                row: outer.row, action: "", classes: element["class"]?.split(separator: " ").map(String.init) ?? [],
                validates: false, target: target, icon: PageReader.icon(of: element), form: -1))
    }

    private mutating func field(_ element: Element, in outer: Surroundings) {
        guard let form = owner(of: element, in: outer), let name = element["name"] else { return }
        guard element["type"] != "hidden" else {
            forms[form].form.hidden.append((name, element["value"] ?? ""))
            return
        }
        let kind = element.name == "input" ? element["type"] ?? "text" : element.name
        let options = element.all { $0.name == "option" }
        let value =
            switch kind {
            case "textarea": element.rawText
            case "select": (options.first { $0["selected"] != nil } ?? options.first)?["value"] ?? ""
            default: element["value"] ?? ""
            }
        let isSent = kind != "checkbox" && kind != "radio" || element["checked"] != nil
        if let (part, owner) = DateParts.Part.named(name) {
            return date(part, element, named: owner, form: form, in: outer)
        }
        if kind == "radio" { return radio(element, named: name, value, isChosen: isSent, form: form, in: outer) }
        let field = RenderedPage.Field(
            label: "", name: name, kind: kind, value: value, isSent: isSent,
            options: options.map { RenderedPage.Option(title: $0.text, value: $0["value"] ?? "") },
            isRequired: element["required"] != nil, maximumLength: element["maxlength"].flatMap { Int($0) },
            minimumLength: element["minlength"].flatMap { Int($0) }, pattern: element["pattern"],
            minimum: element["min"], maximum: element["max"], step: element["step"], inputMode: element["inputmode"],
            autocomplete: element["autocomplete"], form: form)
        fields.append(ReadField(field: field, identifier: element["id"] ?? ""))
    }

    /// Adds the input of a part of a date to its field, or starts a new field.
    private mutating func date(
        _ part: DateParts.Part, _ element: Element, named name: String, form: Int, in outer: Surroundings
    ) {
        let index = fields.firstIndex { $0.field.name == name && $0.field.form == form }
        if index == nil {
            let field = RenderedPage.Field(
                label: "", name: name, kind: "date", value: "", isSent: true, options: [],
                isRequired: element["required"] != nil, inputMode: element["inputmode"], form: form)
            fields.append(ReadField(field: field, identifier: "", legend: outer.legend))
        }
        let position = index ?? fields.count - 1
        fields[position].dateParts[part] = element["value"] ?? ""
        fields[position].field.parts.append(part.name(in: name))
        fields[position].field.value = fields[position].dateParts.text
    }

    /// Adds a radio button to its group, or starts a new group.
    private mutating func radio(
        _ element: Element, named name: String, _ value: String, isChosen: Bool, form: Int, in outer: Surroundings
    ) {
        let index = fields.firstIndex { $0.field.name == name && $0.field.kind == "radio" && $0.field.form == form }
        let position = index ?? fields.count
        if index == nil {
            let field = RenderedPage.Field(
                label: "", name: name, kind: "radio", value: "", isSent: false, options: [],
                isRequired: element["required"] != nil, form: form)
            fields.append(ReadField(field: field, identifier: "", legend: outer.legend))
        }
        fields[position].field.options.append(RenderedPage.Option(title: "", value: value))
        fields[position].radios.append(element["id"] ?? "")
        if isChosen { (fields[position].field.value, fields[position].field.isSent) = (value, true) }
    }

    /// The text of a label or a legend without its mark of an optional field.
    static func label(of element: Element) -> String {
        var label = element
        label.children.removeAll { if case .element(let child) = $0 { child.has(class: "optional") } else { false } }
        return label.text
    }

    /// The text of the descendant with the class `title`; without one, the whole text. That of Back is before the title of
    /// its destination.
    static func title(of element: Element) -> String {
        if let hidden = hiddenLabel(of: element) { return String(hidden.dropLast()) }
        return (element.first { $0.has(class: "title") } ?? element).text
    }

    /// The text of Back after its hidden label.
    static func destinationTitle(of element: Element) -> String? {
        hiddenLabel(of: element).map { String(element.text.dropFirst($0.count).drop(while: \.isWhitespace)) }
    }

    /// The label of Back, with a colon, if it is followed by the title of its destination.
    private static func hiddenLabel(of element: Element) -> String? {
        element.has(class: "back") ? element.first { $0.name == "span" }?.text : nil
    }

    static func isText(_ element: Element) -> Bool {
        ["p", "h2", "h3", "h4", "h5", "h6"].contains(element.name) && !element.has(class: "error")
            && !element.has(class: "help") && !element.has(class: "check")
    }

    static func table(_ element: Element) -> RenderedPage.Table {
        let rows = element.all { $0.name == "tr" }.map { row in
            row.all { $0.name == "th" || $0.name == "td" }.map(\.text)
        }
        return RenderedPage.Table(
            caption: element.first { $0.name == "caption" }?.text ?? "", columns: rows.first ?? [],
            rows: Array(rows.dropFirst()))
    }

    static func ownElement(_ element: Element) -> RenderedPage.OwnElement {
        RenderedPage.OwnElement(
            name: element["data-element"] ?? "", text: element.text,
            label: element.first { $0["aria-label"] != nil }?["aria-label"])
    }

    static func row(_ element: Element) -> RenderedPage.Row {
        RenderedPage.Row(
            title: title(of: element), subtitle: element.first { $0.has(class: "subtitle") }?.text,
            badge: element.first { $0.has(class: "badge") }?.text, isSelected: element["aria-current"] != nil,
            icon: icon(of: element), time: element.first { $0.name == "time" }?.text,
            isUnread: element.first { $0.has(class: "unread") } != nil)
    }

    /// The name of the first symbol in an element, whether it is drawn there or refers to another use.
    static func icon(of element: Element) -> String? {
        guard let drawing = element.first({ $0.name == "svg" && $0.has(class: "icon") }) else { return nil }
        let names = drawing.all { _ in true }.compactMap { $0["id"] ?? $0["href"].map { String($0.dropFirst()) } }
        return names.first { $0.hasPrefix("i-") }.map { String($0.dropFirst(2)) }
    }
}
