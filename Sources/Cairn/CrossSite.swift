import HTTPProtocol

/// Whether a POST comes from our own pages (DESIGN D15): Fetch Metadata first, `Origin` where a browser does not send it.
enum CrossSite {
    static func permits(_ request: Request, origin: PublicOrigin) -> Bool {
        if let site = request.fields[.secFetchSite] { return site == "same-origin" || site == "none" }
        // A client that sends neither is no browser, and carries nobody's cookie but its own.
        guard let sent = request.fields[.origin] else { return true }
        return sent.lowercased() == origin.description
    }
}
