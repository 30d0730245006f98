import HTTPProtocol

/// The settings that the connections of a listener share. One object, because a copy of the configuration in each
/// connection took 600 octets.
final class ListenerSettings: Sendable {
    let site: Site
    let configuration: Configuration
    /// The connections of all listeners that share a limit, by network.
    let connections: NetworkConnections
    /// Set on the redirect port and on the metrics port, whose requests it answers.
    let answer: (@Sendable (Request) -> Response)?

    init(
        site: Site, configuration: Configuration, connections: NetworkConnections,
        answer: (@Sendable (Request) -> Response)? = nil
    ) {
        self.site = site
        self.configuration = configuration
        self.connections = connections
        self.answer = answer
    }
}
