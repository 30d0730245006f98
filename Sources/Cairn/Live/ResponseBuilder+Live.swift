import Digests
import Hypermedia
import NavigationKit
import Sessions

extension ResponseBuilder {
    /// Digests of what a page shows and of the topics that it watches. Equal ones mean that the page need not be rendered
    /// again, and that its stream need not be opened again.
    ///
    /// The first is a digest of the page's HTML without what differs between two renderings of one state: the nonce, and
    /// messages that are shown once. A page that watches nothing is not rendered twice.
    func live(_ page: Page) -> LiveContext {
        let context = context(of: page, nonce: "")
        (context.notice, context.operation) = (nil, nil)
        var html: [UInt8] = []
        HTMLRenderer.render(page.screen, in: context, into: &html)
        // The order of a set differs between processes.
        var topics = page.screen.topics.sorted()
        if page.screen.topics.contains(Topic.session.text) { topics.append(page.sessionFingerprint ?? "") }
        // A page of another edition of the program is requested again, even if it looks the same.
        if let edition = topics.first(where: { $0.hasPrefix(Topic.editionPrefix) }) { html += edition.utf8 }
        return LiveContext(
            shown: Self.digest(of: html), topics: Self.digest(of: Array(topics.joined(separator: "\n").utf8)))
    }

    private static func digest(of bytes: [UInt8]) -> String {
        String(bytes.withUnsafeBytes { FastHash.hash($0) }, radix: 36)
    }
}
