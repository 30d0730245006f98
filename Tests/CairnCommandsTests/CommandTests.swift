import Testing

@testable import CairnCommands

@Suite("Commands that explore the apps") struct CommandTests {
    @Test func `check takes names of apps and --strict`() throws {
        let all = try Check([])
        #expect(all.names.isEmpty && !all.isStrict)
        let some = try Check(["letters", "--strict", "desk"])
        #expect(some.names == ["letters", "desk"] && some.isStrict)
    }

    @Test func `graph takes a format, --all and the name of an app`() throws {
        let plain = try Graph([])
        #expect(plain.app == nil && plain.format == .mermaid && !plain.includesBuiltIn)
        let full = try Graph(["--format=dot", "desk", "--all"])
        #expect(full.app == "desk" && full.format == .dot && full.includesBuiltIn)
        #expect(try Graph(["--format", "dot"]).format == .dot)
    }

    @Test(arguments: [
        (["--port", "1"], "check does not accept --port; see --help."), (["-x"], "-x"),
        ([""], "check does not accept ;"),
    ])
    func `an error names the argument that check does not take`(arguments: [String], says: String) {
        let error = #expect(throws: ConfigurationError.self) { try Check(arguments) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        (["--format", "svg"], "--format: svg is not supported"), (["--format"], "graph: --format needs a value"),
        (["one", "two"], "graph does not accept two"),
    ])
    func `an error names the argument that graph does not take`(arguments: [String], says: String) {
        let error = #expect(throws: ConfigurationError.self) { try Graph(arguments) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `replay takes a folder, an app, passwords and a session`() throws {
        let all = try ReplayCommand(["--state", "folder"])
        #expect(all.folder == "folder" && all.app == nil && all.session == nil && all.passwords.isEmpty)
        let one = try ReplayCommand([
            "--state=folder", "--app", "mill", "ab12", "--password", "a=b", "--password=c=d=e",
        ])
        #expect(one.app == "mill" && one.session == "ab12" && one.passwords == ["a": "b", "c": "d=e"])
    }

    @Test(arguments: [
        ([], "replay: --state FOLDER is missing"), (["--state"], "replay: --state needs a value"),
        (["--state", "redis://host/0"], "replay: only a folder can be replayed"),
        (["--state", "memory:"], "replay: only a folder can be replayed"),
        (["--state", "folder", "--password", "x"], "--password: the value must have the form NAME=TEXT"),
        (["--state", "folder", "one", "two"], "replay does not accept two"),
    ])
    func `an error names the argument that replay does not take`(arguments: [String], says: String) {
        let error = #expect(throws: ConfigurationError.self) { try ReplayCommand(arguments) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `an error for an unknown app lists the available apps`() throws {
        let apps = ["mill", "other"].map { HostedApplication($0, title: "Mill") { Mill(Mill.Parts()) } }
        #expect(try apps.named([]).map(\.name) == ["mill", "other"])
        #expect(try apps.named(["other"]).map(\.name) == ["other"])
        let error = #expect(throws: ConfigurationError.self) { try apps.named(["mills"]) }
        #expect(error?.description == "There is no app named mills; the apps are: mill, other.")
        #expect(try apps.only("other").name == "other")
        #expect(try [apps[0]].only(nil).name == "mill")
        #expect(throws: ConfigurationError.self) { try apps.only(nil) }
    }

    @Test func `check prints a line for each mistake and a summary, and fails only with --strict`() async throws {
        var lines: [String] = []
        let apps = [Mill.hosted(Mill.Parts(hasOrphan: true, breaks: true))]
        #expect(await Check.run(apps, isStrict: false) { lines.append($0) } == 0)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("mill: Not offered: no responder handles orphan") }.count == 1, "\(lines)")
        #expect(lines.filter { $0.hasPrefix("mill: break-down at /loft failed: Jammed()") }.count == 1, "\(lines)")
        #expect(lines.last?.hasPrefix("mill: 2 mistakes in 3 screens and 3 containers: ") == true, "\(lines)")
        #expect(await Check.run(apps, isStrict: true) { _ in } == 1)
        #expect(await Check.run([], isStrict: true) { _ in } == 0)
    }

    @Test func `check and graph work on the program's apps, and make them only if the arguments are valid`()
        async throws
    {
        var lines: [String] = []
        var made = 0
        func context(_ arguments: String...) -> CommandContext {
            CommandContext(arguments: arguments) {
                made += 1
                return [Mill.hosted(Mill.Parts())]
            } print: {
                lines.append($0)
            }
        }
        #expect(try await Command.check.perform(context("mill", "--strict")) == 0)
        #expect(lines.count == 1 && lines[0].hasPrefix("mill: no mistakes in "), "\(lines)")
        #expect(try await Command.graph.perform(context()) == 0)
        let graph = FlowGraph(of: await AppExploration(through: Mill.hosted(Mill.Parts()))).text(as: .mermaid)
        #expect(lines.last.map { $0 + "\n" } == graph)
        #expect(made == 2)
        await #expect(throws: ConfigurationError.self) { try await Command.check.perform(context("--lax")) }
        await #expect(throws: ConfigurationError.self) { try await Command.graph.perform(context("--format=svg")) }
        #expect(made == 2)
    }
}
