import Cairn

/// A page of tickets with a filter, a search, sortable columns, and a button that closes the ticked ones.
final class TicketList: ViewController {
    @Query var filter = TicketFilter()
    @Query var order = ColumnOrder(by: TicketColumn.changed, isDescending: true)
    @Query var listing = ListState()
    private let onlyMine: Bool
    private let customerNumber: Int?
    private var page = ListPage([Ticket](), at: ListState(), size: pageSize, of: 0)

    private static let pageSize = 25

    /// - Parameters:
    ///   - onlyMine: true to show only the agent's tickets.
    ///   - customer: the number of the customer whose tickets are shown; `nil` for all.
    init(onlyMine: Bool = false, customer: Int? = nil) {
        self.onlyMine = onlyMine
        customerNumber = customer
        super.init()
        if customer == nil {
            navigationItem.rightBarButtonItems = [BarButtonItem(localized("New"), action: StartTicket())]
        }
    }

    override func load() async throws {
        let desk = try required(Desk.self)
        var customer: String?
        if let customerNumber {
            let customers = try await desk.store.customers()
            guard customers.indices.contains(customerNumber) else { throw NavigationError.notFound }
            customer = customers[customerNumber].name
            title = customers[customerNumber].name
        }
        let found = try await desk.store.tickets(
            filter, of: onlyMine ? desk.agentID : nil, customer: customer, search: listing.query, by: order,
            offset: listing.offset(size: Self.pageSize), limit: Self.pageSize)
        page = ListPage(found.page, at: listing, size: Self.pageSize, of: found.total)
    }

    @ViewBuilder override var view: any View {
        HStack {
            QueryLink(localized("All"), $filter) { $0.status = nil }
            for status in Status.allCases { QueryLink(status.title, $filter) { $0.status = status } }
            SearchField($listing, prompt: localized("Search tickets"))
        }
        if page.total == 0 {
            EmptyState(localized("No tickets"), message: localized("No ticket matches the filter and the search."))
        } else {
            Text(localized("\(grouped: page.total) tickets"), style: .secondary)
            TicketTable(tickets: page.elements, order: $order)
            QueryPager(page, at: $listing)
        }
        Link(localized("Save all tickets as CSV"), route: "tickets.csv", type: "text/csv")
    }
}

struct TicketTable: View {
    let tickets: [Ticket]
    let order: QueryBinding<ColumnOrder<TicketColumn>>

    var body: some View {
        Form {
            Table(localized("Tickets"), tickets) {
                ViewColumn(localized("Number")) { SelectionToggle("\($0.id)", name: "tickets", id: $0.id) }
                    .sorted(by: .number, order)
                ViewColumn(localized("Subject")) { Button($0.subject, action: OpenTicket(id: $0.id)) }
                ViewColumn(localized("Status")) { Badge($0.status.title, role: $0.status.badgeRole) }
                TableColumn(localized("Customer"), value: \.customer).sorted(by: .customer, order)
                TableColumn(localized("Agent"), value: \.agentName)
                TableColumn(localized("Changed")) { localized("\(date: $0.changed)") }.sorted(by: .changed, order)
            }
            Button(localized("Close the ticked tickets"), role: .destructive, action: CloseTickets())
                .confirms(localized("Close the ticked tickets?"), cancel: localized("Keep them"))
        }
    }
}

/// The customers with the number of their tickets.
final class CustomerList: ViewController {
    @Query var listing = ListState()
    private var customers: [(offset: Int, element: (name: String, tickets: Int))] = []

    override func load() async throws {
        customers = Array(try await required(Desk.self).store.customers().enumerated())
    }

    @ViewBuilder override var view: any View {
        PagedList(localized("Customers"), listing.filter(customers, by: \.element.name), at: $listing) { customer in
            Row(
                customer.element.name, badge: "\(customer.element.tickets)",
                action: OpenCustomer(number: customer.offset))
        }
        .searchable($listing, prompt: localized("Search customers"))
    }
}
