import HTTPProtocol

/// Whether a POST comes from our own pages (DESIGN D15): Fetch Metadata first, `Origin` where a browser does not send it.
enum CrossSite {
    static func permits(_ request: Request, origin: PublicOrigin) -> Bool {
        let (site, sender) = (Sent(.secFetchSite, in: request.fields), Sent(.origin, in: request.fields))
        // A browser sends one line of each. Of two that differ, a proxy may have looked at the other one.
        if site == .contradiction || sender == .contradiction { return false }
        if case .value(let site) = site { return site == "same-origin" || site == "none" }
        // A client that sends neither is no browser, and carries nobody's cookie but its own.
        guard case .value(let sender) = sender else { return true }
        return sender.lowercased() == origin.description
    }

    private enum Sent: Equatable {
        case nothing, contradiction
        case value(String)

        init(_ name: FieldName, in fields: HeaderFields) {
            var sent = Sent.nothing
            fields.forEachValue(of: name) { octets in
                let value = octets.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                sent = sent == .nothing || sent == .value(value) ? .value(value) : .contradiction
            }
            self = sent
        }
    }
}
