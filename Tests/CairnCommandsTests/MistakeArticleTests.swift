import Foundation
import NavigationKit
import Testing

/// The messages of the compiler in the article are checked by `.ci/readme.py mistakes`.
@Suite("The article When something does not work has the messages that the kit logs") struct MistakeArticleTests {
    private static let article = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/Cairn/Cairn.docc/WhenSomethingDoesNotWork.md")

    @Test(arguments: [
        Diagnostic.unhandledAction("open-book", chain: "BookList → Window → Reading"),
        .repeatedHandler("open-book", type: "Shelf"),
        .unusedField("titel", chain: "BookList → Shelf → Window → Reading"),
        .cycle(chain: "BookList → Shelf → BookList"),
    ])
    func `a diagnostic is in the article as it is in the log`(diagnostic: Diagnostic) throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        #expect(text.contains("```text\n\(diagnostic)\n```"))
    }

    @Test func `the error of a missing responder is in the article`() throws {
        let error = ResponderError.notFound(type: "Library", chain: "BookList → Window → Reading")
        #expect(try String(contentsOf: Self.article, encoding: .utf8).contains("```text\n\(error)\n```"))
    }
}
