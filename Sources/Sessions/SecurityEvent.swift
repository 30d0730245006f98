/// An event that an operator may want to count or to be alerted about: one line of the log, with the network and no secret.
public struct SecurityEvent: Sendable, Equatable {
    /// The kinds of events; the log limits the lines of each kind separately.
    public enum Kind: String, Sendable, CaseIterable {
        /// A POST that another site caused was refused.
        case crossSitePost = "cross-site-post"
        /// A request for a host that is not allowed was refused.
        case refusedHost = "refused-host"
        /// A session was removed, or another one ended it, while its visitor may still be there.
        case sessionEvicted = "session-evicted"
        /// A session changed its identity, as after a login or a logout.
        case identityChanged = "identity-changed"
        /// A client met a limit: connections, sessions, space, time.
        case limitReached = "limit-reached"
    }

    /// The kind of the event.
    public let kind: Kind
    /// What happened, in a few words. It must not hold a session id, a token or what a visitor typed.
    public let detail: String
    /// The network of the client (``SocketAddress/network``), if it is known.
    public let network: UInt64?

    /// - Parameters:
    ///   - kind: the kind of the event.
    ///   - detail: what happened, without secrets; the log escapes and shortens it.
    ///   - network: the network of the client, if it is known.
    public init(_ kind: Kind, _ detail: String, from network: UInt64? = nil) {
        self.kind = kind
        self.detail = detail
        self.network = network
    }
}
