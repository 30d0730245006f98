import Sockets

/// The network of a client: an IPv4 address, or an IPv6 network of 64 bits, which usually belongs to one customer.
/// Behind a trusted proxy it is that of the proxy's client.
public struct ClientNetwork: Hashable, Sendable, CustomStringConvertible {
    let number: UInt64

    /// The address or the network as text: `192.0.2.7`, or `2001:db8:0:1::/64`.
    public var description: String { SocketAddress.name(ofNetwork: number) }
}
