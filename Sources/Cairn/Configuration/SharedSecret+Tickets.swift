import Sockets

extension SharedSecret {
    /// The keys of TLS session tickets.
    var ticketKeys: TLSTicketKeys {
        TLSTicketKeys { period in key(for: "TLS session tickets of period \(period)", count: TLSTicketKeys.count) }
    }
}
