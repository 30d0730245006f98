import CairnTesting
import NavigationKit
import Testing

@testable import Cairn

@Suite("A sheet is shown over the screen that it covers") struct CoveredScreenTests {
    enum Part: Route {
        case list, sheet, cover, failing, slow, secret, figures
        var transition: Transition {
            switch self {
            case .sheet: .modal
            case .cover: .fullScreen
            default: .push
            }
        }
    }
    struct Open: Action { var part: String }
    struct Hide: Action {}

    final class Parts: NavigationController<Part> {
        @Saved var isHiding = false
        init() { super.init(root: .list) }
        override class var actions: [Handler] { [.on(open), .on(hide)] }
        func open(_ action: Open) throws {
            switch action.part {
            case "sheet": present(.sheet)
            case "cover": present(.cover)
            case "failing": push(.failing)
            case "secret": push(.secret)
            case "figures": push(.figures)
            default: push(.slow)
            }
        }
        func hide(_ action: Hide) { isHiding = true }
        override func guardResult(for route: Part) -> GuardResult {
            route == .secret && isHiding ? .redirect(to: .list) : .allowed
        }
        override func destination(for route: Part) throws -> ViewController {
            switch route {
            case .list: HostingController(rootView: Content()).titled("List")
            case .sheet: HostingController(rootView: Sheet()).titled("Sheet")
            case .cover: HostingController(rootView: Text("Covers all")).titled("Cover")
            case .failing: Failing().titled("Failing")
            case .slow: Slow().titled("Slow")
            case .secret: HostingController(rootView: Secret()).titled("Secret")
            case .figures: HostingController(rootView: Figures()).titled("Figures")
            }
        }
    }

    struct Content: View {
        var body: some View {
            Section("Many") {
                for number in 1...100 { Row("Row \(number)", action: Open(part: "sheet")) }
            }
            TextField("Name", name: "name")
            Button("Sheet", action: Open(part: "sheet"))
            Button("Cover", action: Open(part: "cover"))
            Button("Failing", action: Open(part: "failing"))
            Button("Slow", action: Open(part: "slow"))
            Button("Secret", action: Open(part: "secret"))
            Button("Figures", action: Open(part: "figures"))
        }
    }

    struct Sheet: View {
        var body: some View {
            TextField("Name", name: "name")
            Button("Hide", action: Hide())
        }
    }

    struct Figures: View {
        var body: some View {
            Button("Sheet", action: Open(part: "sheet"))
            EmptyState("Nothing yet.", icon: .stamp)
            TextField("Town", name: "town", text: "Oslo")
            SecureField("Password", name: "password")
            Toggle("Loud", name: "isLoud", isOn: true)
            Gauge("Pages", value: 3, in: 0...8)
            Table("Stops", Array(1...100)) { TableColumn("Stop") { "Stop \($0)" } }
            VStack { for number in 1...100 { Text("Line \(number)") } }
        }
    }

    struct Secret: View {
        var body: some View {
            Text("A secret")
            Button("Sheet", action: Open(part: "sheet"))
        }
    }

    /// Fails once it is covered.
    final class Failing: ViewController {
        override func load() async throws {
            if isCovered { throw Failure() }
        }
        private var isCovered: Bool { nearest(Parts.self)?.presentedRoute != nil }
        @ViewBuilder override var view: any View { Button("Sheet", action: Open(part: "sheet")) }
    }

    final class Slow: ViewController {
        private var text = "Not loaded"
        override func load() async throws { text = "Loaded" }
        @ViewBuilder override var view: any View {
            Text(text)
            Button("Sheet", action: Open(part: "sheet"))
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Parts() }
    }

    private func visit(_ body: (Visitor) async throws -> Void) async throws {
        try await Transport.memory.serve([HostedApplication("app", title: "App") { App() }]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/app")
            try await body(visitor)
        }
    }

    /// The markup of the covered screen.
    private func covered(_ page: RenderedPage) -> String {
        page.source.split(separator: "<div class=\"covered\" inert>").dropFirst().joined()
    }

    @Test func `the page of a sheet has the covered screen, without actions, fields and IDs`() async throws {
        try await visit { visitor in
            let page = try await visitor.click("Sheet")
            #expect(page.heading == "Sheet" && page.coveredHeading == "List")
            let markup = covered(page)
            #expect(markup.contains("<span class=\"title\">Row 1</span>"))
            #expect(!markup.contains(" id=\"") && !markup.contains(" name=\"") && !markup.contains("<h1"))
            #expect(markup.split(separator: "<li>").count <= Screen.Covered.maxElements)
            #expect(page.rows.isEmpty && page.fields.map(\.label) == ["Name"])
        }
    }

    @Test func `a gauge, a table and groups stay in their places, with IDs of their own`() async throws {
        try await visit { visitor in
            try await visitor.click("Figures")
            let page = try await visitor.click("Sheet")
            let markup = covered(page)
            #expect(markup.contains("<div class=\"empty-state\">") && markup.contains("<meter id=\"gauge-1\""))
            #expect(markup.contains(">Stop \(Screen.Covered.maxTableRows)</th>"))
            #expect(!markup.contains("Stop \(Screen.Covered.maxTableRows + 1)<") && !markup.contains("The first"))
            #expect(markup.contains("<input disabled value=\"Oslo\"></div>"))
            #expect(markup.contains("<input type=\"checkbox\" disabled checked><label>Loud</label>"))
            // The last group is cut off, and ends.
            #expect(markup.contains("Line 20<") && !markup.contains("Line 40<"))
            // The markup begins within one of them.
            #expect(markup.split(separator: "<div").count + 1 == markup.split(separator: "</div>").count)
            let ids = page.source.matches(of: /\ id="([^"]*)"/).map(\.output.1)
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test func `a deep link to a sheet shows it over the screen that it would cover`() async throws {
        try await visit { visitor in
            let page = try await visitor.visit("/app/~sheet")
            #expect(page.coveredHeading == "List")
        }
    }

    @Test func `a full-screen presentation and a page without a sheet cover nothing`() async throws {
        try await visit { visitor in
            let cover = try await visitor.click("Cover")
            #expect(cover.heading == "Cover" && cover.coveredHeading == nil)
            let list = try await visitor.click("Cancel")
            #expect(list.coveredHeading == nil)
        }
    }

    @Test func `a covered screen is loaded, and one that does not load is left out`() async throws {
        try await visit { visitor in
            try await visitor.click("Slow")
            let slow = try await visitor.click("Sheet")
            #expect(covered(slow).contains("<p>Loaded</p>"))
            try await visitor.click("Cancel")
            try await visitor.click("Back")
            try await visitor.click("Failing")
            let page = try await visitor.click("Sheet")
            #expect(page.heading == "Sheet" && page.status == 200 && page.coveredHeading == nil)
        }
    }

    @Test func `a screen that its guard refuses now is not shown behind a sheet`() async throws {
        try await visit { visitor in
            try await visitor.click("Secret")
            let shown = try await visitor.click("Sheet")
            #expect(covered(shown).contains("A secret"))
            let page = try await visitor.click("Hide")
            #expect(page.heading == "Sheet" && !page.source.contains("A secret"))
        }
    }

    @Test func `Siren has only the sheet`() async throws {
        try await visit { visitor in
            try await visitor.click("Sheet")
            let reply = try await visitor.get("/app/~sheet", accept: "application/vnd.siren+json")
            #expect(!reply.text.contains("Row 1") && !reply.text.contains("covered"))
        }
    }
}
