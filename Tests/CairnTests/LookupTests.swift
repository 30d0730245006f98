import Cairn
import CairnTesting
import Synchronization
import Testing

@Suite("Diagnosis of a failed responder look-up") struct LookupTests {
    private func visit(
        exposesDiagnostics: Bool, _ body: (Visitor) async throws -> Void
    ) async throws {
        for transport in Transport.allCases {
            var configuration = Transport.configuration
            configuration.exposesDiagnostics = exposesDiagnostics
            let hosted = HostedApplication("cellar", title: "Cellar") { Cellar() }
            try await transport.serve([hosted], configuration: configuration) { try await body(Visitor($0)) }
        }
    }

    @Test func `with --explain the 500 names the missing type and the chain, in JSON and HTML`() async throws {
        try await visit(exposesDiagnostics: true) { visitor in
            let problem = try await visitor.get("/cellar/barrel", accept: "application/json").problem
            #expect(problem.status == 500)
            #expect(problem.type == "urn:cairn:problem:cannot-show")
            #expect(problem.missing == "Cooper")
            #expect(problem.chain?.suffix(3) == ["CellarNavigation", "Window", "Cellar"])
            #expect(problem.detail?.contains("No responder provides Cooper in the chain ") == true)
            let page = try await visitor.visit("/cellar/barrel")
            #expect(page.status == 500)
            #expect(page.texts.contains { $0.contains("No responder provides Cooper") }, "\(page.source)")
            #expect(try await visitor.visit("/cellar").status == 200)
        }
    }

    @Test func `without --explain the 500 has no details`() async throws {
        try await visit(exposesDiagnostics: false) { visitor in
            for type in ["application/json", "text/html"] {
                let reply = try await visitor.get("/cellar/barrel", accept: type)
                #expect(reply.status == 500)
                #expect(!reply.text.contains("Cooper") && !reply.text.contains("CellarNavigation"), "\(reply.text)")
            }
            let problem = try await visitor.get("/cellar/barrel", accept: "application/json").problem
            #expect(problem.detail?.hasPrefix("Nothing was changed. Please try again; ") == true)
            #expect(problem.missing == nil && problem.chain == nil)
            #expect(try await visitor.visit("/cellar").status == 200)
        }
    }
}

// MARK: - A cellar without a Cooper

private protocol Cooper {}

private final class Cellar: Application {
    override func makeRootViewController() -> ViewController { CellarNavigation(root: .door) }
}

private enum CellarRoute: Route { case door, barrel }

private final class CellarNavigation: NavigationController<CellarRoute> {
    override func destination(for route: CellarRoute) throws -> ViewController {
        switch route {
        case .door: ViewController()
        case .barrel: Barrel()
        }
    }
}

private final class Barrel: ViewController {
    override func viewDidLoad() async throws { _ = try required((any Cooper).self) }
}
