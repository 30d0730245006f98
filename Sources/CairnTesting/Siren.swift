/// A Siren entity as a script reads it.
public struct Siren: Decodable, Sendable {
    /// What it is, as `screen` or `row`.
    public var `class`: [String]?
    /// Its title.
    public var title: String?
    /// How it relates to what encloses it.
    public var rel: [String]?
    /// What it says.
    public var properties: Properties?
    /// What it consists of.
    public var entities: [Siren]?
    /// What can be done.
    public var actions: [Action]?
    /// Where else one can go.
    public var links: [Link]?

    /// What an entity says.
    public struct Properties: Decodable, Sendable {
        /// Its title.
        public var title: String?
        /// Its second line.
        public var subtitle: String?
        /// A short note.
        public var badge: String?
        /// Where a place on a map is: degrees north of the equator.
        public var latitude: Double?
        /// Where a place on a map is: degrees east of Greenwich.
        public var longitude: Double?
        /// A line for the visitor.
        public var notice: String?
        /// The active route of the outermost flow.
        public var flow: String?
        /// What the list is called that a row belongs to.
        public var list: String?
        /// Whether a tab is shown.
        public var selected: Bool?
        /// What must be dismissed first.
        public var alert: Alert?
        /// Headings and paragraphs.
        public var content: [String]?
        /// What is called something, and what it is.
        public var details: [Detail]?
        /// The headings of a table.
        public var columns: [String]?
        /// The texts of a table's rows.
        public var rows: [[String]]?
        /// How many there are, of which only some may be here.
        public var count: Int?
        /// Which page of a list is shown.
        public var page: Int?
        /// How many pages there are.
        public var pages: Int?
        /// How much is done.
        public var value: Double?
        /// How much there is to do.
        public var max: Double?
    }

    /// What something is called, and what it is.
    public struct Detail: Decodable, Sendable, Equatable {
        /// What it is called.
        public var title: String
        /// What it is.
        public var value: String
    }

    /// A message before everything else.
    public struct Alert: Decodable, Sendable {
        /// What happened.
        public var title: String
        /// What it means.
        public var message: String
    }

    /// Something that can be done.
    public struct Action: Decodable, Sendable {
        /// Its name.
        public var name: String
        /// What it means, as `primary` or `destructive`.
        public var `class`: [String]?
        /// What a person calls it.
        public var title: String?
        /// How it is sent.
        public var method: String
        /// Where it is sent.
        public var href: String
        /// The type of the body.
        public var type: String
        /// What is sent.
        public var fields: [Field]
    }

    /// A way elsewhere.
    public struct Link: Decodable, Sendable {
        /// How it relates.
        public var rel: [String]
        /// What it says.
        public var title: String?
        /// Where it leads.
        public var href: String
        /// One sentence about what is there.
        public var summary: String?

        /// Whether each page has it: the page itself, the app, and the list of the apps.
        var isOfEveryPage: Bool { !Set(["self", "urn:cairn:app", "urn:cairn:index"]).isDisjoint(with: rel) }
    }

    /// This entity and all within, each with the title that names it.
    public var all: [Siren] { [self] + (entities ?? []).flatMap(\.all) }

    /// The entities of this class, as `row` or `tab`.
    public func entities(of kind: String) -> [Siren] {
        (entities ?? []).filter { $0.class?.contains(kind) ?? false }
    }
}

/// Problem details as a script reads them (RFC 9457).
public struct Problem: Decodable, Sendable {
    /// Which problem it is.
    public var type: String
    /// What it is called.
    public var title: String
    /// The status, again.
    public var status: Int
    /// What happened this time.
    public var detail: String?
    /// What is offered instead.
    public var offered: [String]?
    /// The type that was looked for in vain.
    public var missing: String?
    /// Who was asked.
    public var chain: [String]?
    /// What is wrong with each field.
    public var errors: [FieldError]?
    /// The longest part of the path that leads somewhere.
    public var longestValidPrefix: String?

    /// What is wrong with one field.
    public struct FieldError: Decodable, Sendable {
        /// The field.
        public var name: String
        /// What is wrong.
        public var detail: String
    }
}

extension Reply {
    /// The content as a Siren entity.
    public var siren: Siren {
        get throws { try JSON.decode(Siren.self, from: body) }
    }

    /// Where the page with the alert is that an action ended in, if it did.
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
    /// What a script gets at `path`.
    ///
    /// - Throws: ``VisitorError`` for any status but 200.
    @discardableResult
    public func siren(_ path: String) async throws -> Siren {
        try await entity(of: Call("GET", try self.path(of: path), fields: [("Accept", "application/vnd.siren+json")]))
    }

    /// Sends the action of this name that `entity` or a part of it holds, and reads where it leads.
    ///
    /// - Parameters:
    ///   - name: the action's name.
    ///   - entity: where it is looked for.
    ///   - title: the title of the part that holds it, where several have one of that name.
    ///   - fields: the values of its fields that are not hidden.
    /// An action that ends in an alert leads to the page with the alert.
    /// - Throws: ``VisitorError`` if there is no such action or field, or the answer is no entity.
    @discardableResult
    public func perform(
        _ name: String, of entity: Siren, in title: String? = nil, fields: [String: String] = [:]
    ) async throws -> Siren {
        try await self.entity(of: try call(name, of: entity, in: title, fields: fields))
    }

    /// What ``perform(_:of:in:fields:)`` would send.
    public func call(
        _ name: String, of entity: Siren, in title: String? = nil, fields: [String: String] = [:]
    ) throws -> Call {
        let holders = entity.all.filter { title == nil || $0.properties?.title == title }
        guard let action = holders.lazy.compactMap({ $0.actions?.first { $0.name == name } }).first else {
            let names = entity.all.flatMap { $0.actions ?? [] }.map(\.name)
            throw VisitorError("No action \(name) in “\(title ?? entity.title ?? "")”, but \(names).")
        }
        let known = Set(action.fields.filter { $0.type != "hidden" }.map(\.name))
        guard known.isSuperset(of: fields.keys) else {
            throw VisitorError("\(name) takes \(known.sorted()), not \(fields.keys.sorted()).")
        }
        // Nothing is sent of choices of which none is made, as by a browser.
        let values = action.fields.compactMap { field in
            (fields[field.name] ?? field.value ?? (field.choices == nil ? "" : nil)).map { (field.name, $0) }
        }
        return Call(
            action.method, try path(of: action.href),
            fields: [("Accept", "application/vnd.siren+json"), ("Content-Type", action.type)],
            body: FormEncoding.bytes(of: values))
    }

    private func entity(of call: Call) async throws -> Siren {
        let (reply, url) = try await follow(call)
        if let alerted = reply.alertLocation {
            let fields = call.fields.filter { $0.name == "Accept" }
            return try await entity(of: Call("GET", try path(of: alerted), fields: fields))
        }
        guard reply.status == 200 else { throw VisitorError("\(url) answered \(reply.status): \(reply.text)") }
        return try reply.siren
    }
}
