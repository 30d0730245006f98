import Cairn
import CairnCommands
import Foundation
import Testing

@testable import Gallery

@Suite("The checker on all apps") struct CheckTests {
    @Test func `the checker performs each action and reaches each handler on every screen of every container`()
        async throws
    {
        var seen = 0
        for app in Gallery.apps(effort: .milliseconds(20)) {
            let exploration = await AppExploration(through: app)
            #expect(exploration.findings.isEmpty, "\(app.name): \(exploration.findings)")
            #expect(exploration.notes.isEmpty, "\(app.name): \(exploration.notes)")
            #expect(exploration.isComplete && exploration.actions > 20, "\(app.name): \(exploration.actions)")
            // The exploration meets exactly the destinations that the app's sources declare. `MoreViewController`
            // belongs to the library: it shows the tabs that do not fit the bar.
            let met = Set(exploration.screens.flatMap { $0.map(\.type) }).subtracting(["MoreViewController"])
            let declared = AppSources(app: app.title).places
            #expect(declared.subtracting(met).isEmpty, "\(app.name): never met")
            #expect(met.subtracting(declared).isEmpty, "\(app.name): nowhere declared")
            seen += declared.count
        }
        #expect(seen > 50, "\(seen) screens and containers")
    }

    @Test func `the article on testing contains the graph that cairn prints for Letters`() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let article = try String(
            contentsOf: package.appending(path: "Sources/Cairn/Cairn.docc/Testing.md"), encoding: .utf8)
        let app = try Gallery.apps().only("letters")
        let exploration = await AppExploration(through: app)
        let graph = FlowGraph(of: exploration, routes: app.routes.map(\.title)).text(as: .mermaid)
        #expect(article.contains("```mermaid\n\(graph)```\n"), "cairn graph letters prints\n\(graph)")
    }
}
