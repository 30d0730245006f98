import Cairn

/// The command `crawl URL`: crawls the apps of a running server.
package enum CrawlCommand {
    /// Prints a line for each finding and each note, and a summary for each app.
    ///
    /// - Parameters:
    ///   - url: the URL of an app, or of a page that lists apps.
    ///   - limits: the limits for the crawl of each app.
    ///   - examples: the text to type into fields, by field name.
    ///   - print: receives each line.
    ///   - progress: receives a message after each action or link that led to a page, and an empty one after each app.
    /// - Returns: the exit status: 0 without findings, 1 with findings, 2 after an error, such as a URL without an app.
    package static func run(
        _ url: String, limits: Crawl.Limits, examples: [String: String] = [:], print: (String) -> Void,
        progress: ((String) -> Void)? = nil
    ) async -> Int32 {
        do {
            let (origin, path) = try Origin.split(url)
            var isClean = true
            for app in try await apps(at: path, of: origin) {
                let crawler = Crawler(.server(origin), limits: limits, examples: examples)
                crawler.liveObjects = { try await LiveObjectCounts.read(over: .server(origin))?.classes }
                crawler.progress = progress.map { tell in
                    { crawl in
                        let depth = "depth \(crawl.actions.count) of \(limits.depth)"
                        tell("\(app): \(depth), \(crawl.states) states, \(crawl.actions.reduce(0, +)) actions")
                    }
                }
                let crawl = try await crawler.crawl(from: app)
                progress?("")
                for finding in crawl.findings { print("\(app): \(finding)") }
                for note in crawl.notes { print("\(app): (\(note))") }
                print("\(app): \(crawl.summary)")
                isClean = isClean && crawl.findings.isEmpty
            }
            return isClean ? 0 : 1
        } catch {
            print("crawl: \(url): \(error)")
            return 2
        }
    }

    /// The paths of the apps that the page lists, or `path` if it belongs to an app.
    private static func apps(at path: String, of origin: Origin) async throws -> [String] {
        let page = try await Crawler(.server(origin)).page(at: path)
        guard page.entity.class?.contains("gallery") == true else { return [path] }
        let links = (page.entity.links ?? []).filter { $0.rel.contains("urn:cairn:app") }
        return try links.map { try Visitor(.server(origin)).path(of: $0.href) }
    }
}
