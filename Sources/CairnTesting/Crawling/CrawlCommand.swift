import Cairn

/// `cairn crawl URL`: goes through the apps of a running server (feature B26).
public enum CrawlCommand {
    /// Prints a line for each finding, and one that sums up each app.
    ///
    /// - Parameters:
    ///   - url: an app, or the page of a site that lists its apps.
    ///   - limits: what the crawl of an app may cost.
    ///   - examples: what is typed into the fields of these names.
    ///   - print: takes each line.
    ///   - progress: told after each action how far it got.
    /// - Returns: the exit status: 0 if all is well, 1 if there are findings, 2 if there is nothing to crawl.
    public static func run(
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
            print("cairn crawl: \(url): \(error)")
            return 2
        }
    }

    /// The path itself if an app is there, or those of the apps that it lists.
    private static func apps(at path: String, of origin: Origin) async throws -> [String] {
        let page = try await Crawler(.server(origin)).page(at: path)
        guard page.entity.class?.contains("gallery") == true else { return [path] }
        let links = (page.entity.links ?? []).filter { $0.rel.contains("urn:cairn:app") }
        return try links.map { try Visitor(.server(origin)).path(of: $0.href) }
    }
}
