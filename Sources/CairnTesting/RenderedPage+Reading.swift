extension RenderedPage {
    /// Reads the page that `reply` brought to `url`.
    init(_ reply: Reply, url: String) throws {
        let document = try Markup.parse(reply.text)
        var reader = PageReader()
        reader.read(document, in: Surroundings())
        self.reply = reply
        self.url = url
        title = document.first { $0.name == "title" }?.text ?? ""
        heading = document.first { $0.name == "h1" }?.text ?? ""
        let content = document.first { $0.name == "main" }
        texts = content?.all { ["p", "h2"].contains($0.name) && !$0.has(class: "error") }.map(\.text) ?? []
        rows = content?.all { $0.has(class: "row") }.map(PageReader.row) ?? []
        tabs = document.all { $0.has(class: "tab") }.map { tab in
            Tab(
                title: PageReader.title(of: tab), badge: tab.first { $0.has(class: "badge") }?.text,
                isSelected: tab["aria-current"] == "page")
        }
        links = document.all { $0.name == "a" && !$0.has(class: "skip") }.map { link in
            Link(title: PageReader.title(of: link), target: link["href"] ?? "")
        }
        notice = document.first { $0.has(class: "notice") }?.text
        alert = document.first { $0["role"] == "alertdialog" }.map { alert in
            Alert(
                title: alert.first { $0.name == "h2" }?.text ?? "", message: alert.first { $0.name == "p" }?.text ?? "")
        }
        let errors = document.all { $0.has(class: "error") }
        fields = reader.fields.map { field, identifier in
            var field = field
            field.label = document.first { $0.name == "label" && $0["for"] == identifier }?.text ?? ""
            field.error = errors.first { $0["id"] == "error-" + field.name }?.text
            return field
        }
        buttons = reader.buttons
        forms = reader.forms.map(\.form)
    }
}

/// What encloses an element while a page is read.
private struct Surroundings {
    var form: Int?
    var place = RenderedPage.Place.content
    var row: String?
    var isInert = false
}

private struct PageReader {
    var forms: [(identifier: String?, form: RenderedPage.Form)] = []
    var buttons: [RenderedPage.Button] = []
    var fields: [(RenderedPage.Field, identifier: String)] = []

    mutating func read(_ element: Element, in outer: Surroundings) {
        for case .element(let child) in element.children {
            var inner = outer
            switch child.name {
            case "form":
                inner.form = forms.count
                let isMultipart = child["enctype"] == "multipart/form-data"
                let form = RenderedPage.Form(target: child["action"] ?? "", isMultipart: isMultipart, hidden: [])
                forms.append((child["id"], form))
            case "header" where child.has(class: "bar"): inner.place = .bar
            case "nav" where child.has(class: "tabs"): inner.place = .tab
            case "section" where child.has(class: "alert"): inner.place = .alert
            case "li": inner.row = child.first { $0.has(class: "row") }.map(PageReader.title)
            case "button": button(child, in: inner)
            case "input", "textarea": field(child, in: inner)
            default: break
            }
            if child["inert"] != nil { inner.isInert = true }
            read(child, in: inner)
        }
    }

    private func owner(of element: Element, in outer: Surroundings) -> Int? {
        guard let wanted = element["form"] else { return outer.form }
        return forms.firstIndex { $0.identifier == wanted }
    }

    private mutating func button(_ element: Element, in outer: Surroundings) {
        guard let form = owner(of: element, in: outer), element["disabled"] == nil, !outer.isInert,
            element["name"] == "action", let action = element["value"]
        else { return }
        let isRow = element.has(class: "row")
        let isHidden = element["aria-hidden"] == "true"
        buttons.append(
            RenderedPage.Button(
                label: PageReader.title(of: element), place: isHidden ? .hidden : isRow ? .row : outer.place,
                row: outer.row, action: action,
                classes: element["class"]?.split(separator: " ").map(String.init) ?? [],
                validates: element["formnovalidate"] == nil, form: form))
    }

    private mutating func field(_ element: Element, in outer: Surroundings) {
        guard let form = owner(of: element, in: outer), let name = element["name"] else { return }
        guard element["type"] != "hidden" else {
            forms[form].form.hidden.append((name, element["value"] ?? ""))
            return
        }
        let value = element.name == "textarea" ? element.rawText : element["value"] ?? ""
        let kind = element.name == "input" ? element["type"] ?? "text" : element.name
        let field = RenderedPage.Field(
            label: "", name: name, kind: kind, value: value, isRequired: element["required"] != nil,
            maximumLength: element["maxlength"].flatMap { Int($0) }, form: form)
        fields.append((field, element["id"] ?? ""))
    }

    /// What is read first: the title inside, or all of it.
    static func title(of element: Element) -> String {
        (element.first { $0.has(class: "title") } ?? element).text
    }

    static func row(_ element: Element) -> RenderedPage.Row {
        RenderedPage.Row(
            title: title(of: element), subtitle: element.first { $0.has(class: "subtitle") }?.text,
            badge: element.first { $0.has(class: "badge") }?.text)
    }
}
