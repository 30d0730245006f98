import Cairn
import CairnTesting
import Testing

/// Tickets that are closed after a confirmation.
private final class Tickets: Application {
    @Saved var closed: [Int] = []

    override class var actions: [Handler] { [.on(close)] }
    func close(_ action: CloseTicket) { closed.append(action.id) }
    override func makeRootViewController() -> ViewController { TicketNavigation(root: .list) }

    static func hosted() -> HostedApplication { HostedApplication("tickets", title: "Tickets") { Tickets() } }
}

private struct CloseTicket: Action { var id: Int }
private struct ShowTicket: Action { var id: Int }
private enum TicketRoute: Route { case list, ticket(Int) }

private final class TicketNavigation: NavigationController<TicketRoute> {
    override class var actions: [Handler] { [.on(show)] }
    func show(_ action: ShowTicket) { push(.ticket(action.id)) }
    override func destination(for route: TicketRoute) throws -> ViewController {
        switch route {
        case .list: TicketList().titled("Tickets")
        case .ticket(let id): TicketScreen(id).titled("Ticket \(id)")
        }
    }
}

private final class TicketList: ViewController {
    @ViewBuilder override var view: any View {
        List { for id in 1...2 { Row("Ticket \(id)", action: ShowTicket(id: id)) } }
    }
}

private final class TicketScreen: ViewController {
    let id: Int
    init(_ id: Int) {
        self.id = id
        super.init()
    }
    @ViewBuilder override var view: any View {
        TicketState(closed: nearest(Tickets.self)?.closed ?? [], id: id)
    }
}

/// An element of the app's own that contains a button.
private struct TicketState: ElementView {
    let closed: [Int]
    let id: Int

    private var text: String { closed.isEmpty ? "Open" : "Closed: \(closed.map(String.init).joined(separator: ", "))" }

    func writeHTML(_ html: inout HTMLElementWriter) {
        html.element("article") { html in
            html.element("p", text: text)
            html.element("svg", [.role("img"), .label("A stamp"), .attribute("viewBox", "0 0 9 9")]) { html in
                html.element("circle", [.attribute("cx", 4.5), .attribute("cy", 4.5), .attribute("r", 4)])
            }
            html.content()
            html.link("The rules", to: "https://example.org/rules?a=1&b=2")
        }
    }

    func writeSiren(_ siren: inout SirenElementWriter) {
        siren.set("title", text)
        siren.set("closed", closed.map(Double.init))
    }

    @ViewBuilder var body: some View {
        Button("Close", role: .destructive, action: CloseTicket(id: id))
            .confirms("Close ticket \(id)?", message: "The customer gets a letter.", cancel: "Keep it open")
    }
}

@Suite("Confirmed actions and own elements over HTTP") struct ConfirmedPageTests {
    @Test func `the alert of a confirmed action performs it once`() async throws {
        try await Visitor.each(apps: { [Tickets.hosted()] }) { visitor in
            try await visitor.visit("/tickets")
            try await visitor.click("Ticket 1")
            let asking = try await visitor.click("Close")
            #expect(asking.alert?.title == "Close ticket 1?")
            #expect(asking.alert?.message == "The customer gets a letter.")
            #expect(asking.buttons.map(\.label) == ["Keep it open", "Close"])
            #expect(asking.texts.contains("Open"))
            let closed = try await visitor.click("Close")
            #expect(closed.alert == nil && closed.texts == ["Closed: 1"])
        }
    }

    @Test func `a double click on either button counts once`() async throws {
        try await Visitor.each(apps: { [Tickets.hosted()] }) { visitor in
            try await visitor.visit("/tickets")
            try await visitor.click("Ticket 1")
            let first = try visitor.call(for: try visitor.page.button("Close"))
            let replies = [try await visitor.send(first), try await visitor.send(first)]
            #expect(replies.map(\.status) == [303, 303] && replies[0]["location"] == replies[1]["location"])
            let asking = try await visitor.visit(try #require(replies[0]["location"]))
            let answer = try visitor.call(for: try asking.button("Close"))
            let answers = [try await visitor.send(answer), try await visitor.send(answer)]
            #expect(answers[0]["location"] == answers[1]["location"])
            #expect(try await visitor.visit(try #require(answers[1]["location"])).texts == ["Closed: 1"])
        }
    }

    @Test func `Back from the question leads to the page without it, whose question is a new one`() async throws {
        try await Visitor.each(apps: { [Tickets.hosted()] }) { visitor in
            try await visitor.visit("/tickets")
            let before = try await visitor.click("Ticket 2").url
            try await visitor.click("Close")
            #expect(try await visitor.visit(before).alert == nil)
            #expect(try await visitor.click("Close").alert?.title == "Close ticket 2?")
            try await visitor.click("Keep it open")
            #expect(try visitor.page.texts == ["Open"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `two tabs have a question each, and each answers its own`(transport: Transport) async throws {
        try await transport.serve([Tickets.hosted()]) { wire in
            let (visitor, other) = (Visitor(wire), Visitor(wire))
            try await visitor.visit("/tickets")
            try await visitor.click("Ticket 1")
            other.shareCookies(of: visitor)
            try await other.visit("/tickets/ticket:2")
            #expect(try await other.click("Close").alert?.title == "Close ticket 2?")
            #expect(try await visitor.click("Close").alert?.title == "Close ticket 1?")
            #expect(try await other.click("Close").texts == ["Closed: 2"])
            #expect(try await visitor.click("Close").texts == ["Closed: 2, 1"])
        }
    }

    @Test func `a script sees that an action asks first, and finds it again in the alert`() async throws {
        try await Visitor.each(apps: { [Tickets.hosted()] }) { visitor in
            let page = try await visitor.siren("/tickets/ticket:1")
            let action = try #require(page.actions?.first { $0.name == "close-ticket" })
            #expect(action.class == ["destructive", "confirmed"])
            let asking = try await visitor.perform("close-ticket", of: page)
            #expect(asking.properties?.alert?.title == "Close ticket 1?")
            #expect(asking.actions?.map(\.name) == ["dismiss-alert", "close-ticket"])
            let closed = try await visitor.perform("close-ticket", of: asking)
            let element = try #require(closed.entities(of: "element").first)
            #expect(element.properties?.element == "ticket-state" && element.properties?.title == "Closed: 1")
            #expect(element.properties?.values == ["closed": .list([.number(1)])])
        }
    }

    @Test func `an own element is readable for a visitor`() async throws {
        try await Visitor.each(apps: { [Tickets.hosted()] }) { visitor in
            let page = try await visitor.visit("/tickets/ticket:1")
            let element = try #require(page.elements.first)
            #expect(element.name == "ticket-state" && element.label == "A stamp")
            #expect(element.text.contains("Open") && element.text.contains("The rules"))
            #expect(page.links.map(\.target) == ["https://example.org/rules?a=1&b=2"])
        }
    }

    @Test func `a crawl finds the same actions and links in HTML and Siren`() async throws {
        try await Transport.memory.serve([Tickets.hosted()]) { wire in
            let crawl = try await Crawler(wire).crawl(from: "/tickets")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.states > 4)
        }
    }
}
