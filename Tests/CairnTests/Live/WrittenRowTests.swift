import CairnTesting
import Testing

@testable import Cairn

/// The page that a visitor gets has rows that were written while its screen was built; a stream of events renders the
/// same page from elements. Both have a digest of the page's HTML.
@Suite("Written rows look like those of elements") struct WrittenRowTests {
    enum Place: String, Route, CaseIterable {
        case bare, between, form, field, query, element, split
    }
    struct Choose: Action { var number: Int }
    struct Open: Action {}
    struct Save: Action { var text = "" }

    final class Watching<Content: View>: ViewController {
        @Query var q = ""
        private let content: (QueryBinding<String>) -> Content
        init(@ViewBuilder _ content: @escaping (QueryBinding<String>) -> Content) {
            self.content = content
            super.init()
        }
        override var topics: [Topic] { [Topic("list", "all")] }
        override var view: any View { content($q) }
    }

    struct Badge: ElementView {
        func writeHTML(_ html: inout HTMLElementWriter) { html.element("p", text: "own") }
    }

    final class Places: NavigationController<Place> {
        init() { super.init(root: .bare) }
        override class var actions: [Handler] { [.show { (_: Open) in Place.between }] }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .bare: Watching { _ in Rows(first: 1) }
            case .between:
                Watching { _ in
                    Rows(first: 1)
                    Text("between")
                    Section("Section") { Rows(first: 5) }
                    Menu("Menu") { Button("Choose", action: Choose(number: 20)) }
                    Row("Unread", action: Choose(number: 21)).unread()
                    Rows(first: 9)
                    Row("Read-only")
                }
            case .form:
                Watching { _ in
                    Rows(first: 1)
                    Form {
                        TextField("Text", name: "text")
                        Button("Save", action: Save())
                    }
                }
            case .field:
                Watching { _ in
                    Rows(first: 1)
                    TextField("Text", name: "text")
                    Button("Save", action: Save())
                }
            case .query:
                Watching { words in
                    Rows(first: 1)
                    QueryForm("Find", words) { TextField("Words", name: "q") }
                }
            case .element:
                Watching { _ in
                    Rows(first: 1)
                    Badge()
                }
            case .split: Halves(root: .list)
            }
        }
    }

    enum Half: Route { case list, detail }

    final class Halves: SplitViewController<Half> {
        override func destination(for route: Half) throws -> ViewController {
            route == .list
                ? Watching { _ in
                    Rows(first: 1)
                    Text("list")
                }
                : Watching { _ in
                    Rows(first: 1)
                    Text("detail")
                }
        }
    }

    struct Rows: View {
        let first: Int
        var body: some View {
            for number in first..<first + 3 {
                Row("Row <\(number)>", subtitle: "a & b", badge: "\(number)", action: Choose(number: number))
            }
            Row("Link", action: Open())
        }
    }

    final class Listing: Application {
        override class var actions: [Handler] { [.on(choose), .on(save)] }
        func choose(_ action: Choose) {}
        func save(_ action: Save) {}
        override func makeRootViewController() -> ViewController { Places() }
        @ViewBuilder override var header: any View { Rows(first: 100) }
        @ViewBuilder override var footer: any View { Rows(first: 200) }
    }

    @Test func `the digest of each page is the one of its stream`() async throws {
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let app = HostedApplication("app", title: "App") { Listing() }
        let server = try Server(configuration, apps: [app], log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        let paths = ["/app"] + Place.allCases.dropFirst().map { "/app/\($0)" } + ["/app/split/detail"]
        // The class of a screen whose rows are kept is known the second time.
        for path in paths + paths {
            let page = try await SocketClient(port: port).reply(to: Call("GET", path, fields: [("Host", "localhost")]))
            let shown = try #require(page.text.firstMatch(of: /data-shown="([^"]+)"/)?.1, "\(path): \(page.status)")
            #expect(page.text.matches(of: /Row &lt;\d+&gt;/).count >= 9, "\(path)")
            let client = try await SocketClient(port: port)
            let events = try await client.beginReply(
                to: Call("GET", path, fields: [("Host", "localhost"), ("Accept", "text/event-stream")]))
            #expect(events.status == 200)
            let beginning = String(decoding: try await client.nextChunk(), as: UTF8.self)
            #expect(beginning.contains("\nid: \(shown)\n"), "\(path)")
        }
        server.stop()
        try await running.value
    }
}
