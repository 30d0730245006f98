/// The times and numbers of a client's links.
struct LinkSettings: Sendable {
    /// The number of replicas that must confirm a change.
    var replicas = 0
    /// The time for a command with all repetitions, in nanoseconds.
    var timeout: UInt64 = 1_000_000_000
    /// The time for a connection and the replies to the first commands, in nanoseconds.
    var openingTimeout: UInt64 = 2_000_000_000
    /// The longest wait before an attempt to connect, in nanoseconds.
    var maxBackoff: UInt64 = 2_000_000_000
    /// The maximum number of calls of a link that wait for a connection.
    var maxBacklog = 1_024
    /// True if commands wait for a connection; false if they fail as soon as the server cannot be reached, because
    /// another one can be asked.
    var waitsForConnection = true
    let health: LinkHealth
}
