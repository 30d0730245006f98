import Cairn
import CairnTesting
import Hypermedia
import Testing

@Suite("An app in several languages") struct LanguageServingTests {
    private func serve(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([restaurant]) { try await body(Visitor($0)) }
    }

    private func page(_ visitor: Visitor, _ languages: String, accept: String = "text/html") async throws -> Reply {
        try await visitor.get("/restaurant", accept: accept, [("Accept-Language", languages)])
    }

    @Test func `the page has the client's language, its direction and its texts`() async throws {
        try await serve { visitor in
            let german = try await page(visitor, "nl, de-AT;q=0.9, en;q=0.8")
            #expect(german.text.contains("<html lang=\"de\">"))
            #expect(german.text.contains("<title>Unsere Karte · Gasthaus</title>"))
            #expect(german.text.contains("<p>1.200 Gerichte, seit 9. März 1998</p>"))
            #expect(german.text.contains("Zum Inhalt springen"))
            #expect(german["Content-Language"] == "de")
            #expect(german["Vary"] == "Accept, Cookie, Accept-Language, Sec-CH-UA-Mobile, Save-Data")
            let arabic = try await page(visitor, "ar-EG")
            #expect(arabic.text.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(arabic.text.contains("<h1>قائمتنا</h1>"))
            // Typed text has its own direction.
            #expect(arabic.text.contains("name=\"name\" dir=\"auto\"") && !german.text.contains("dir=\"auto\""))
            let unknown = try await page(visitor, "nl")
            #expect(unknown.text.contains("<html lang=\"en\">"))
            #expect(unknown.text.contains("<p>1,200 dishes, since 9 March 1998</p>"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `a stream of a route is in the language of its request`(transport: Transport) async throws {
        let kitchen = HostedApplication("kitchen", title: "Kitchen", languages: restaurant.languages) { Restaurant() }
        let app = kitchen.get("menu.txt", behind: nil) { (_: Restaurant, _) in
            .stream("text/plain") { writer in try await writer.write(localized("Cancel")) }
        }
        try await transport.serve([app]) { wire in
            let reply = try await Visitor(wire).get("/kitchen/menu.txt", [("Accept-Language", "de")])
            #expect(reply.text == "Abbrechen")
        }
    }

    @Test func `a tag with thousands of parts costs no search for each, and is ignored`() {
        let tag = Array(repeating: "a", count: 10_000).joined(separator: "-")
        #expect(AcceptedLanguages("\(tag), de-a-bcd-efgh;q=0.5").tags == ["de-a-bcd-efgh"])
        #expect(AcceptedLanguages("de-1234567-1234567-1234567-1234567").tags.count == 1)
        #expect(AcceptedLanguages("de-12345678-1234567-1234567-12345678").tags.isEmpty)
    }

    @Test func `Siren has the same texts and Content-Language`() async throws {
        try await serve { visitor in
            let reply = try await page(visitor, "de", accept: "application/vnd.siren+json")
            #expect(reply["Content-Language"] == "de")
            #expect(reply.text.contains("\"title\":\"Unsere Karte\""))
            #expect(reply.text.contains("\"title\":\"Reservieren\""))
        }
    }

    @Test func `an error of a field, a message and a missing page are in the language`() async throws {
        try await serve { visitor in
            let language = [("Accept", "text/html"), ("Accept-Language", "de")]
            let page = try await visitor.get("/restaurant", language)
            let form = "action=reserve&name=&guests=many"
            let refused = try await visitor.post(
                "/restaurant", form, accept: "text/html", [("Accept-Language", "de")])
            #expect(refused.status == 422)
            #expect(refused.text.contains("Bitte füllen Sie „Ihr Name“ aus."))
            #expect(refused.text.contains("„Gäste“ erwartet eine Zahl."))
            #expect(refused.text.contains("Bitte prüfen Sie Ihre Eingaben"))
            let missing = try await visitor.get("/restaurant/cellar", language)
            #expect(missing.status == 404)
            #expect(missing.text.contains("<h1>Diese Seite gibt es nicht</h1>"))
            #expect(missing.text.contains("Neu beginnen bei Gasthaus"))
            #expect(missing["Content-Language"] == "de")
            #expect(page.status == 200)
        }
    }

    @Test(arguments: ["de", "ar", "en"])
    func `a problem that only the author of a client can solve is marked as English`(tag: String) async throws {
        try await serve { visitor in
            let fields = [("Accept-Language", tag), ("Content-Type", "text/csv")]
            for (method, status) in [("DELETE", 405), ("POST", 415)] {
                let page = try await visitor.send(
                    Call(method, "/restaurant", fields: fields + [("Accept", "text/html")], body: Array("a,b".utf8)))
                #expect(page.status == status && page["Content-Language"] == tag)
                let attributes = tag == "en" ? "" : " lang=\"en\" dir=\"ltr\""
                #expect(page.text.contains("<h1\(attributes)>Th") && page.text.contains("<p\(attributes)>"))
                #expect(page.text.contains(tag == "en" ? "<title>Th" : "<title lang=\"en\">Th"))
                // The link to the app is in the visitor's language.
                #expect(page.text.contains("Neu beginnen bei Gasthaus") == (tag == "de"))
                let problem = try await visitor.send(
                    Call(
                        method, "/restaurant", fields: fields + [("Accept", "application/json")],
                        body: Array("a,b".utf8)))
                #expect(problem.status == status && problem["Content-Language"] == "en")
                let dryRun = try await visitor.send(
                    Call(
                        "GET", "/restaurant",
                        fields: fields + [("Cairn-Dry-Run", "yes"), ("Accept", "application/json")]))
                #expect(dryRun.status == 400 && dryRun["Content-Language"] == "en")
            }
        }
    }

    @Test func `a visitor's choice replaces the client's languages, also for controllers that are kept`() async throws {
        try await serve { visitor in
            try await visitor.visit("/restaurant")
            try await visitor.click("Settings")
            let chosen = try await visitor.click("Deutsch")
            #expect(chosen.title == "Einstellungen · Gasthaus")
            #expect(chosen.rows.map(\.title) == ["English", "Deutsch", "العربية"])
            let card = try await visitor.click("Zurück")
            #expect(card.heading == "Unsere Karte")
            #expect(
                try await visitor.get("/restaurant", [("Accept", "text/html"), ("Accept-Language", "ar")])
                    .text.contains("<html lang=\"de\">"))
        }
    }

    @Test func `a client that changes its language between two requests gets no title of the first`() async throws {
        try await serve { visitor in
            try await visitor.visit("/restaurant")
            try await visitor.click("Settings")
            for (language, title) in [("de", "Einstellungen"), ("ar", "الإعدادات"), ("en", "Settings")] {
                let reply = try await visitor.get(
                    "/restaurant/settings", [("Accept", "text/html"), ("Accept-Language", language)])
                #expect(reply.text.contains("<h1>\(title)</h1>"))
            }
        }
    }

    @Test func `an app without languages has no Content-Language and no Accept-Language in Vary`() async throws {
        let plain = HostedApplication("plain", title: "Plain") { Restaurant() }
        try await Transport.memory.serve([plain]) { wire in
            let reply = try await Visitor(wire).get("/plain", [("Accept", "text/html"), ("Accept-Language", "de")])
            #expect(reply["Content-Language"] == nil)
            #expect(reply["Vary"] == "Accept, Cookie")
            #expect(reply.text.contains("<html lang=\"en\">"))
            #expect(reply.text.contains("1,200 dishes, since 9 March 1998"))
        }
    }
}
