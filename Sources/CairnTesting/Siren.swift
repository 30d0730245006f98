/// A decoded Siren entity.
public struct Siren: Decodable, Sendable {
    /// The classes, such as `screen` or `row`.
    public var `class`: [String]?
    /// The entity's title, such as the heading of a screen.
    public var title: String?
    /// The relation to the enclosing entity.
    public var rel: [String]?
    /// The properties; those that this kind of entity does not have are `nil`.
    public var properties: Properties?
    /// The sub-entities.
    public var entities: [Siren]?
    /// The available actions.
    public var actions: [Action]?
    /// The links to related resources.
    public var links: [Link]?

    /// The properties of screens and their sub-entities, except the heights of a sheet and the region of a map.
    public struct Properties: Decodable, Sendable {
        /// The title, such as the first line of a row.
        public var title: String?
        /// The second line of a row.
        public var subtitle: String?
        /// The badge of a row or a tab, such as a count of unread messages.
        public var badge: String?
        /// The name of the symbol of a row or a tab.
        public var icon: String?
        /// The URL of the picture of a row.
        public var image: String?
        /// The meaning of the badge of a row, such as `warning`, if it has one.
        public var badgeRole: String?
        /// Latitude of a place on a map, in degrees north of the equator.
        public var latitude: Double?
        /// Longitude of a place on a map, in degrees east of Greenwich.
        public var longitude: Double?
        /// The notice for the visitor.
        public var notice: String?
        /// The message of the action that led to this version: for its first page, or, with a button Undo, until the next
        /// action.
        public var flash: String?
        /// The active route of the outermost flow.
        public var flow: String?
        /// The title of the list that contains a row.
        public var list: String?
        /// True if a tab is selected.
        public var selected: Bool?
        /// True if a row is marked as unread.
        public var unread: Bool?
        /// The time of a row in UTC (RFC 3339), such as `2026-05-03T14:05:00Z`.
        public var time: String?
        /// The alert, which must be dismissed first.
        public var alert: Alert?
        /// Headings and paragraphs.
        public var content: [String]?
        /// The values of description lists.
        public var details: [Detail]?
        /// The column headings of a table.
        public var columns: [String]?
        /// The heading of the column by which a table is sorted, if it can be sorted.
        public var sortedBy: String?
        /// The direction in which a table is sorted: `ascending` or `descending`.
        public var order: String?
        /// The texts of a table's rows.
        public var rows: [[String]]?
        /// The values of a table's cells for programs, row by row; `nil` if no column has any.
        public var typedRows: [[TypedValue?]]?
        /// The total number of a table's rows; ``rows`` can contain only some of them.
        public var count: Int?
        /// The number of the shown page of a list.
        public var page: Int?
        /// The total number of pages.
        public var pages: Int?
        /// The current value of a progress indicator or a gauge.
        public var value: Double?
        /// The maximum value of a progress indicator or a gauge.
        public var max: Double?
        /// The minimum value of a gauge.
        public var min: Double?
        /// The value of a gauge for people.
        public var text: String?
        /// The name of an element of the app's own, such as `status-pill`.
        public var element: String?
        /// The unit of a gauge.
        public var unit: String?
        /// The values of an element of the app's own, or the typed values of a row, by name.
        public var values: [String: Value]?
        /// The index of a route on its stack, from 1.
        public var index: Int?
        /// A route of a stack, as it is printed in a location.
        public var route: String?
        /// True if removing a route drops typed text, or if its screen requires a confirmation.
        public var unsaved: Bool?
        /// The number of routes on a stack.
        public var depth: Int?
        /// The maximum number of routes on a stack.
        public var limit: Int?
    }

    /// A value of a description list and its label.
    public struct Detail: Decodable, Sendable, Equatable {
        /// The label.
        public var title: String
        /// The value as text.
        public var value: String
        /// The value in UTC (RFC 3339) if it is a time.
        public var time: String?
        /// The value for programs, if it has a type.
        public var typed: TypedValue?
    }

    /// The alert of a page.
    public struct Alert: Decodable, Sendable {
        /// The alert's heading.
        public var title: String
        /// The text below the heading.
        public var message: String
    }

    /// An action that the entity offers.
    public struct Action: Decodable, Sendable {
        /// The action's name, unique within the entity.
        public var name: String
        /// The classes, such as `primary`, `destructive` or `external`.
        public var `class`: [String]?
        /// The visible label.
        public var title: String?
        /// The name of the symbol before the label.
        public var icon: String?
        /// The HTTP method.
        public var method: String
        /// The target URL.
        public var href: String
        /// The media type of the body.
        public var type: String
        /// The fields to send.
        public var fields: [Field]
    }

    /// A link to a related resource.
    public struct Link: Decodable, Sendable {
        /// The link relation types (RFC 8288 §2.1), such as `self`.
        public var rel: [String]
        /// The text of the link.
        public var title: String?
        /// The target URL.
        public var href: String
        /// A one-sentence description of the target.
        public var summary: String?
        /// The media type of the target, if it is known.
        public var type: String?

        /// True for a link to a route of the app, such as a download, which is no screen.
        var isRoute: Bool { rel.contains("urn:cairn:route") }

        /// True for links to the page itself, to its events, to its stack, to the app and its description, and to the
        /// list of apps.
        var isOfEveryPage: Bool {
            !Set(["self", "monitor", "describedby", "urn:cairn:stack", "urn:cairn:app", "urn:cairn:index"])
                .isDisjoint(with: rel)
        }
    }

    /// This entity and all its descendants.
    public var all: [Siren] { [self] + (entities ?? []).flatMap(\.all) }

    /// The sub-entities with this class, such as `row` or `tab`.
    public func entities(of kind: String) -> [Siren] {
        (entities ?? []).filter { $0.class?.contains(kind) ?? false }
    }
}

/// Problem details (RFC 9457).
public struct Problem: Decodable, Sendable {
    /// The URI of the problem's type.
    public var type: String
    /// The kind of problem in a few words.
    public var title: String
    /// The status code.
    public var status: Int
    /// The explanation of this occurrence.
    public var detail: String?
    /// The actions that are available instead.
    public var offered: [String]?
    /// The type for which no responder was found.
    public var missing: String?
    /// The types of the responders in the chain, the first one first.
    public var chain: [String]?
    /// The errors of the fields.
    public var errors: [FieldError]?
    /// The longest valid prefix of the path.
    public var longestValidPrefix: String?

    /// The error of one field.
    public struct FieldError: Decodable, Sendable {
        /// The name of the invalid field.
        public var name: String
        /// The validation message.
        public var detail: String
    }
}

extension Reply {
    /// The content as a Siren entity.
    public var siren: Siren {
        get throws { try JSON.decode(Siren.self, from: body) }
    }

    /// The URL of the page with the alert, if the action ended in an alert.
    package var alertLocation: String? {
        guard 400..<500 ~= status, (try? problem)?.type == "urn:cairn:problem:alert" else { return nil }
        return self["content-location"]
    }

    /// The content as problem details.
    public var problem: Problem {
        get throws { try JSON.decode(Problem.self, from: body) }
    }
}

extension Visitor {
    /// Fetches the Siren entity at `path`.
    ///
    /// - Throws: ``VisitorError`` for any final status except 200.
    @discardableResult
    public func siren(_ path: String) async throws -> Siren {
        try await entity(of: Call("GET", try self.path(of: path), fields: [("Accept", "application/vnd.siren+json")]))
    }

    /// Sends an action of `entity` or its descendants and returns the page that it leads to.
    ///
    /// - Parameters:
    ///   - name: the action's name.
    ///   - entity: the entity to search.
    ///   - title: the title of the descendant that has the action, if several have one with this name.
    ///   - fields: the values of the visible fields.
    /// - Returns: the entity of the page; if the action ends in an alert, that of the page with the alert.
    /// - Throws: ``VisitorError`` if there is no such action or field, or for any final status except 200.
    @discardableResult
    public func perform(
        _ name: String, of entity: Siren, in title: String? = nil, fields: [String: String] = [:]
    ) async throws -> Siren {
        try await self.entity(of: try call(name, of: entity, in: title, fields: fields))
    }

    /// The request that ``perform(_:of:in:fields:)`` would send. A file field without a value is sent without
    /// a file.
    public func call(
        _ name: String, of entity: Siren, in title: String? = nil, fields: [String: String] = [:]
    ) throws -> Call {
        let holders = entity.all.filter { title == nil || $0.properties?.title == title }
        guard let action = holders.lazy.compactMap({ $0.actions?.first { $0.name == name } }).first else {
            let names = entity.all.flatMap { $0.actions ?? [] }.map(\.name)
            throw VisitorError("No action \(name) in “\(title ?? entity.title ?? "")”. The actions are \(names).")
        }
        let known = Set(action.fields.filter { $0.type != "hidden" }.map(\.name))
        guard known.isSuperset(of: fields.keys) else {
            throw VisitorError("\(name) has the fields \(known.sorted()), not \(fields.keys.sorted()).")
        }
        // A choice without a selection is not sent, like a browser's radio buttons and checkboxes.
        let values = action.fields.compactMap { field in
            (fields[field.name] ?? field.value ?? (field.choices == nil ? "" : nil)).map { (field.name, $0) }
        }
        let accept = (name: "Accept", value: "application/vnd.siren+json")
        if action.method == "GET" {
            let query = String(decoding: FormEncoding.bytes(of: values), as: UTF8.self)
            return Call("GET", "\(try path(of: action.href))?\(query)", fields: [accept])
        }
        guard action.type.hasPrefix("multipart/") else {
            return Call(
                action.method, try path(of: action.href), fields: [accept, ("Content-Type", action.type)],
                body: FormEncoding.bytes(of: values))
        }
        // A file that the server already keeps is sent as text: the field's value refers to it.
        let files = action.fields.filter { $0.type == "file" && (fields[$0.name] ?? $0.value ?? "").isEmpty }
            .map(\.name)
        return Call(
            action.method, try path(of: action.href), fields: [accept, ("Content-Type", MultipartEncoding.type)],
            body: MultipartEncoding.bytes(
                of: values.filter { !files.contains($0.0) }, files: files.map { ($0, nil) }))
    }

    private func entity(of call: Call) async throws -> Siren {
        let (reply, url) = try await follow(call)
        if let alerted = reply.alertLocation {
            let fields = call.fields.filter { $0.name == "Accept" }
            return try await entity(of: Call("GET", try path(of: alerted), fields: fields))
        }
        guard reply.status == 200 else {
            throw VisitorError("\(url) responded with status \(reply.status): \(reply.text)")
        }
        return try reply.siren
    }
}
