import Cairn
import Testing

@Suite("Commands of the executable") struct CommandTests {
    private func command(_ arguments: String...) throws -> Command {
        try Configuration.command(arguments: arguments, environment: [:])
    }

    @Test func `check takes names of apps and --strict`() throws {
        guard case .check(let all, false) = try command("check") else { throw Mismatch() }
        #expect(all.isEmpty)
        guard case .check(let names, true) = try command("check", "letters", "--strict", "desk") else {
            throw Mismatch()
        }
        #expect(names == ["letters", "desk"])
    }

    @Test func `graph takes a format, --all and the name of an app`() throws {
        guard case .graph(nil, .mermaid, includesKit: false) = try command("graph") else { throw Mismatch() }
        guard case .graph("desk", .dot, includesKit: true) = try command("graph", "--format=dot", "desk", "--all")
        else {
            throw Mismatch()
        }
        guard case .graph(nil, .dot, includesKit: false) = try command("graph", "--format", "dot") else {
            throw Mismatch()
        }
    }

    @Test func `crawl takes a URL and limits`() throws {
        guard
            case .crawl("http://a/", depth: 6, states: 1_000, seconds: 300, examples: [:]) = try command(
                "crawl", "http://a/"),
            case .crawl("http://a/", depth: 2, states: 9, seconds: 8, examples: [:]) = try command(
                "crawl", "--depth=2", "--states", "9", "http://a/", "--seconds=8")
        else { throw Mismatch() }
    }

    @Test func `crawl takes several examples, with any text`() throws {
        guard
            case .crawl(_, _, _, _, let examples) = try command(
                "crawl", "--example", "name=Ida", "http://a/", "--example=password=a=b c", "--example", "note=")
        else { throw Mismatch() }
        #expect(examples == ["name": "Ida", "password": "a=b c", "note": ""])
    }

    @Test(arguments: [
        (["check", "--port", "1"], "--port"), (["check", "-x"], "-x"), (["check", ""], "check"),
        (["graph", "--format", "svg"], "--format: svg is not supported"), (["graph", "--format"], "needs a value"),
        (["graph", "one", "two"], "does not accept two"), (["crawl"], "needs the URL"),
        (["crawl", "http://a/", "--depth", "0"], "--depth: 0"), (["crawl", "http://a/", "--states=x"], "--states: x"),
        (["crawl", "http://a/", "--example", "name"], "--example: name must have the form NAME=TEXT"),
        (["crawl", "http://a/", "--example", "=Ida"], "--example: =Ida"),
        (["crawl", "http://a/", "--example"], "needs a value"),
    ])
    func `an error names the argument that a command does not take`(arguments: [String], says: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration.command(arguments: arguments, environment: [:])
        }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `an error for an unknown app lists the available apps`() throws {
        let apps = [Desk.hosted("desk"), Desk.hosted("other")]
        #expect(try apps.named([]).map(\.name) == ["desk", "other"])
        #expect(try apps.named(["other"]).map(\.name) == ["other"])
        let error = #expect(throws: ConfigurationError.self) { try apps.named(["desks"]) }
        #expect(error?.description == "There is no app named desks; the apps are: desk, other.")
        #expect(try apps.only("other").name == "other")
        #expect(try [apps[0]].only(nil).name == "desk")
        #expect(throws: ConfigurationError.self) { try apps.only(nil) }
    }

    @Test func `check prints a line for each mistake, and fails only with --strict`() async {
        var lines: [String] = []
        let open = Gate()
        open.open()
        let lax = await Check.run([Desk.hosted(gate: open)], isStrict: false) { lines.append($0) }
        #expect(lax == 0)
        // An action that is claimed but not performed, two that fail without an alert, and a handler without a button.
        #expect(lines.filter { $0.contains("ignored is offered, but no responder handled it") }.count == 1)
        #expect(lines.filter { $0.contains("fail at / failed: Failure()") }.count == 1)
        #expect(lines.filter { $0.contains("DeskNavigation has a handler for order, but no offered") }.count == 1)
        #expect(lines.last?.hasPrefix("desk: 4 mistakes in 2 screens and 1 containers: ") == true)
        #expect(await Check.run([Desk.hosted(gate: open)], isStrict: true) { _ in } == 1)
        #expect(await Check.run([], isStrict: true) { _ in } == 0)
    }

    private struct Mismatch: Error {}
}
