import CairnTesting
import NavigationKit
import Testing

@testable import Cairn

@Suite("After an action, the page begins at the control that the visitor used") struct ScrollTargetTests {
    enum Part: Route { case list, item(Int), question }
    struct Ask: Action { var item: Int }
    struct Like: Action { var item: Int }

    /// A list with rows that are links, rows that are buttons, and actions that stay on the page.
    final class Items: NavigationController<Part> {
        init() { super.init(root: .list) }
        override class var actions: [Handler] {
            [.show { (action: Show) in Part.item(action.item) }, .on(ask), .on(like)]
        }
        func ask(_ action: Ask) { present(.question) }
        func like(_ action: Like) {}
        override func destination(for route: Part) throws -> ViewController {
            switch route {
            case .list: HostingController(rootView: Content()).titled("Items")
            case .item(let number): HostingController(rootView: Text("Item \(number)")).titled("Item \(number)")
            case .question: HostingController(rootView: Text("Why?")).titled("Question")
            }
        }
    }

    struct Show: Action { var item: Int }

    struct Content: View {
        var body: some View {
            for item in 1...9 {
                Row("Item \(item)", action: Show(item: item))
                Row("Ask about \(item)", action: Ask(item: item))
                Button("Like \(item)", action: Like(item: item))
            }
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Items() }
    }

    private static let app = HostedApplication("app", title: "App") { App() }

    private func visit(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([Self.app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/app")
            try await body(visitor)
        }
    }

    /// The text of the control with the ID `here`, and true if the redirect led to it.
    private func target(on page: RenderedPage, of visitor: Visitor) -> (title: String?, isTarget: Bool) {
        let found = page.source.matches(of: /id="here"[^>]*>(?:<span class="title">)?([^<]*)</)
        #expect(found.count <= 1)
        return (found.first.map { String($0.1) }, visitor.replies.first?["Location"]?.hasSuffix("#here") ?? false)
    }

    @Test func `Back leads to the row that opened the screen, a link or a button`() async throws {
        try await visit { visitor in
            try await visitor.click("Item 7")
            let back = target(on: try await visitor.click("Back"), of: visitor)
            #expect(back == ("Item 7", true))
            try await visitor.click("Ask about 8")
            let cancelled = target(on: try await visitor.click("Cancel"), of: visitor)
            #expect(cancelled == ("Ask about 8", true))
        }
    }

    @Test func `an action that stays on its page leads to its own control`() async throws {
        try await visit { visitor in
            let page = try await visitor.click("Like 9")
            #expect(target(on: page, of: visitor) == ("Like 9", true))
        }
    }

    @Test func `a push leads to the top, and a reload marks nothing`() async throws {
        try await visit { visitor in
            let opened = try await visitor.click("Ask about 2")
            #expect(target(on: opened, of: visitor) == (nil, false))
            try await visitor.click("Cancel")
            let again = try await visitor.reload()
            #expect(target(on: again, of: visitor).title == nil)
        }
    }

    @Test func `HEAD, Siren, and a page or a stream that a script requests do not use it up`() async throws {
        try await visit { visitor in
            let like = try visitor.call(for: #require(visitor.page.buttons.first { $0.label == "Like 9" }))
            let url = try #require(try await visitor.send(like)["Location"])
            let path = String(url.prefix { $0 != "#" })
            _ = try await visitor.send(Call("HEAD", path, fields: [("Accept", "text/html")]))
            _ = try await visitor.get(path, accept: "application/json")
            _ = try await visitor.send(Call("GET", path, fields: [("Accept", "text/event-stream")]))
            // Without an open stream, no page is one that the kit's script requests.
            let interest = TopicInterest(in: Self.app.topicCenter)
            _ = try await visitor.send(Call("GET", path, fields: [("Accept", "text/html"), ("Cairn-Live", "1")]))
            #expect(target(on: try await visitor.visit(path), of: visitor).title == "Like 9")
            withExtendedLifetime(interest) {}
        }
    }

    @Test func `a script gets no fragment`() async throws {
        try await visit { visitor in
            let reply = try await visitor.post("/app", "action=like%3Fitem%3D9", accept: "application/json")
            #expect(reply["Location"]?.contains("#") == false)
        }
    }
}
