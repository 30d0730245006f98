import CairnCommands
import CairnTesting
import Foundation
import Testing

@testable import Desk

@Suite("The support desk") struct DeskTests {
    private func visit(
        tickets: Int = 200, mailSecret: String? = nil, _ body: (Visitor, Wire) async throws -> Void
    ) async throws {
        for transport in Transport.allCases {
            let store = try TicketStore(path: ":memory:", tickets: tickets)
            try await transport.serve([Desk.hosted(store, mailSecret: mailSecret)]) { wire in
                try await body(Visitor(wire), wire)
            }
        }
    }

    private func signIn(_ visitor: Visitor, as name: String = "Ada") async throws {
        try await visitor.visit("/desk")
        try visitor.fill("Name", with: name)
        try visitor.fill("Password", with: "open sesame")
        try await visitor.submit("Sign in")
    }

    @Test func `a wrong password is refused at its field, and the report is for leads only`() async throws {
        try await visit { visitor, _ in
            try await visitor.visit("/desk")
            try visitor.fill("Name", with: "Ben")
            try visitor.fill("Password", with: "sesame")
            let refused = try await visitor.submit("Sign in")
            #expect(refused.status == 422)
            #expect(try refused.field("Password").error == "The name or the password is wrong.")
            try await signIn(visitor, as: "Ben")
            #expect(try visitor.page.tabs.map(\.title) == ["Queue", "Mine", "Customers"])
            #expect(try await visitor.visit("/desk/report").heading == "Queue")
            try await visitor.click("Sign out")
            #expect(try visitor.page.heading == "Sign in")
            try await signIn(visitor)
            #expect(try visitor.page.tabs.last?.title == "Report")
        }
    }

    @Test func `filter, search, order and page are in the address`() async throws {
        try await visit { visitor, _ in
            try await signIn(visitor)
            #expect(try visitor.page.texts.contains("200 tickets"))
            try await visitor.follow("Waiting")
            #expect(try visitor.page.texts.contains("50 tickets"))
            try await visitor.follow("Next page")
            #expect(try visitor.page.url.hasSuffix("/desk/queue?status=waiting&page=2"))
            try await visitor.visit("/desk/queue?query=printer&sort=number&descending=false")
            let table = try #require(try visitor.page.tables.first)
            #expect(table.rows.count == 25 && table.rows.allSatisfy { $0[1] == "Printer is on fire" })
            #expect(table.rows.first?.first == "1")
            #expect(
                try await visitor.visit("/desk/queue?query=zebra").texts.contains(
                    "No ticket matches the filter and the search."))
        }
    }

    @Test func `two agents see each other's changes at reload, and a stale change is refused`() async throws {
        try await visit { ada, wire in
            let ben = Visitor(wire)
            try await signIn(ada)
            try await signIn(ben, as: "Ben")
            for visitor in [ada, ben] { try await visitor.visit("/desk/queue/ticket:1") }
            #expect(try ada.page.texts.contains("Open"))
            try await ada.click("Waiting")
            #expect(try ada.page.flash == "Ticket 1: Waiting")
            let stale = try await ben.click("Solved")
            #expect(stale.status == 409)
            #expect(try await ben.reload().texts.contains("Waiting"))
            try await ben.click("Solved")
            #expect(try await ada.reload().texts.contains("Solved"))
        }
    }

    @Test func `a reply with a file is shown to others, who can download it`() async throws {
        try await visit { ada, wire in
            try await signIn(ada)
            try await ada.visit("/desk/queue/ticket:3")
            try ada.fill("Text", with: "Try this.\nIt helps.")
            try ada.attach("fix.txt", type: "text/plain", Array("Turn it off and on again.".utf8), to: "File")
            #expect(try await ada.click("Send").flash == "The reply is sent")
            let ben = Visitor(wire)
            try await signIn(ben, as: "Ben")
            let texts = try await ben.visit("/desk/queue/ticket:3").texts
            #expect(texts.contains("Try this. It helps."))
            let file = try await ben.download("fix.txt")
            #expect(file.text == "Turn it off and on again.")
            #expect(file["Content-Disposition"]?.contains("fix.txt") == true)
            let stranger = Visitor(wire)
            #expect(
                try await stranger.send(Call("GET", ben.page.links.first { $0.title == "fix.txt" }?.target ?? ""))
                    .status == 403)
        }
    }

    @Test func `the wizard creates a ticket once, and the picker assigns it`() async throws {
        try await visit { visitor, _ in
            try await signIn(visitor)
            try await visitor.click("New")
            try visitor.fill("Customer", with: "Customer 7")
            try await visitor.submit("Next")
            try visitor.fill("Subject", with: "The bell is silent")
            try visitor.select("High", in: "Priority")
            try await visitor.submit("Next")
            try visitor.fill("Text", with: "It does not ring.")
            let create = try visitor.page.button("Create")
            let call = try visitor.call(for: create)
            try await visitor.click(create)
            #expect(try visitor.page.heading == "Ticket 201: The bell is silent")
            _ = try await visitor.send(call)
            #expect(try await visitor.visit("/desk/queue?query=bell").texts.contains("1 tickets"))
            try await visitor.visit("/desk/queue/ticket:201")
            try await visitor.click("Assign")
            try await visitor.click("Cyra")
            #expect(try visitor.page.flash == "Ticket 201 is assigned")
            #expect(try visitor.page.details["Agent"] == "Cyra")
        }
    }

    @Test func `the ticked tickets are closed after a question`() async throws {
        try await visit { visitor, _ in
            try await signIn(visitor)
            try await visitor.visit("/desk/queue?sort=number&descending=false")
            try visitor.check("1")
            try visitor.check("5")
            try await visitor.click("Close the ticked tickets")
            #expect(try visitor.page.alert?.title == "Close the ticked tickets?")
            try await visitor.click("Close the ticked tickets")
            #expect(try visitor.page.flash == "2 tickets are closed")
            #expect(try await visitor.visit("/desk/queue/ticket:5").texts.contains("Closed"))
        }
    }

    @Test func `the export has all tickets, and only for agents`() async throws {
        try await visit(tickets: 1_200) { visitor, wire in
            try await signIn(visitor)
            let file = try await visitor.download("Save all tickets as CSV")
            #expect(file.text.split(separator: "\r\n").count == 1_201)
            #expect(try await Visitor(wire).send(Call("GET", "/desk/tickets.csv")).status == 403)
        }
    }

    @Test func `the webhook creates a ticket if the secret is right`() async throws {
        try await visit(mailSecret: "knock knock") { visitor, _ in
            let body = Array(#"{"from":"Zoe","subject":"Help","text":"Please.","day":"2026-03-09"}"#.utf8)
            func mail(_ secret: String, _ body: [UInt8]) async throws -> CairnTesting.Reply {
                var call = Call("POST", "/desk/mail")
                call.fields = [("Content-Type", "application/json"), ("X-Desk-Secret", secret)]
                call.body = body
                return try await visitor.send(call)
            }
            #expect(try await mail("knock", body).status == 409)
            #expect(try await mail("knock knock", Array("{}".utf8)).status == 400)
            let created = try await mail("knock knock", body)
            #expect(created.status == 201 && created.text == #"{"ticket":201}"#)
            try await signIn(visitor)
            #expect(try await visitor.visit("/desk/queue/ticket:201").details["Customer"] == "Zoe")
        }
    }

    @Test func `an agent can switch to Arabic and back`() async throws {
        try await visit { visitor, _ in
            try await visitor.visit("/desk")
            try await visitor.click("العربية")
            #expect(try visitor.page.source.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(try visitor.page.heading == "تسجيل الدخول")
            try await visitor.click("English")
            #expect(try visitor.page.heading == "Sign in")
        }
    }

    @Test func `an exploration of all actions, in both languages, finds no mistake`() async throws {
        let store = try TicketStore(path: ":memory:", tickets: 60)
        let exploration = await AppExploration(through: Desk.hosted(store)) { try await store.reset(tickets: 60) }
        #expect(exploration.findings.map(\.description) == [] && exploration.notes == [])
    }

    @Test func `a crawl over HTTP finds no fault`() async throws {
        let store = try TicketStore(path: ":memory:", tickets: 60)
        try await Transport.memory.serve([Desk.hosted(store)]) { wire in
            var limits = Crawl.Limits()
            limits.depth = 5
            limits.states = 60
            let crawler = Crawler(wire, limits: limits, examples: ["name": "ada", "password": "open sesame"])
            crawler.resetData = { try await store.reset(tickets: 60) }
            let crawl = try await crawler.crawl(from: "/desk")
            #expect(crawl.findings == [] && crawl.states > 30, "\(crawl.summary)")
        }
    }
}
