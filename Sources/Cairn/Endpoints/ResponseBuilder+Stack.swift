import HTTPProtocol
import Hypermedia
import NavigationKit
import Sessions

extension StackPage {
    /// The query that names the version of the state; empty if the location is its canonical URL.
    var query: String {
        guard !isCanonical, case .version(let number) = at else { return "" }
        return location.query(ofVersion: number)
    }
}

extension ResponseBuilder {
    /// The media types of a stack, most preferred first.
    static let offeredForStacks: [MediaType] = [.siren, .json]

    /// The root-relative URL of the page's stack, or of the part that `target` names.
    func url(of page: StackPage, _ target: StackTarget) -> String {
        mountPath.urlOfStack(at: mountPath.url(of: page.location), part: target.suffix) + page.query
    }

    /// Builds the Siren document of a stack.
    ///
    /// - Throws: ``StackError/noEntry(_:depth:)`` if the stack ends below the part that `target` names.
    func stack(_ page: StackPage, _ target: StackTarget) throws(StackError) -> Response {
        let entries = page.stack.entries
        if let from = target.from, from > entries.count { throw .noEntry(from, depth: entries.count) }
        let shown = entries.indices.dropFirst((target.from ?? 1) - 1)
        var properties: [(String, JSONValue)] = [
            ("depth", .number(entries.count)), ("limit", .number(page.stack.limit)),
        ]
        if let notice = page.notice { properties.append(("notice", .string(notice))) }
        let document = JSONValue.object([
            ("class", ["stack"]), ("title", .string(entries.last?.title ?? "")), ("properties", .object(properties)),
            ("entities", .array(shown.map { entity(at: $0, of: page) })),
            ("actions", .array(actions(of: page, target))),
            ("links", .array(links(of: page, target))),
        ])
        var response = Response(.ok)
        response.body.bytes = document.bytes()
        response.fields.add(.contentType, mediaType.name)
        response.fields.add(.cacheControl, "private, no-cache")
        response.fields.add(.etag, EntityTag.strong(of: response.body.bytes))
        response.fields.add(.vary, vary)
        response.addSecurityHeaders()
        return response
    }

    /// The number of the highest routes that have an action to return to them, so that the document of a very deep
    /// stack stays small.
    private static let poppableRoutes = 256

    private func entity(at position: Int, of page: StackPage) -> JSONValue {
        let (entries, entry) = (page.stack.entries, page.stack.entries[position])
        let isTop = position == entries.count - 1
        var properties: [(String, JSONValue)] = [
            ("index", .number(position + 1)), ("route", .string(entry.route)), ("unsaved", .bool(entry.isUnsaved)),
        ]
        if !entry.title.isEmpty { properties.insert(("title", .string(entry.title)), at: 0) }
        var members: [(String, JSONValue)] = [
            ("class", ["route"]), ("rel", ["item"]), ("properties", .object(properties)),
        ]
        if page.isEditable, !isTop, entries.count - position <= Self.poppableRoutes {
            members.append(("actions", [removal(from: position + 2, of: page, title: "Return to this screen")]))
        }
        let url = isTop ? screenURL(of: page) : entry.location.map { mountPath.url(of: $0) }
        if let url { members.append(("links", [link("self", to: url)])) }
        return .object(members)
    }

    private func actions(of page: StackPage, _ target: StackTarget) -> [JSONValue] {
        guard page.isEditable else { return [] }
        if let from = target.from {
            return from > 1 ? [removal(from: from, of: page, title: "Remove these screens")] : []
        }
        return [
            [
                "name": "set-stack", "title": "Replace the routes", "method": "PUT",
                "href": .string(origin.description + url(of: page, target)), "type": "application/json",
                "fields": [["name": "routes", "type": "text", "title": "The routes as an array of strings"]],
            ]
        ]
    }

    private func removal(from index: Int, of page: StackPage, title: String) -> JSONValue {
        let target = StackTarget(location: page.location, from: index)
        return [
            "name": "pop-to", "title": .string(title), "method": "DELETE",
            "href": .string(origin.description + url(of: page, target)), "type": "application/x-www-form-urlencoded",
            "fields": [],
        ]
    }

    private func links(of page: StackPage, _ target: StackTarget) -> [JSONValue] {
        var links = [link("self", to: url(of: page, target)), link("urn:cairn:screen", to: screenURL(of: page))]
        if target.from != nil {
            let whole = StackTarget(location: page.location, from: nil)
            links.append(link("urn:cairn:stack", to: url(of: page, whole)))
        }
        return links + [link("urn:cairn:app", to: mountPath.url)]
    }

    private func screenURL(of page: StackPage) -> String { mountPath.url(of: page.location) + page.query }

    private func link(_ relation: String, to path: String) -> JSONValue {
        ["rel": [.string(relation)], "href": .string(origin.description + path)]
    }
}
