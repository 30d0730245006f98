extension Visitor {
    /// Opens the event stream of the page, as the script of the page does. It knows what the page shows, so a change
    /// since it was loaded is its first event.
    public func watch() async throws -> PageEvents {
        let page = try self.page
        var target = page.url
        if let shown = page.source.split(separator: "data-shown=\"", maxSplits: 1).dropFirst().first?
            .prefix(while: { $0 != "\"" })
        {
            target += (target.contains("?") ? "&" : "?") + "shown=\(shown)"
        }
        return try await events(at: target)
    }

    /// Opens an event stream.
    func events(at target: String) async throws -> PageEvents {
        try await line.events(withOwnFields(Call("GET", target, fields: [("Accept", "text/event-stream")])))
    }

    /// Waits until the page would look different, and loads it again.
    ///
    /// - Throws: ``VisitorError`` if the page watches nothing, or does not change within thirty seconds.
    @discardableResult
    public func waitForChange() async throws -> RenderedPage {
        let events = try await watch()
        defer { events.close() }
        while let event = try await events.next() {
            if event == "change" { return try await reload() }
        }
        throw VisitorError("\(try page.url) watches nothing: its stream has the status \(events.reply.status).")
    }
}
