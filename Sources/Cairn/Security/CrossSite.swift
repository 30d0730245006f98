import HTTPProtocol

/// CSRF protection: refuses a change that a page of another origin sent. It checks `Sec-Fetch-Site` (Fetch Metadata), or
/// `Origin` for browsers that do not send it.
enum CrossSite {
    static func permits(_ request: Request, origin: PublicOrigin) -> Bool {
        let fields = request.fields
        // Browsers send one line of each field. Refuse contradictory lines: a proxy could have checked the other one.
        guard !fields.hasContradiction(of: .secFetchSite), !fields.hasContradiction(of: .origin) else { return false }
        let isOwnSite = fields.withOctets(of: .secFetchSite) { $0.isSame(as: "same-origin") || $0.isSame(as: "none") }
        if let isOwnSite { return isOwnSite }
        // Current browsers send one of the fields. Other clients are usually scripts, which another site cannot make
        // send a visitor's cookie.
        guard let sender = fields[.origin] else { return true }
        return sender.lowercased() == origin.description
    }
}
