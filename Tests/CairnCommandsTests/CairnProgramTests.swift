import Testing

@testable import CairnCommands

@Suite("A program with options of its own") struct CairnProgramTests {
    enum Mode: String, CaseIterable { case plain, fancy }

    struct Bakery: CairnProgram {
        static var summary: String { "A bakery." }
        static var options: [ProgramOption<Bakery>] {
            [
                .number("--loaves", \.loaves, in: 0...100_000, "loaves at the start"),
                .text("--owner", \.owner, placeholder: "NAME", "the owner"),
                .text("--motto", \.motto, "the motto"),
                .choice("--mode", \.mode, "appearance"),
                .flag("--demo", \.isDemo, "show examples"),
            ]
        }
        var loaves = 1_000
        var owner = "Ida"
        var motto: String?
        var mode = Mode.plain
        var isDemo = false
        var apps: [HostedApplication] { [HostedApplication("loaves-\(loaves)", title: "Loaves") { Application() }] }
    }

    private struct Mismatch: Error {}

    /// The program after these arguments, and its server's settings.
    private func served(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> (program: Bakery, configuration: Configuration) {
        let box = ProgramBox(Bakery())
        let program = ServerProgram(box)
        guard case .serve(let configuration) = try program.parse(arguments, environment: environment) else {
            throw Mismatch()
        }
        return (box.program, configuration)
    }

    @Test func `options are read among the settings, as flags or variables`() throws {
        let (bakery, configuration) = try served([
            "--loaves", "12", "--port", "81", "--owner=Bo", "serve", "--demo", "--mode", "fancy", "--strict",
        ])
        #expect(bakery.loaves == 12 && bakery.owner == "Bo" && bakery.isDemo && bakery.mode == .fancy)
        #expect(bakery.motto == nil && configuration.port == 81 && configuration.isStrict)
        let variables = try served(["--loaves", "2"], ["CAIRN_LOAVES": "1", "CAIRN_MOTTO": "Rise", "PORT": "82"])
        #expect(variables.program.loaves == 2 && variables.program.motto == "Rise")
        #expect(variables.configuration.port == 82)
        #expect(try served([]).program.loaves == 1_000)
        #expect(try !served(["--demo=off"], ["CAIRN_DEMO": "yes"]).program.isDemo)
    }

    @Test(arguments: [
        (["--loaves", "abc"], "--loaves: abc is not a whole number (0 to 100000). Meaning: loaves at the start."),
        (["--loaves", "-1"], "--loaves: -1 is out of range (0 to 100000). Meaning: loaves at the start."),
        (["--loaves"], "--loaves: the value is missing. Meaning: loaves at the start."),
        (["--owner", ""], "--owner: the value is missing. Meaning: the owner."),
        (["--mode=odd"], "--mode: odd is not a valid value. Meaning: appearance: plain, fancy."),
        (["--demo=perhaps"], "--demo: perhaps is not a valid value. Meaning: show examples."),
        (["--loafs", "1"], "--loafs is not a setting; did you mean --loaves? See --help."),
    ])
    func `an error names the option, the value and what is allowed`(arguments: [String], text: String) {
        let error = #expect(throws: ConfigurationError.self) { try served(arguments) }
        #expect(error?.description == text)
    }

    @Test func `an error names the variable with a bad value`() {
        let error = #expect(throws: ConfigurationError.self) { try served([], ["CAIRN_LOAVES": "many"]) }
        #expect(error?.description.hasPrefix("CAIRN_LOAVES: many is not a whole number") == true)
    }

    @Test func `options before a command apply to its apps`() async throws {
        let program = ServerProgram(Bakery.self)
        let parsed = try program.parse(["--loaves", "7", "check", "x"], environment: [:])
        guard case .command(let command, let arguments) = parsed else { throw Mismatch() }
        #expect(command.name == "check" && arguments == ["x"])
        #expect(try program.makeApps().map(\.name) == ["loaves-7"])
    }

    @Test(arguments: [["check", "--loaves", "2"], ["check", "--strict", "--loaves=2"]])
    func `an option after a command is an error that says where it goes`(arguments: [String]) {
        let error = #expect(throws: ConfigurationError.self) { try served(arguments) }
        #expect(error?.description.hasSuffix(" is an option of the program; write it before check.") == true)
    }

    @Test func `the help lists the options, with their defaults, before the settings`() {
        let help = ServerProgram(Bakery.self).help(name: "bakery")
        #expect(help.hasPrefix("A bakery.\n\n  bakery [serve]"))
        #expect(
            help.hasSuffix(
                """
                  --loaves N                       loaves at the start [1000]
                  --owner NAME                     the owner [Ida]
                  --motto TEXT                     the motto [none]
                  --mode NAME                      appearance: plain, fancy [plain]
                  --demo                           show examples

                """ + Configuration.settingsHelp), "\(help)")
    }

    struct Clashing: CairnProgram {
        static var options: [ProgramOption<Clashing>] { [.text("--host", \.name, "the host")] }
        var name = ""
        var apps: [HostedApplication] { [] }
    }

    struct Misnamed: CairnProgram {
        static var options: [ProgramOption<Misnamed>] { [.text("name", \.name, "the name")] }
        var name = ""
        var apps: [HostedApplication] { [] }
    }

    @Test func `an option that has the name of a setting, or no name of an option, is an error`() {
        #expect(throws: ConfigurationError(description: "options: --host exists already; choose another name.")) {
            try ServerProgram(Clashing.self).parse([], environment: [:])
        }
        #expect(throws: ConfigurationError(description: "options: name is not a name such as --tickets.")) {
            try ServerProgram(Misnamed.self).parse([], environment: [:])
        }
    }
}
