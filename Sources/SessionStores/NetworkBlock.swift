/// The addresses that share a quota: one IPv4 address, an IPv6 /64, or an IPv6 /48, which contains 65,536 /64 networks.
/// An unknown address has no quota.
package enum NetworkBlock: Hashable, Sendable {
    case unknown, network(UInt64), site(UInt64)

    /// The blocks that the network belongs to, smallest first.
    package static func all(of network: UInt64?) -> [NetworkBlock] {
        guard let network else { return [.unknown] }
        // Below 2^32 are IPv4 addresses, and 0 for ::1 and Unix-domain sockets: they have no site block.
        return network >> 32 == 0 ? [.network(network)] : [.network(network), .site(network >> 16)]
    }

    /// The largest block that the network belongs to.
    package static func largest(of network: UInt64?) -> NetworkBlock {
        guard let network else { return .unknown }
        return network >> 32 == 0 ? .network(network) : .site(network >> 16)
    }
}
