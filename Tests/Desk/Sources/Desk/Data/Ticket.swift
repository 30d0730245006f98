import Cairn

/// A member of the support team.
struct Agent: Identifiable, Sendable {
    enum Role: Sendable { case agent, lead }

    let id: String
    let name: String
    let role: Role

    static let all = [
        Agent(id: "ada", name: "Ada", role: .lead), Agent(id: "ben", name: "Ben", role: .agent),
        Agent(id: "cyra", name: "Cyra", role: .agent),
    ]

    static func named(_ id: String) -> Agent? { all.first { $0.id == id } }
}

enum Status: String, Codable, CaseIterable, Sendable {
    case open, waiting, solved, closed

    var title: String {
        switch self {
        case .open: localized("Open")
        case .waiting: localized("Waiting")
        case .solved: localized("Solved")
        case .closed: localized("Closed")
        }
    }

    var badgeRole: BadgeRole {
        switch self {
        case .open: .critical
        case .waiting: .warning
        case .solved: .success
        case .closed: .neutral
        }
    }
}

enum Priority: Int, Codable, CaseIterable, Sendable {
    case low = 1
    case normal, high

    var title: String {
        switch self {
        case .low: localized("Low")
        case .normal: localized("Normal")
        case .high: localized("High")
        }
    }
}

struct Ticket: Identifiable, Sendable {
    let id: Int
    let subject: String
    let customer: String
    let status: Status
    let priority: Priority
    /// The agent's ID; `nil` while the ticket has no agent.
    let agent: String?
    /// The day of the last change in ISO 8601.
    let changed: String
    /// The number of changes, which recognizes a change by another agent.
    let version: Int

    var agentName: String { agent.flatMap(Agent.named)?.name ?? localized("Nobody") }
}

/// One message of a ticket.
struct Entry: Identifiable, Sendable {
    struct File: Sendable {
        let id: Int
        let name: String
    }

    let id: Int
    let author: String
    let text: String
    let day: String
    let file: File?
}

/// The condition for the tickets of a list.
struct TicketFilter: Codable, Equatable, Sendable {
    var status: Status?
}

enum TicketColumn: String, Codable, Sendable { case number, customer, changed }
