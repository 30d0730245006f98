internal import NavigationKit

extension SirenEntity {
    /// Writes the actions of a sub-entity. Actions with a location become its links.
    mutating func actions(_ actions: [ShownAction]) {
        guard !actions.isEmpty else { return }
        var hasLinks = false
        writer.markup(",\"actions\":[")
        for shown in actions where screen.actions.indices.contains(shown.action) {
            guard screen.location(of: shown.action) == nil else {
                hasLinks = true
                continue
            }
            writer.separate()
            action(shown)
        }
        writer.markup("]")
        guard hasLinks else { return }
        writer.markup(",\"links\":[")
        for shown in actions {
            guard let location = screen.location(of: shown.action) else { continue }
            writer.separate()
            link("item", screen.actions[shown.action].title, to: context.mountPath.url(of: location))
        }
        writer.markup("]")
    }

    mutating func link(_ rel: StaticString, _ title: String, to target: String, type: String? = nil) {
        writer.markup("{\"rel\":[\"")
        writer.markup(rel)
        writer.markup("\"],\"title\":")
        writer.jsonString(title)
        writer.markup(",\"href\":")
        href(target)
        if let type {
            writer.markup(",\"type\":")
            writer.jsonString(type)
        }
        writer.markup("}")
    }

    /// Writes an action with its hidden values and its input fields. Unlike a form of the page, it has no nonce.
    mutating func action(_ shown: ShownAction) {
        let (action, role) = (screen.actions[shown.action], shown.role)
        writer.markup("{\"name\":")
        writer.jsonString(action.words.name)
        if role != .normal || action.leavesSite || action.isConfirmed {
            writer.markup(",\"class\":[")
            if role != .normal { writer.jsonString(role.rawValue) }
            if action.leavesSite {
                writer.separate()
                writer.markup("\"external\"")
            }
            if action.isConfirmed {
                writer.separate()
                writer.markup("\"confirmed\"")
            }
            writer.markup("]")
        }
        writer.markup(",\"title\":")
        writer.jsonString(action.title)
        icon(shown.icon)
        writer.markup(",\"method\":\"POST\",\"href\":")
        href(context.location)
        hasFiles(among: action.inputs)
            ? writer.markup(",\"type\":\"multipart/form-data\",\"fields\":[")
            : writer.markup(",\"type\":\"application/x-www-form-urlencoded\",\"fields\":[")
        hidden(WireName.action, action.words.name)
        for value in action.words.values {
            if let text = value.text { hidden(value.name, text) }
        }
        hidden(WireName.at, context.at)
        for input in action.inputs { field(named: input) }
        writer.markup("]}")
    }

    /// Writes the forms that are sent with GET, as actions `query`, `query-2` and so on.
    mutating func queryForms() {
        var number = 0
        for (index, element) in screen.elements.enumerated() {
            guard case .beginQueryForm(let form) = element else { continue }
            number += 1
            writer.separate()
            writer.markup("{\"name\":\"query")
            if number > 1 {
                writer.markup("-")
                writer.number(number)
            }
            writer.markup("\",\"title\":")
            writer.jsonString(form.title)
            writer.markup(",\"method\":\"GET\",\"href\":")
            href(String(context.path))
            writer.markup(",\"type\":\"application/x-www-form-urlencoded\",\"fields\":[")
            for item in screen.query.items where !form.names.contains(item.name) { hidden(item.name, item.text) }
            for element in screen.elements[(index + 1)...] {
                if case .endForm = element { break }
                if case .field(let field) = element { self.field(named: field.field.name) }
            }
            writer.markup("]}")
        }
    }

    private func hasFiles(among inputs: [String]) -> Bool {
        screen.takesFiles
            && screen.elements.contains { element in
                if case .field(let field) = element {
                    field.field.kind == .file && inputs.contains(field.field.name)
                } else {
                    false
                }
            }
    }

    private mutating func hidden(_ name: String, _ value: String) {
        writer.separate()
        writer.markup("{\"name\":")
        writer.jsonString(name)
        writer.markup(",\"type\":\"hidden\",\"value\":")
        writer.jsonString(value)
        writer.markup("}")
    }

    mutating func links() {
        writer.markup(",\"links\":[{\"rel\":[\"self\"],\"href\":")
        href(context.location, query: context.query)
        writer.markup("},{\"rel\":[\"urn:cairn:app\"],\"title\":")
        writer.jsonString(context.appTitle)
        writer.markup(",\"href\":")
        href(context.mountPath.url)
        writer.markup("}")
        if !context.mountPath.isRoot {
            writer.markup(",{\"rel\":[\"urn:cairn:index\"],\"href\":")
            href("/")
            writer.markup("}")
        }
        if let description = context.mountPath.urlOfDescription {
            writer.markup(",{\"rel\":[\"describedby\"],\"type\":\"")
            writer.raw(MediaType.appDescription.name)
            writer.markup("\",\"href\":")
            href(description)
            writer.markup("}")
        }
        if screen.isLive {
            writer.markup(",{\"rel\":[\"monitor\"],\"type\":\"text/event-stream\",\"href\":")
            href(context.location, query: context.query)
            writer.markup("}")
        }
        if screen.isOnStack {
            writer.markup(",{\"rel\":[\"urn:cairn:stack\"],\"href\":")
            href(context.mountPath.urlOfStack(at: context.location), query: context.query)
            writer.markup("}")
        }
        for element in screen.elements {
            switch element {
            case .link(let title, let target):
                writer.separate()
                link("urn:cairn:link", title, to: target)
            case .routeLink(let route):
                writer.separate()
                link("urn:cairn:route", route.title, to: context.mountPath.url(ofRoute: route.path), type: route.type)
            case .queryLink(let query):
                writer.separate()
                link("urn:cairn:query", query.title, to: context.url(of: query, on: screen))
            case .table(let table): sortingLinks(of: table)
            case .beginTable(let index) where screen.tables.indices.contains(index):
                sortingLinks(of: screen.tables[index])
            case .pager(let pager):
                for (relation, query) in pager.links {
                    writer.separate()
                    link(relation, query.title, to: context.url(of: query, on: screen))
                }
            default: continue
            }
        }
        for entry in topLevel {
            guard let location = screen.location(of: entry.action) else { continue }
            let (title, target) = (screen.actions[entry.action].title, context.mountPath.url(of: location))
            writer.separate()
            isBack(entry.action) ? link("up", title, to: target) : link("urn:cairn:link", title, to: target)
        }
        writer.markup("]")
    }

    private mutating func sortingLinks(of table: Screen.TableElement) {
        for heading in table.columns.compactMap(\.heading) {
            writer.separate()
            link("urn:cairn:query", heading.link.title, to: context.url(of: heading.link, on: screen))
        }
    }

    private func isBack(_ action: Screen.ActionIndex) -> Bool { screen.actions[action].words.name == "back" }

    /// Writes an absolute URL: root-relative paths get the origin in front.
    mutating func href(_ target: String, query: String = "") {
        writer.markup("\"")
        if target.utf8.first == UInt8(ascii: "/") { writer.jsonText(context.origin) }
        writer.jsonText(target)
        writer.jsonText(query)
        writer.markup("\"")
    }
}
