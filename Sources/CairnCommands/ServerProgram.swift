public import Cairn
import Glibc

/// The main program of a server: parses the command line, and serves the apps or performs a command on them.
///
/// ```swift
/// await ServerProgram(apps: [HostedApplication("friends", title: "Friends") { Friends() }]).run()
/// ```
/// The arguments are settings of ``Configuration`` or a command: `check` and `graph` explore the apps without a server,
/// `replay` performs the recorded actions of sessions again, `healthcheck` queries a running server, and `dev` serves
/// while the program is being developed. `--help` lists them all. The library `CairnTesting` has `crawl`.
public struct ServerProgram {
    private let summary: String
    let makeApps: () throws -> [HostedApplication]
    private let makeServer: (Configuration, Log) throws -> Server
    private let commands: [Command]
    let options: ProgramOptions

    /// A program that serves `apps`.
    ///
    /// - Parameters:
    ///   - summary: the first line of `--help`.
    ///   - commands: further commands.
    ///   - services: the work of the program beside the server.
    ///   - interceptors: called around everything that the server answers, the first one outermost.
    public init(
        _ summary: String = "", apps: [HostedApplication], commands: [Command] = [],
        services: [any BackgroundService] = [], intercepting interceptors: [Interceptor] = []
    ) {
        self.init(summary, commands: commands) {
            apps
        } server: { configuration, log in
            try Server(configuration, apps: apps, log: log, services: services, intercepting: interceptors)
        }
    }

    /// A program that creates its own server, such as one with additional routes or with data in a folder.
    ///
    /// - Parameters:
    ///   - summary: the first line of `--help`.
    ///   - commands: further commands.
    ///   - apps: creates the apps for a command. `check`, `graph` and `replay` call their handlers.
    ///   - server: creates the server, with the settings and the log that it gets.
    public init(
        _ summary: String = "", commands: [Command] = [], apps: @escaping () throws -> [HostedApplication],
        server: @escaping (Configuration, Log) throws -> Server
    ) {
        self.init(summary, commands: commands, options: .none, apps: apps, server: server)
    }

    /// The program that `type` describes.
    init<Program: CairnProgram>(_ type: Program.Type) { self.init(ProgramBox(Program())) }

    /// The program in `box`.
    init<Program: CairnProgram>(_ box: ProgramBox<Program>) {
        self.init(Program.summary, commands: Program.commands, options: ProgramOptions(of: box)) {
            try box.program.apps
        } server: { configuration, log in
            try box.program.makeServer(configuration, log: log)
        }
    }

    private init(
        _ summary: String, commands: [Command], options: ProgramOptions,
        apps: @escaping () throws -> [HostedApplication],
        server: @escaping (Configuration, Log) throws -> Server
    ) {
        self.summary = summary
        self.commands = [.check, .graph, .replay] + commands
        self.options = options
        makeApps = apps
        makeServer = server
    }

    /// Parses the arguments and the environment of the process, serves or performs the command, and exits. After an
    /// error the status is 2.
    public func run() async -> Never {
        Self.openStandardDescriptors()
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "server"
        var log = Log()
        do {
            var invocation = try parse(
                Array(CommandLine.arguments.dropFirst()), environment: ProcessEnvironment.current,
                defaults: Self.defaults)
            if case .serve(var configuration) = invocation {
                log = Log(configuration)
                if let development = Development.inherited(ProcessEnvironment.current) {
                    configuration.development = development
                    configuration.exposesDiagnosticsToLoopback = true
                    invocation = .serve(configuration)
                }
            }
            exit(try await perform(invocation, name: name, log: log))
        } catch {
            log.write("\(name): \(error)", level: .error)
            exit(2)
        }
    }

    // MARK: - The command line

    /// A parsed command line.
    enum Invocation {
        case serve(Configuration)
        case healthcheck(Configuration)
        case develop(DevelopmentSettings)
        case help
        case version
        case command(Command, arguments: [String])
    }

    /// - Throws: ``ConfigurationError`` for an unknown argument or an invalid value of a setting.
    func parse(
        _ arguments: [String], environment: [String: String], defaults: Configuration = Configuration()
    ) throws(ConfigurationError) -> Invocation {
        var rest = arguments[...]
        try options.apply(environment)
        while try options.take(&rest) {}
        if let command = commands.first(where: { $0.name == rest.first }) {
            let arguments = Array(rest.dropFirst())
            if let option = arguments.first(where: options.contains), !command.usage.contains(option) {
                throw ConfigurationError(
                    description:
                        "\(command.name): \(option) is an option of the program; write it before \(command.name).")
            }
            return .command(command, arguments: arguments)
        }
        if rest.first == "dev" {
            let settings = try developmentSettings(
                Array(rest.dropFirst()), after: Array(arguments.dropLast(rest.count)), environment: environment,
                defaults: defaults)
            return settings.map { .develop($0) } ?? .help
        }
        var configuration = defaults
        try configuration.apply(environment: environment)
        var wantsHealth = false
        while let argument = rest.first {
            if try options.take(&rest) { continue }
            switch argument {
            case "--help", "-h", "help": return .help
            case "--version": return .version
            case "serve": rest.removeFirst()
            case "healthcheck":
                rest.removeFirst()
                wantsHealth = true
            default:
                let words =
                    commands.map(\.name) + ["serve", "healthcheck", "dev", "--help", "--version"] + options.flags
                try configuration.applySetting(from: &rest, or: words)
            }
        }
        return wantsHealth ? .healthcheck(configuration) : .serve(configuration)
    }

    /// Returns the exit status.
    private func perform(_ invocation: Invocation, name: String, log: Log) async throws -> Int32 {
        switch invocation {
        case .serve(let configuration):
            let server = try makeServer(configuration, log)
            do {
                try await server.run(handlesSignals: true)
                return 0
            } catch {
                // To the server's own log, which can have another sink.
                server.log.write("\(name): \(error)", level: .error)
                server.log.flush()
                return 2
            }
        case .healthcheck(let configuration): return Healthcheck.isWell(configuration) ? 0 : 1
        case .develop(var settings):
            let package = try DevelopedPackage.ofThisProcess()
            try settings.keepState(of: package, environment: ProcessEnvironment.current)
            // To standard error, like the log of the server that it starts.
            return try DevelopmentLoop(settings, of: package) { log.write($0) }.run()
        case .help:
            print(help(name: name), terminator: "")
            return 0
        case .version:
            print("\(name): Cairn \(Server.version)")
            return 0
        case .command(let command, let arguments):
            return try await command.perform(
                CommandContext(arguments: arguments, makeApps: makeApps) { print($0) })
        }
    }

    /// The text of `--help` for a program with this name.
    func help(name: String) -> String {
        var text = summary.isEmpty ? "" : summary + "\n\n"
        text += Self.entry("\(name) [serve] [SETTING …]", "serve until SIGTERM or SIGINT")
        text += Self.entry("\(name) healthcheck", "exit 0 if the server on this port is healthy")
        text += Self.entry(
            "\(name) dev [--watch FOLDER …] [SETTING …]",
            "serve on this machine, and build and restart when sources change;\n--watch: a further folder with sources")
        for command in commands {
            let usage = command.usage.isEmpty ? command.name : command.name + " " + command.usage
            text += Self.entry("\(name) \(usage)", command.explanation)
        }
        text += Self.entry("\(name) --help", "print this text")
        text += Self.entry("\(name) --version", "print the version of Cairn")
        text += """

            Settings of serve, dev and healthcheck. Each is also an environment variable: CAIRN_MAX_SESSIONS
            for --max-sessions, but PORT and PUBLIC_ORIGIN without CAIRN_. Flags win.

            """
        return text + options.help + Configuration.settingsHelp
    }

    /// Formats a command and its explanation as two columns. A long command has a line of its own.
    private static func entry(_ usage: String, _ explanation: String) -> String {
        let column = 32
        let head = "  " + usage
        let gap = head.count < column - 1 ? String(repeating: " ", count: column - head.count) : nil
        let indent = "\n" + String(repeating: " ", count: column)
        return head + (gap ?? indent) + explanation.replacing("\n", with: indent) + "\n"
    }
}
