import Hypermedia

/// Checks that apply to every state.
extension Crawler {
    func look(at page: CrawledPage) async {
        do {
            let again = try await self.page(at: page.exactPath)
            if again.at != page.at {
                let (now, before) = (again.at ?? "none", page.at ?? "none")
                found("\(page.exactPath) has \(WireName.at)=\(now), not \(WireName.at)=\(before)")
            }
            try await compare(page)
            try await readLinks(of: page)
            guard crawl.locations.insert(page.path).inserted else { return }
            try await openAfresh(page.path)
            try await openEvents(of: page)
        } catch {
            found("\(page.exactPath): \(error)")
        }
    }

    /// Checks that the location opens without a cookie and that reading sets none.
    private func openAfresh(_ path: String) async throws {
        let cookies = visitor.cookies
        defer { visitor.cookies = cookies }
        for type in [CrawledPage.type, "text/html"] {
            visitor.forgetCookies()
            let reply = try await request(Call("GET", path, fields: [("Accept", type)]))
            if reply.status != 200 {
                found("\(path) responds with status \(reply.status) to a request without a cookie")
            }
            if reply["set-cookie"] != nil { found("\(path) sets a cookie in response to GET") }
        }
    }

    /// Checks that the link to the events of a page leads to a stream that begins.
    private func openEvents(of page: CrawledPage) async throws {
        guard let link = page.entity.links?.first(where: { $0.rel.contains("monitor") }) else { return }
        let target = try visitor.path(of: link.href)
        let events = try await visitor.events(at: target)
        defer { events.close() }
        let type = events.reply["content-type"] ?? "none"
        if events.reply.status != 200 || type != link.type {
            found(
                "\(page.path) links to events at \(target), which has the status \(events.reply.status) and type \(type)"
            )
        }
    }

    /// Checks that no link within the site leads to an error.
    private func readLinks(of page: CrawledPage) async throws {
        let targets = page.entity.all.flatMap { $0.links ?? [] }.compactMap { try? visitor.path(of: $0.href) }
        for target in Set(targets).sorted() where target != page.path {
            let reply = try await request(Call("GET", target))
            if reply.status >= 400 { found("\(page.path) links to \(target), which has the status \(reply.status)") }
        }
        try await readQueries(of: page)
    }

    /// Checks that each link that changes the query leads to a page at exactly this location.
    private func readQueries(of page: CrawledPage) async throws {
        let relations: Set<String> = ["urn:cairn:query", "next", "prev"]
        let links = page.entity.all.flatMap { $0.links ?? [] }.filter { !relations.isDisjoint(with: $0.rel) }
        for target in Set(try links.map { try visitor.path(of: $0.href) }).sorted() {
            let shown = try await self.page(at: target).entity.links?.first { $0.rel == ["self"] }?.href
            guard let shown, try visitor.path(of: shown) != target else { continue }
            found("\(page.path) links to \(target), but the page there is at \(try visitor.path(of: shown))")
        }
    }
}
