import Cairn
import CairnTesting
import NavigationKit
import Testing

@Suite("Traits of a request, overridden by a controller") struct TraitTests {
    enum Part: Route { case login, main }
    struct GoOn: Action {}

    /// The login is always compact; the main part has the width of the request.
    final class Parts: FlowController<Part> {
        init() { super.init(root: .login) }
        override class var actions: [Handler] { [.on(goOn)] }
        func goOn(_ action: GoOn) { show(.main) }
        override func destination(for route: Part) throws -> ViewController {
            switch route {
            case .login: Login().titled("Login")
            case .main: Report().titled("Main")
            }
        }
    }

    final class Login: ViewController {
        override func provide(_ environment: inout EnvironmentValues) { environment.horizontalSizeClass = .compact }
        @ViewBuilder override var view: any View {
            Sentence()
            Text("Around it \(parent?.environment.horizontalSizeClass.rawValue ?? "")")
            Button("Go on", action: GoOn())
        }
    }

    final class Report: ViewController {
        @ViewBuilder override var view: any View { Sentence() }
    }

    struct Sentence: View {
        @Environment(\.traits) var traits
        var body: some View {
            Text("\(traits.horizontalSizeClass), \(traits.preferredLanguages), \(traits.savesData)")
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Parts() }
    }

    private func serve(readsTraits: Bool = true, _ body: (Visitor) async throws -> Void) async throws {
        let hosted = HostedApplication("app", title: "App", readsTraits: readsTraits) { App() }
        try await Transport.memory.serve([hosted]) { try await body(Visitor($0)) }
    }

    @Test func `a screen is compact within a regular app, in one request`() async throws {
        try await serve { visitor in
            let page = try await visitor.visit("/app")
            #expect(page.texts == ["compact, [], false", "Around it regular"])
            #expect(try await visitor.click("Go on").texts == ["regular, [], false"])
        }
    }

    @Test(arguments: [
        ("Sec-CH-UA-Mobile", "?1", "compact, [], false"), ("Sec-CH-UA-Mobile", "?0", "regular, [], false"),
        ("Save-Data", "on", "regular, [], true"), ("Save-Data", "off", "regular, [], false"),
        ("Accept-Language", "da, en-GB;q=0.8, en;q=0.7", "regular, [\"da\", \"en-gb\", \"en\"], false"),
        ("Accept-Language", "en;q=0.1, fr-CH, de;q=0, *;q=0.5", "regular, [\"fr-ch\", \"en\"], false"),
        ("Accept-Language", "<script>, en;q=2, en;q=x, \u{1F600}", "regular, [], false"),
    ])
    func `RFC 9110 §12.5.4, RFC 8942: header fields set the traits`(name: String, value: String, text: String)
        async throws
    {
        try await serve { visitor in
            try await visitor.visit("/app")
            try await visitor.click("Go on")
            let reply = try await visitor.get("/app/main", [("Accept", "text/html"), (name, value)])
            let shown = text.replacing("\"", with: "&quot;")
            #expect(reply.text.contains("<p>\(shown)</p>") || reply.text.contains("<p>\(text)</p>"))
        }
    }

    @Test func `RFC 9110 §12.5.5: Vary lists the traits only for apps that read them`()
        async throws
    {
        try await serve { visitor in
            let fields = "Accept, Cookie, Accept-Language, Sec-CH-UA-Mobile, Save-Data"
            let page = try await visitor.get("/app", accept: "text/html")
            #expect(page["Vary"] == fields)
            let entity = try await visitor.get("/app", accept: "application/json")
            #expect(entity["Vary"] == fields)
        }
        try await serve(readsTraits: false) { visitor in
            let reply = try await visitor.get("/app", [("Accept", "text/html"), ("Save-Data", "on")])
            #expect(reply["Vary"] == "Accept, Cookie")
            #expect(reply.text.contains("compact, [], false"))
        }
    }
}
