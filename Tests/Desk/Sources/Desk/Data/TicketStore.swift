import Cairn
import Foundation

/// The tickets in an SQLite database. One statement at a time uses the connection.
actor TicketStore {
    private let database: SQLite

    /// - Parameters:
    ///   - path: the path of the database, which is created if it is missing; `:memory:` for one that is not kept.
    ///   - tickets: the number of tickets with which a new database begins.
    init(path: String, tickets: Int) throws {
        database = try SQLite(path: path)
        try database.run(
            """
            CREATE TABLE IF NOT EXISTS ticket (id INTEGER PRIMARY KEY, subject TEXT, customer TEXT, status TEXT,
            priority INTEGER, agent TEXT, changed TEXT, version INTEGER)
            """)
        try database.run(
            """
            CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, ticket INTEGER, author TEXT, text TEXT, day TEXT,
            fileName TEXT, file BLOB)
            """)
        for column in ["status", "customer", "changed", "agent"] {
            try database.run("CREATE INDEX IF NOT EXISTS by_\(column) ON ticket (\(column), id)")
        }
        try database.run("CREATE INDEX IF NOT EXISTS by_ticket ON entry (ticket)")
        guard try database.run("SELECT id FROM ticket LIMIT 1").isEmpty else { return }
        try Self.fill(database, tickets)
    }

    /// Replaces all tickets by those of a new database, for tools that explore the app.
    func reset(tickets: Int) throws {
        try database.run("DELETE FROM ticket")
        try database.run("DELETE FROM entry")
        try Self.fill(database, tickets)
    }

    private static func fill(_ database: SQLite, _ count: Int) throws {
        let subjects = [
            "Printer is on fire", "Cannot log in", "Invoice is wrong", "Where is my parcel?", "Screen is blue",
        ]
        let customers = (1...40).map { "Customer \($0)" }
        try database.run("BEGIN")
        for number in 0..<count {
            let day = "2026-\(["01", "02", "03"][number % 3])-\(String(10 + number % 18))"
            let customer = customers[number * 7 % customers.count]
            try database.run(
                "INSERT INTO ticket VALUES (?, ?, ?, ?, ?, ?, ?, 1)", .integer(number + 1),
                .text(subjects[number % subjects.count]), .text(customer),
                .text(Status.allCases[number % 4].rawValue), .integer(1 + number % 3),
                number % 5 == 0 ? .null : .text(Agent.all[number % Agent.all.count].id), .text(day))
            try database.run(
                "INSERT INTO entry VALUES (NULL, ?, ?, ?, ?, NULL, NULL)", .integer(number + 1), .text(customer),
                .text("Hello,\nplease help me.\n\nYours,\n\(customer)"), .text(day))
        }
        try database.run("COMMIT")
    }

    // MARK: - Reading

    /// Returns a page of tickets, and the number of all that match.
    func tickets(
        _ filter: TicketFilter, of agent: String? = nil, customer: String? = nil, search: String = "",
        by order: ColumnOrder<TicketColumn>, offset: Int, limit: Int
    ) throws -> (page: [Ticket], total: Int) {
        var conditions = ["1"]
        var values: [SQLite.Value] = []
        func require(_ condition: String, _ text: String?) {
            guard let text else { return }
            conditions.append(condition)
            values.append(.text(text))
        }
        require("status = ?", filter.status?.rawValue)
        require("agent = ?", agent)
        require("customer = ?", customer)
        for word in search.split(separator: " ") {
            require("instr(lower(subject || ' ' || customer), lower(?)) > 0", String(word))
        }
        let matching = "FROM ticket WHERE " + conditions.joined(separator: " AND ")
        let column =
            switch order.by {
            case .number: "id"
            case .customer: "customer"
            case .changed: "changed"
            }
        let direction = order.isDescending ? "DESC" : "ASC"
        let total = try database.run("SELECT count(*) \(matching)", values).first?.integer(0) ?? 0
        let rows = try database.run(
            "SELECT * \(matching) ORDER BY \(column) \(direction), id \(direction) LIMIT ? OFFSET ?",
            values + [.integer(limit), .integer(offset)])
        return (rows.map(Ticket.init), total)
    }

    func ticket(_ id: Int) throws -> Ticket? {
        try database.run("SELECT * FROM ticket WHERE id = ?", .integer(id)).first.map(Ticket.init)
    }

    func entries(of ticket: Int) throws -> [Entry] {
        let columns = "SELECT id, author, text, day, fileName FROM entry"
        return try database.run("\(columns) WHERE ticket = ? ORDER BY id", .integer(ticket)).map { row in
            let name = row.text(4)
            return Entry(
                id: row.integer(0), author: row.text(1), text: row.text(2), day: row.text(3),
                file: name.isEmpty ? nil : Entry.File(id: row.integer(0), name: name))
        }
    }

    func file(_ id: Int, of ticket: Int) throws -> (name: String, bytes: [UInt8])? {
        let row = try database.run(
            "SELECT fileName, file FROM entry WHERE id = ? AND ticket = ? AND fileName IS NOT NULL", .integer(id),
            .integer(ticket)
        ).first
        return row.map { ($0.text(0), $0.blob(1)) }
    }

    /// The number of tickets of each status.
    func counts() throws -> [Status: Int] {
        let rows = try database.run("SELECT status, count(*) FROM ticket GROUP BY status")
        return Dictionary(rows.compactMap { row in Status(rawValue: row.text(0)).map { ($0, row.integer(1)) } }) { $1 }
    }

    func count(of agent: String, _ status: Status) throws -> Int {
        try database.run(
            "SELECT count(*) FROM ticket WHERE agent = ? AND status = ?", .text(agent), .text(status.rawValue)
        ).first?.integer(0) ?? 0
    }

    /// The customers in order, with the number of their tickets.
    func customers() throws -> [(name: String, tickets: Int)] {
        try database.run("SELECT customer, count(*) FROM ticket GROUP BY customer ORDER BY length(customer), customer")
            .map { ($0.text(0), $0.integer(1)) }
    }

    // MARK: - Changing

    func create(_ subject: String, customer: String, priority: Priority, text: String, on day: String) throws -> Int {
        try database.run(
            "INSERT INTO ticket VALUES (NULL, ?, ?, 'open', ?, NULL, ?, 1)", .text(subject), .text(customer),
            .integer(priority.rawValue), .text(day))
        let id = database.lastKey
        try add(text, file: nil, to: id, by: customer, on: day)
        return id
    }

    /// - Throws: ``TicketChanged`` if another agent has changed the ticket since `version`.
    func set(_ status: Status, of ticket: Int, version: Int, on day: String) throws {
        try change("status = ?", .text(status.rawValue), of: ticket, version: version, on: day)
    }

    /// - Throws: ``TicketChanged`` if another agent has changed the ticket since `version`.
    func assign(_ ticket: Int, to agent: String, version: Int, on day: String) throws {
        try change("agent = ?", .text(agent), of: ticket, version: version, on: day)
    }

    func close(_ tickets: [Int], on day: String) throws {
        try database.run("BEGIN")
        for ticket in tickets {
            try database.run(
                "UPDATE ticket SET status = 'closed', version = version + 1, changed = ? WHERE id = ?", .text(day),
                .integer(ticket))
        }
        try database.run("COMMIT")
    }

    func add(_ text: String, file: (name: String, bytes: [UInt8])?, to ticket: Int, by author: String, on day: String)
        throws
    {
        try database.run(
            "INSERT INTO entry VALUES (NULL, ?, ?, ?, ?, ?, ?)", .integer(ticket), .text(author), .text(text),
            .text(day),
            file.map { .text($0.name) } ?? .null, file.map { .blob($0.bytes) } ?? .null)
        try database.run(
            "UPDATE ticket SET version = version + 1, changed = ? WHERE id = ?", .text(day), .integer(ticket))
    }

    private func change(_ assignment: String, _ value: SQLite.Value, of ticket: Int, version: Int, on day: String)
        throws
    {
        let changed = try database.run(
            "UPDATE ticket SET \(assignment), version = version + 1, changed = ? WHERE id = ? AND version = ? RETURNING id",
            value, .text(day), .integer(ticket), .integer(version))
        if changed.isEmpty { throw TicketChanged() }
    }
}

/// Another agent has changed the ticket.
struct TicketChanged: PresentableError {
    var alert: Alert {
        Alert(
            title: localized("The ticket has changed"),
            message: localized("Somebody else changed it meanwhile. Look at it again."))
    }
}

extension Ticket {
    /// - Parameter row: a row of the table `ticket`.
    fileprivate init(_ row: [SQLite.Value]) {
        let agent = row.text(5)
        self.init(
            id: row.integer(0), subject: row.text(1), customer: row.text(2),
            status: Status(rawValue: row.text(3)) ?? .open, priority: Priority(rawValue: row.integer(4)) ?? .normal,
            agent: agent.isEmpty ? nil : agent, changed: row.text(6), version: row.integer(7))
    }
}
