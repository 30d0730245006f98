public import Cairn

/// The main program of a server, with command-line options of its own.
///
/// ```swift
/// @main struct Desk: CairnProgram {
///     static var options: [ProgramOption<Desk>] {
///         [.number("--tickets", \.tickets, in: 0...100_000, "number of tickets at the start")]
///     }
///     var tickets = 1_000
///     var apps: [HostedApplication] {
///         [HostedApplication("desk", title: "Desk") { [tickets] in DeskApplication(tickets: tickets) }]
///     }
/// }
/// ```
/// The program serves its apps and has the settings and commands of ``ServerProgram``. Options follow the program's name
/// or stand among the settings; before a command they apply to its apps.
public protocol CairnProgram {
    /// Creates the program with the defaults of its options.
    init()

    /// The first line of `--help`; empty by default.
    static var summary: String { get }

    /// The options; none by default.
    static var options: [ProgramOption<Self>] { get }

    /// Further commands; none by default. The library `CairnTesting` has `crawl`.
    static var commands: [Command] { get }

    /// The apps, with the values of the options. Called once to serve, and by each command that explores the apps.
    ///
    /// - Throws: any error; the program prints it and exits with 2.
    var apps: [HostedApplication] { get throws }

    /// The work beside the server; none by default.
    ///
    /// - Throws: any error; the program prints it and exits with 2.
    var services: [any BackgroundService] { get throws }

    /// The functions around everything that the server answers, the first one outermost; none by default.
    ///
    /// - Throws: any error; the program prints it and exits with 2.
    var interceptors: [Interceptor] { get throws }

    /// Creates the server; by default one with ``apps``, ``services`` and ``interceptors``.
    ///
    /// - Parameters:
    ///   - configuration: the settings of the command line and the environment.
    ///   - log: the log that they choose.
    /// - Throws: any error; the program prints it and exits with 2.
    func makeServer(_ configuration: Configuration, log: Log) throws -> Server
}

extension CairnProgram {
    /// Empty: by default, `--help` has no first line.
    public static var summary: String { "" }

    /// None.
    public static var options: [ProgramOption<Self>] { [] }

    /// None.
    public static var commands: [Command] { [] }

    /// None.
    public var services: [any BackgroundService] { [] }

    /// None.
    public var interceptors: [Interceptor] { [] }

    /// Returns a server with the apps, the services and the interceptors.
    public func makeServer(_ configuration: Configuration, log: Log) throws -> Server {
        try Server(configuration, apps: try apps, log: log, services: try services, intercepting: try interceptors)
    }

    /// Parses the arguments and the environment of the process, serves or performs a command, and exits. After an error
    /// the status is 2.
    @concurrent public static func main() async { await ServerProgram(Self.self).run() }
}
