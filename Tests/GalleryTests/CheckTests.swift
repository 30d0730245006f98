import Cairn
import Foundation
import Testing

@testable import Gallery

@Suite("The apps, checked") struct CheckTests {
    @Test func `B27: on every screen of every container, each action is performed and each handler is reached`()
        async throws
    {
        var seen = 0
        for app in Gallery.apps() {
            let walk = await Walk(through: app)
            #expect(walk.findings.isEmpty, "\(app.name): \(walk.findings)")
            #expect(walk.notes.isEmpty, "\(app.name): \(walk.notes)")
            #expect(walk.isComplete && walk.actions > 20, "\(app.name): \(walk.actions)")
            // All that the app's sources declare to be a place, and nothing else.
            // The kit itself shows what has no room in a tab bar.
            let met = Set(walk.screens.flatMap { $0.map(\.type) }).subtracting(["MoreViewController"])
            let declared = AppSources(app: app.title).places
            #expect(declared.subtracting(met).isEmpty, "\(app.name): never met")
            #expect(met.subtracting(declared).isEmpty, "\(app.name): nowhere declared")
            seen += declared.count
        }
        #expect(seen > 50, "\(seen) screens and containers")
    }

    @Test func `B28: the README shows the graph that the program prints`() async throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let readme = try String(contentsOf: package.appending(path: "README.md"), encoding: .utf8)
        let graph = FlowGraph(of: await Walk(through: try Gallery.apps().only("letters"))).text(as: .mermaid)
        #expect(readme.contains("```mermaid\n\(graph)```\n"), "cairn graph letters prints\n\(graph)")
    }
}
