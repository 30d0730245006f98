import Cairn

/// The parsed arguments of the command `dev`.
struct DevelopmentSettings {
    /// The settings of the server, which the command needs to open its socket.
    var configuration: Configuration
    /// The further folders whose files are sources.
    var watched: [String] = []
    /// The arguments of the server that the command starts, after the program's name.
    var arguments: [String] = []

    /// The time in seconds that the server has to finish its requests before the next edition starts.
    static let graceSeconds = 1
}
