import Cairn
import Foundation

struct OpenTicket: Action { var id: Int }
struct OpenCustomer: Action { var number: Int }
struct StartTicket: Action {}
struct CloseTickets: Action { var tickets = Selection<Int>() }
struct SetStatus: Action {
    var id: Int
    var version: Int
    var status: Status
}
struct ChooseAgent: Action { var id: Int }
struct Reply: Action {
    var id: Int
    var text: String
    var file: UploadedFile?
}

enum TicketRoute: Route {
    case list, mine, customers, customer(Int), ticket(Int), start, assign(Int)

    var transition: Transition {
        switch self {
        case .start, .assign: .modal
        default: .push
        }
    }
}

/// A stack of tickets, which begins with a list of tickets or of customers.
final class TicketNavigation: NavigationController<TicketRoute> {
    override class var actions: [Handler] {
        [
            .show { (action: OpenTicket) in TicketRoute.ticket(action.id) },
            .show { (action: OpenCustomer) in TicketRoute.customer(action.number) },
            .on(start), .on(close), .on(setStatus), .on(chooseAgent), .on(reply),
            .onResult(of: TicketWizard.self, created), .onResult(of: AgentPicker.self, assigned),
        ]
    }

    private var today: String {
        Date(timeIntervalSince1970: Double(wallClock.components.seconds)).formatted(.iso8601.year().month().day())
    }

    private var store: TicketStore { get throws { try required(Desk.self).store } }

    func start(_ action: StartTicket) { show(.start) }
    func chooseAgent(_ action: ChooseAgent) { show(.assign(action.id)) }

    func close(_ action: CloseTickets) async throws {
        let ids = action.tickets.ids
        guard !ids.isEmpty else {
            throw Refusal(title: localized("No ticket is ticked"), message: localized("Tick the tickets to close."))
        }
        try await store.close(ids.sorted(), on: today)
        flash(localized("\(ids.count) tickets are closed"))
    }

    func setStatus(_ action: SetStatus) async throws {
        try await store.set(action.status, of: action.id, version: action.version, on: today)
        flash(localized("Ticket \(action.id): \(action.status.title)"))
    }

    func reply(_ action: Reply) async throws {
        guard !action.text.allSatisfy(\.isWhitespace) else {
            throw InvalidInput(field: "text", localized("Write something first."))
        }
        let file = try action.file.map { (name: $0.name, bytes: Array(try Data(contentsOf: URL(filePath: $0.path)))) }
        let author = try required(Desk.self).agent?.name ?? ""
        try await store.add(action.text, file: file, to: action.id, by: author, on: today)
        flash(localized("The reply is sent"))
    }

    func created(_ draft: TicketDraft) async throws {
        let id = try await store.create(
            draft.subject, customer: draft.customer, priority: draft.priority, text: draft.text, on: today)
        show(.ticket(id))
        flash(localized("Ticket \(id) is created"))
    }

    func assigned(_ choice: AgentChoice) async throws {
        try await store.assign(choice.ticket, to: choice.agent, version: choice.version, on: today)
        flash(localized("Ticket \(choice.ticket) is assigned"))
    }

    override func destination(for route: TicketRoute) -> ViewController {
        switch route {
        case .list: TicketList().titled(localized("Queue"))
        case .mine: TicketList(onlyMine: true).titled(localized("Mine"))
        case .customers: CustomerList().titled(localized("Customers"))
        case .customer(let number): TicketList(customer: number)
        case .ticket(let id): TicketScreen(id)
        case .start: TicketWizard(root: .customer)
        case .assign(let id): AgentPicker(ticket: id)
        }
    }
}

/// A refusal that the visitor should know about.
struct Refusal: PresentableError {
    let title: String
    let message: String
    var alert: Alert { Alert(title: title, message: message) }
}
