import Testing

@testable import CairnCommands

@Suite("The program of a server") struct ServerProgramTests {
    private struct Mismatch: Error {}

    private func served(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration {
        guard case .serve(let configuration) = try program().parse(arguments, environment: environment) else {
            throw Mismatch()
        }
        return configuration
    }

    private func program(_ summary: String = "", commands: [Command] = []) -> ServerProgram {
        ServerProgram(summary, apps: [Mill.hosted(Mill.Parts())], commands: commands)
    }

    @Test func `without a command the program serves with the settings that it is given`() throws {
        #expect(try served([]).port == 8080)
        #expect(try served(["--port", "82"], ["PORT": "81"]).port == 82)
        #expect(try served([], ["PORT": "81"]).port == 81)
        #expect(try served(["serve", "--host", "127.0.0.1"]).host == "127.0.0.1")
        #expect(try served(["--host", "127.0.0.1", "serve"]).host == "127.0.0.1")
        #expect(try served(["--host", "serve"]).host == "serve")
    }

    @Test func `settings that are not given have the program's defaults`() throws {
        var defaults = Configuration()
        defaults.gracePeriod = .seconds(3)
        guard case .serve(let configuration) = try program().parse([], environment: [:], defaults: defaults) else {
            throw Mismatch()
        }
        #expect(configuration.gracePeriod == .seconds(3))
    }

    @Test(arguments: [["healthcheck", "--threads", "1"], ["--threads", "1", "healthcheck"]])
    func `healthcheck uses the configured port`(arguments: [String]) throws {
        guard case .healthcheck(let configuration) = try program().parse(arguments, environment: ["PORT": "99"]) else {
            throw Mismatch()
        }
        #expect(configuration.port == 99)
    }

    @Test func `an error names an argument that is neither a setting nor a command`() {
        for (argument, advice) in [
            ("--prot", "did you mean --port? See --help."), ("chekc", "did you mean check? See --help."),
            ("extra", "see --help."), ("-v", "see --help."), (String(repeating: "x", count: 10_000), "see --help."),
        ] {
            let error = #expect(throws: ConfigurationError.self) {
                try program().parse([argument, "1"], environment: [:])
            }
            #expect(error?.description == "\(argument) is not a setting; \(advice)")
        }
    }

    @Test func `a command gets the arguments after its name, and reads no settings`() async throws {
        let count = Command("count", usage: "[WORD …]", explanation: "count the words") { context in
            Int32(context.arguments.count)
        }
        let parsed = try program(commands: [count]).parse(["count", "--port", "x"], environment: ["PORT": "x"])
        guard case .command(let command, let arguments) = parsed else { throw Mismatch() }
        #expect(command.name == "count" && arguments == ["--port", "x"])
        #expect(try await command.perform(CommandContext(arguments: arguments, makeApps: { [] }, print: { _ in })) == 2)
    }

    @Test func `the version can be requested`() throws {
        guard case .version = try program().parse(["--version"], environment: [:]) else { throw Mismatch() }
        #expect(Server.version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil)
    }

    @Test(arguments: ["--help", "-h", "help"])
    func `the help can be requested anywhere among the settings`(argument: String) throws {
        guard case .help = try program().parse([argument], environment: [:]),
            case .help = try program().parse(["--port", "1", argument], environment: [:])
        else { throw Mismatch() }
    }

    @Test func `the help has the summary, each command with the name of the program, and the settings`() {
        let tally = Command("tally", usage: "[WORD …]", explanation: "count the words;\nexit with their number") { _ in
            0
        }
        let help = program("A mill for words.", commands: [tally]).help(name: "mill")
        #expect(
            help.hasPrefix(
                """
                A mill for words.

                  mill [serve] [SETTING …]      serve until SIGTERM or SIGINT
                  mill healthcheck              exit 0 if the server on this port is healthy
                  mill dev [--watch FOLDER …] [SETTING …]
                                                serve on this machine, and build and restart when sources change;
                                                --watch: a further folder with sources
                  mill check [--strict] [APP …]
                                                explore the apps and list their mistakes; --strict: exit 1 if there are any
                  mill graph [--format dot|mermaid] [--all] [APP]
                                                print an app's containers, routes and actions; --all: also built-in actions
                  mill replay --state FOLDER [--app APP] [--password NAME=TEXT …] [SESSION]
                                                perform the recorded actions of the sessions in a folder again, and print the
                                                first version that differs; exit 1 if one does, 2 if nothing can be replayed
                  mill tally [WORD …]           count the words;
                                                exit with their number
                  mill --help                   print this text
                  mill --version                print the version of Cairn

                Settings of serve, dev and healthcheck. Each is also an environment variable: CAIRN_MAX_SESSIONS
                for --max-sessions, but PORT and PUBLIC_ORIGIN without CAIRN_. Flags win.
                  --port N
                """), "\(help)")
        #expect(help.hasSuffix(Configuration.settingsHelp))
        #expect(program().help(name: "mill").hasPrefix("  mill [serve]"))
    }
}
