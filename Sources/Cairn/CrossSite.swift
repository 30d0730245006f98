import HTTPProtocol

/// Whether a POST comes from our own pages: Fetch Metadata first, `Origin` where a browser does not send it.
enum CrossSite {
    static func permits(_ request: Request, origin: PublicOrigin) -> Bool {
        let fields = request.fields
        // A browser sends one line of each. Of two that differ, a proxy may have looked at the other one.
        guard !fields.hasContradiction(of: .secFetchSite), !fields.hasContradiction(of: .origin) else { return false }
        let isOwnSite = fields.withOctets(of: .secFetchSite) { $0.isSame(as: "same-origin") || $0.isSame(as: "none") }
        if let isOwnSite { return isOwnSite }
        // A client that sends neither is no browser, and carries nobody's cookie but its own.
        guard let sender = fields[.origin] else { return true }
        return sender.lowercased() == origin.description
    }
}
