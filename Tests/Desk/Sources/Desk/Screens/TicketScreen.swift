import Cairn

/// One ticket: its state, its messages, and a reply.
final class TicketScreen: ViewController {
    private let id: Int
    private var ticket: Ticket?
    private var entries: [Entry] = []

    init(_ id: Int) {
        self.id = id
        super.init()
    }

    override func load() async throws {
        let store = try required(Desk.self).store
        guard let ticket = try await store.ticket(id) else { throw NavigationError.notFound }
        (entries, self.ticket) = (try await store.entries(of: id), ticket)
        title = localized("Ticket \(id): \(ticket.subject)")
    }

    /// A reply that is not sent yet keeps the visitor here.
    override var isModalInPresentation: Bool { hasDraft }

    @ViewBuilder override var view: any View {
        if let ticket {
            HStack {
                Badge(ticket.status.title, role: ticket.status.badgeRole)
                Badge(ticket.priority.title, role: ticket.priority == .high ? .critical : .neutral)
            }
            LabeledContent(localized("Customer"), value: ticket.customer)
            LabeledContent(localized("Agent"), value: ticket.agentName)
            LabeledContent(localized("Changed"), value: localized("\(date: ticket.changed)"))
            Section(localized("Messages")) { ForEach(entries) { EntryCard(ticket: ticket.id, entry: $0) } }
            Section(localized("Reply")) {
                TextEditor(localized("Text"), name: "text", maximumLength: 5_000)
                FileField(localized("File"), name: "file")
                Button(localized("Send"), role: .primary, action: Reply(id: ticket.id, text: "", file: nil))
            }
            Section(localized("Status")) {
                HStack {
                    for status in Status.allCases where status != ticket.status {
                        StatusButton(ticket: ticket, status: status)
                    }
                    Button(localized("Assign"), action: ChooseAgent(id: ticket.id))
                }
            }
        }
    }
}

/// Changes the status; closing asks first. The version recognizes a change by another agent.
struct StatusButton: View {
    let ticket: Ticket
    let status: Status

    var body: some View {
        let action = SetStatus(id: ticket.id, version: ticket.version, status: status)
        if status == .closed {
            Button(status.title, role: .destructive, action: action)
                .confirms(localized("Close ticket \(ticket.id)?"), cancel: localized("Keep it open"))
        } else {
            Button(status.title, action: action)
        }
    }
}

struct EntryCard: View {
    let ticket: Int
    let entry: Entry

    var body: some View {
        VStack {
            Text(localized("\(entry.author) on \(date: entry.day)"), style: .secondary)
            Text(entry.text).keepingLineBreaks()
            if let file = entry.file { Link(file.name, route: "tickets/\(ticket)/files/\(file.id)") }
        }
        .background(.card)
    }
}

/// The agent who gets a ticket, and the version of the ticket that was on the page.
struct AgentChoice: Codable, Sendable {
    var ticket: Int
    var version: Int
    var agent: Agent.ID
}

struct PickAgent: Action {
    var version: Int
    var agent: Agent.ID
}
enum AgentPickerRoute: Route { case agents }

/// Chooses the agent for a ticket.
final class AgentPicker: NavigationController<AgentPickerRoute>, ResultProviding {
    typealias FlowResult = AgentChoice
    private let ticket: Int

    init(ticket: Int) {
        self.ticket = ticket
        super.init(root: .agents)
    }

    override class var actions: [Handler] { [.on(pick)] }

    func pick(_ action: PickAgent) async throws {
        try await complete(with: AgentChoice(ticket: ticket, version: action.version, agent: action.agent))
    }

    override func destination(for route: AgentPickerRoute) -> ViewController {
        AgentList(ticket: ticket).titled(localized("Agents"))
    }
}

final class AgentList: ViewController {
    private let id: Int
    private var ticket: Ticket?

    init(ticket: Int) {
        id = ticket
        super.init()
    }

    override func load() async throws {
        ticket = try await required(Desk.self).store.ticket(id)
        if ticket == nil { throw NavigationError.notFound }
    }

    @ViewBuilder override var view: any View {
        if let ticket {
            List(localized("Agents")) {
                ForEach(Agent.all) { agent in
                    Row(
                        agent.name, badge: agent.id == ticket.agent ? localized("has the ticket") : nil,
                        action: PickAgent(version: ticket.version, agent: agent.id))
                }
            }
        }
    }
}
