/// A security event for the log, which operators can count or alert on: one line, with the network and without secrets.
package struct SecurityEvent: Sendable, Equatable {
    /// The kinds of events; the log limits the lines of each kind separately.
    package enum Kind: String, Sendable, CaseIterable {
        /// A cross-site POST, PUT or DELETE was refused.
        case crossSitePost = "cross-site-post"
        /// A request for a host that is not allowed was refused.
        case refusedHost = "refused-host"
        /// A session was evicted, or ended from another session of its user, while its visitor can still be active.
        case sessionEvicted = "session-evicted"
        /// A session changed its identity, such as by a login or a logout.
        case identityChanged = "identity-changed"
        /// A limit was reached, such as that of connections, sessions, unsent bytes or space.
        case limitReached = "limit-reached"
    }

    /// The kind of the event.
    package let kind: Kind
    /// A short description of the event, such as a host or path; never a session id, a token or submitted values.
    package let detail: String
    /// The network of the client (``SocketAddress/network``), if it is known.
    package let network: UInt64?

    /// - Parameters:
    ///   - kind: the kind of the event.
    ///   - detail: a short description without secrets; the log escapes and shortens it.
    ///   - network: the network of the client, if it is known.
    package init(_ kind: Kind, _ detail: String, from network: UInt64? = nil) {
        self.kind = kind
        self.detail = detail
        self.network = network
    }
}
