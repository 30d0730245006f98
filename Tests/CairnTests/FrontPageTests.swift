import Cairn
import CairnTesting
import Foundation
import Testing

@Suite("The list of the apps") struct FrontPageTests {
    /// Serves an app with a preview, and files with these names.
    private func visit(files: [String], _ body: (Visitor) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/docs", withIntermediateDirectories: true)
        for name in files { try name.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8) }
        var configuration = Transport.configuration
        configuration.publicFolder = folder
        var theme = Theme()
        theme.previewImage = "/desk.svg"
        let app = HostedApplication("desk", title: "Desk", summary: "A desk.", theme: theme) { Application() }
        try await Transport.memory.serve([app], configuration: configuration) { try await body(Visitor($0)) }
    }

    @Test func `each app is a link with its picture and its summary, and a command shows the first one as JSON`()
        async throws
    {
        try await visit(files: ["desk.svg"]) { visitor in
            let page = try await visitor.get("/", accept: "text/html").text
            let link = try #require(page.firstMatch(of: /<a href="\/desk">.*<\/a>/)?.output)
            #expect(link.contains("<img src=\"/desk.svg?v=") && link.contains("alt=\"\" width=\"640\" height=\"400\""))
            #expect(link.contains("Desk</span>") && link.contains("A desk.</span>"))
            #expect(page.contains("<code>curl -H 'Accept: application/json' http://cairn.test/desk</code>"))
            #expect(!page.contains("/docs/"))
        }
    }

    @Test func `it links to the documentation if the folder of static files has some`() async throws {
        try await visit(files: ["docs/index.html"]) { visitor in
            let page = try await visitor.get("/", accept: "text/html").text
            #expect(page.contains("<p><a href=\"/docs/\">Documentation</a></p>"))
            #expect(try await visitor.get("/docs/").text == "docs/index.html")
            let links = try await visitor.siren("/").links ?? []
            #expect(links.filter { $0.rel == ["help"] }.map(\.href) == ["http://cairn.test/docs/"])
        }
    }
}
