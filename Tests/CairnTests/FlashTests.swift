import Cairn
import CairnTesting
import Foundation
import NavigationKit
import Testing

@Suite("A message after an action, shown once") struct FlashTests {
    private struct Say: Action { var message: String }
    private struct Buy: Action {}
    private struct Drop: Action {}
    private struct Idle: Action {}
    private struct Remove: Action { var item: String }
    private struct PutBack: Action {
        var item: String
        var place: Int
    }

    private struct Broken: Error {}

    private final class App: Application {
        override func makeRootViewController() -> ViewController { Counter() }
    }

    private final class Counter: ViewController {
        override class var actions: [Handler] { [.on(say), .on(buy), .on(drop), .on(idle), .on(remove), .on(putBack)] }
        @Saved var count = 0
        @Saved var items = ["one", "two & <2>", "three"]

        @ViewBuilder override var view: any View {
            Text("Count \(count)")
            TextField("Message", name: "message", maximumLength: 1_000)
            Button("Say", action: Say(message: ""))
            Button("Buy", action: Buy())
            Button("Drop", action: Drop())
            Button("Idle", action: Idle())
            for item in items { Button("Remove \(item)", action: Remove(item: item)) }
        }

        private func say(_ action: Say) {
            count += 1
            flash(action.message)
        }

        private func buy(_ action: Buy) {
            count += 1
            flash("Nothing yet")
            flash("Bought <1> & more")
        }

        private func drop(_ action: Drop) throws {
            flash("Dropped")
            throw Broken()
        }

        private func idle(_ action: Idle) { count += 1 }

        private func remove(_ action: Remove) {
            guard let place = items.firstIndex(of: action.item) else { return }
            items.remove(at: place)
            flash("Removed \(action.item)", undo: PutBack(item: action.item, place: place))
        }

        private func putBack(_ action: PutBack) { items.insert(action.item, at: action.place) }
    }

    private static let hosted = HostedApplication("app", title: "App") { App() }

    private func visit(_ body: (Wire, Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([Self.hosted]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.visit("/app")
            try await body(wire, visitor)
        }
    }

    @Test func `the page after the redirect shows the message, escaped, and announces it politely`() async throws {
        try await visit { _, visitor in
            let page = try await visitor.click("Buy")
            #expect(page.flash == "Bought <1> & more")
            #expect(page.reply.text.contains("<p class=\"flash\" role=\"status\">Bought &lt;1&gt; &amp; more</p>"))
        }
    }

    @Test func `a removal can be undone until the next action, also after a reload`() async throws {
        try await visit { _, visitor in
            var page = try await visitor.click("Remove two & <2>")
            #expect(page.flash == "Removed two & <2>")
            page = try await visitor.reload()
            #expect(page.flash == "Removed two & <2>")
            try visitor.fill("Message", with: "half a sentence")
            page = try await visitor.click("Undo")
            #expect(page.flash == nil && !page.buttons.contains { $0.label == "Undo" })
            let removals = page.buttons.map(\.label).filter { $0.hasPrefix("Remove") }
            #expect(removals == ["Remove one", "Remove two & <2>", "Remove three"])
            #expect(page.fields.first?.value == "half a sentence")
        }
    }

    @Test func `the next action ends the offer to undo, and its old button does nothing`() async throws {
        try await visit { _, visitor in
            var page = try await visitor.click("Remove one")
            let undo = try visitor.call(for: #require(page.buttons.first { $0.label == "Undo" }))
            page = try await visitor.click("Idle")
            #expect(page.flash == nil && !page.buttons.contains { $0.label == "Undo" })
            let reply = try await visitor.post("/app", "action=put-back%3F_undo%3D1")
            #expect(reply.status == 409)
            // No version offers it any more, but a page that a browser has kept goes on from there.
            for version in 1...3 {
                let page = try await visitor.get("/app?at=\(version)")
                #expect(page.status == 200 && !page.text.contains("_undo=1"))
                let siren = try await visitor.get("/app?at=\(version)", accept: "application/vnd.siren+json").siren
                #expect(siren.actions?.contains { $0.title == "Undo" } == false)
            }
            #expect(try await visitor.send(undo).status == 303)
        }
    }

    @Test func `RFC 9110 §13.1.1: a precondition holds for a page with a message or Undo, and for one that had it`()
        async throws
    {
        try await visit { _, visitor in
            let type = "application/vnd.siren+json"
            func idle(at url: String, after page: Reply) async throws -> Int {
                let fields = [("If-Match", try #require(page["ETag"]))]
                let number = url.firstMatch(of: /at=(\d+)/).map { "&_at=\($0.output.1)" } ?? ""
                return try await visitor.post("/app", "action=idle\(number)", fields).status
            }
            _ = try await visitor.click("Remove one")
            let undoable = try await visitor.get(visitor.page.url, accept: type)
            #expect(undoable.text.contains("put-back") && undoable.text.contains("\"flash\""))
            #expect(try await idle(at: visitor.page.url, after: undoable) == 303)
            let older = try await visitor.get("/app?at=2", accept: type)
            #expect(older.status == 200 && !older.text.contains("put-back"))
            #expect(try await idle(at: "/app?at=2", after: older) == 303)
            // Shown once: a script that has the message acts on that page, and so does one that asks again.
            for isShownAgain in [false, true] {
                let bought = try await visitor.post("/app", "action=buy", [("Accept", type)])
                let url = try #require(bought["Location"])
                var page = try await visitor.get(url, accept: type)
                #expect(page.text.contains("Bought"))
                if isShownAgain { page = try await visitor.get(url, accept: type) }
                #expect(page.text.contains("Bought") != isShownAgain)
                #expect(try await idle(at: url, after: page) == 303)
            }
        }
    }

    @Test func `a script finds the undoing action in Siren and sends it`() async throws {
        try await visit { _, visitor in
            _ = try await visitor.click("Remove one")
            let siren = try await visitor.get(visitor.page.url, accept: "application/vnd.siren+json").siren
            #expect(siren.properties?.flash == "Removed one")
            #expect(siren.actions?.contains { $0.title == "Undo" } == true)
        }
    }

    @Test func `a reload does not show it again, and the state stays`() async throws {
        try await visit { _, visitor in
            _ = try await visitor.click("Buy")
            let again = try await visitor.reload()
            #expect(again.flash == nil)
            #expect(again.texts.contains("Count 1"))
            #expect(visitor.cookies.keys.allSatisfy { !$0.hasSuffix(".flash") })
        }
    }

    @Test func `the next action ends it, also if no page was shown between them`() async throws {
        try await visit { _, visitor in
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            #expect(try await visitor.send(buy).status == 303)
            let page = try await visitor.click("Idle")
            #expect(page.flash == nil)
        }
    }

    @Test func `another tab at another version neither shows nor uses it up`() async throws {
        try await visit { wire, visitor in
            _ = try await visitor.click("Idle")
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            let redirect = try await visitor.send(buy)
            let tab = Visitor(wire)
            tab.shareCookies(of: visitor)
            let old = try await tab.visit("/app?at=2")
            #expect(old.flash == nil && old.texts.contains("Count 1"))
            visitor.shareCookies(of: tab)
            let page = try await visitor.visit(#require(redirect["Location"]))
            #expect(page.flash == "Bought <1> & more")
        }
    }

    @Test func `a second press of the same button shows the message of the first`() async throws {
        try await visit { _, visitor in
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            _ = try await visitor.send(buy)
            let second = try await visitor.send(buy)
            #expect(second.values(of: "Set-Cookie").contains { $0.hasPrefix("cairn-app.flash=") })
            let page = try await visitor.visit(#require(second["Location"]))
            #expect(page.flash == "Bought <1> & more")
        }
    }

    @Test func `the redirect's cookie names the version, for a minute, and not the message`() async throws {
        try await visit { _, visitor in
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            let cookie = try await visitor.send(buy).values(of: "Set-Cookie").first { $0.contains(".flash") }
            #expect(cookie == "cairn-app.flash=2; Max-Age=60; Path=/; HttpOnly; SameSite=Lax")
        }
    }

    @Test func `HEAD does not use it up`() async throws {
        try await visit { _, visitor in
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            let url = try #require(try await visitor.send(buy)["Location"])
            _ = try await visitor.send(Call("HEAD", url, fields: [("Accept", "text/html")]))
            #expect(try await visitor.visit(url).flash == "Bought <1> & more")
        }
    }

    @Test func `Siren has it as a property of the first representation, whose entity tag differs`() async throws {
        try await visit { _, visitor in
            let reply = try await visitor.post("/app", "action=buy")
            let url = try #require(reply["Location"])
            let first = try await visitor.get(url, accept: "application/json")
            let again = try await visitor.get(url, accept: "application/json")
            #expect(try first.siren.properties?.flash == "Bought <1> & more")
            #expect(try again.siren.properties?.flash == nil)
            #expect(first["ETag"] != again["ETag"])
        }
    }

    @Test func `a script that prefers the representation gets it in the response, without a cookie`() async throws {
        try await visit { _, visitor in
            let reply = try await visitor.post("/app", "action=buy", [("Prefer", "return=representation")])
            #expect(reply.status == 200)
            #expect(try reply.siren.properties?.flash == "Bought <1> & more")
            #expect(!reply.values(of: "Set-Cookie").contains { $0.contains(".flash") })
        }
    }

    @Test func `an action that throws shows its error only, and ends the message of the action before`() async throws {
        try await visit { _, visitor in
            for before in [nil, "Buy", "Remove one"] {
                if let before { _ = try await visitor.click(before) }
                let page = try await visitor.click("Drop")
                #expect(page.alert != nil)
                #expect(page.flash == nil && !page.source.contains("_undo"))
                _ = try await visitor.click("OK")
            }
        }
    }

    @Test(arguments: [("", nil), (String(repeating: "é", count: 301), String(repeating: "é", count: 300) + "…")])
    func `an empty message shows nothing, and a long one is cut off`(message: String, shown: String?) async throws {
        try await visit { _, visitor in
            try visitor.fill("Message", with: message)
            #expect(try await visitor.click("Say").flash == shown)
        }
    }

    @Test func `another process shows it after the redirect`() async throws {
        let store = MemoryStore()
        var redirect: Reply?
        var first: Visitor?
        try await serve(Self.hosted, in: store) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.visit("/app")
            _ = try await visitor.click("Idle")
            let buy = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Buy" }))
            redirect = try await visitor.send(buy)
            first = visitor
        }
        try await serve(Self.hosted, in: store) { wire in
            let visitor = Visitor(wire)
            try visitor.shareCookies(of: #require(first))
            let page = try await visitor.visit(#require(redirect?["Location"]))
            #expect(page.flash == "Bought <1> & more")
        }
    }

    @Test func `another process shows it with Undo, and undoes`() async throws {
        let store = MemoryStore()
        var first: Visitor?
        try await serve(Self.hosted, in: store) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.visit("/app")
            _ = try await visitor.click("Remove one")
            first = visitor
        }
        try await serve(Self.hosted, in: store) { wire in
            let visitor = Visitor(wire)
            try visitor.shareCookies(of: #require(first))
            #expect(try await visitor.visit(#require(first).page.url).flash == "Removed one")
            let page = try await visitor.click("Undo")
            #expect(page.flash == nil && page.buttons.contains { $0.label == "Remove one" })
        }
    }
}
