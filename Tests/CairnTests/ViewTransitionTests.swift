import CairnTesting
import NavigationKit
import Testing

@testable import Cairn

@Suite("The motion between pages depends on the navigation operation") struct ViewTransitionTests {
    enum Part: Route { case login, main }
    struct Enter: Action {}
    struct Leave: Action {}

    final class Parts: FlowController<Part> {
        init() { super.init(root: .login) }
        override class var actions: [Handler] { [.on(enter), .on(leave)] }
        func enter(_ action: Enter) { show(.main) }
        func leave(_ action: Leave) { show(.login) }
        override func isBackwardTransition(to route: Part) -> Bool { route == .login }
        override func destination(for route: Part) throws -> ViewController {
            switch route {
            case .login: HostingController(rootView: Button("Enter", action: Enter()))
            case .main: HostingController(rootView: Button("Leave", action: Leave()))
            }
        }
    }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Parts() }
    }

    /// The classes of the pages' bodies that name an operation.
    private func operations(of pages: (Visitor) async throws -> [RenderedPage]) async throws -> [String?] {
        var operations: [String?] = []
        try await Transport.memory.serve([Desk.hosted(), HostedApplication("app", title: "App") { App() }]) { wire in
            operations = try await pages(Visitor(wire)).map { page in
                let classes = try #require(page.source.firstMatch(of: /<body class="([^"]*)">/)).1.split(separator: " ")
                return classes.first { $0.hasPrefix("after-") }.map { String($0.dropFirst("after-".count)) }
            }
        }
        return operations
    }

    @Test func `push and pop name their operation, a page without an operation names none`() async throws {
        let operations = try await operations { visitor in
            [
                try await visitor.visit("/desk"), try await visitor.click("Drawer 2"),
                try await visitor.click("Back"),
            ]
        }
        #expect(operations == [nil, "push", "pop"])
    }

    @Test func `the transition of a flow depends on its direction if the flow defines one`() async throws {
        let operations = try await operations { visitor in
            try await visitor.visit("/app")
            return [try await visitor.click("Enter"), try await visitor.click("Leave")]
        }
        #expect(operations == ["switch", "back"])
    }

    @Test func `a reload, and a page that the browser's Back shows again, name no operation`() async throws {
        let operations = try await operations { visitor in
            try await visitor.visit("/desk")
            let pushed = try await visitor.click("Drawer 2")
            let reloaded = try await visitor.visit(pushed.url)
            let newer = try await visitor.click("Back")
            return [pushed, reloaded, newer, try await visitor.visit(pushed.url)]
        }
        #expect(operations == ["push", nil, "pop", nil])
    }

    @Test func `each operation has a rule in the style sheet, and the page no style of its own`() async throws {
        let sheet = String(decoding: BuiltInAssets.all[0].bytes, as: UTF8.self)
        for operation in NavigationKit.Operation.allCases where operation != .select {
            #expect(sheet.contains(".after-\(operation.rawValue)"), "\(operation)")
        }
        try await Transport.memory.serve([Desk.hosted()]) { wire in
            let page = try await Visitor(wire).visit("/desk")
            #expect(!page.source.contains("<style") && !page.source.contains("style="))
        }
    }
}
