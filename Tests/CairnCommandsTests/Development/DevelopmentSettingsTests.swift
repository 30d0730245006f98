import Testing

@testable import CairnCommands

@Suite("The arguments of the command dev") struct DevelopmentSettingsTests {
    private struct Mismatch: Error {}

    private struct Bakery: CairnProgram {
        static var options: [ProgramOption<Bakery>] {
            [.number("--loaves", \.loaves, in: 0...9, "loaves at the start")]
        }
        var loaves = 1
        var apps: [HostedApplication] { [] }
    }

    private func parse(_ arguments: [String], _ environment: [String: String] = [:]) throws -> DevelopmentSettings {
        let program = ServerProgram(ProgramBox(Bakery()))
        guard case .develop(let settings) = try program.parse(arguments, environment: environment) else {
            throw Mismatch()
        }
        return settings
    }

    @Test func `the server listens on this machine only, unless a host is given`() throws {
        #expect(try parse(["dev"]).configuration.host == "127.0.0.1")
        #expect(try parse(["dev", "--host", "::1"]).configuration.host == "::1")
        #expect(try parse(["dev"], ["CAIRN_HOST": "::1"]).configuration.host == "::1")
        #expect(try parse(["dev", "--port", "82"], ["PORT": "81"]).configuration.port == 82)
    }

    @Test func `the server gets the settings and the options of the program, but no folders`() throws {
        let settings = try parse([
            "--loaves", "2", "dev", "--watch", "../a", "--port", "0", "--loaves=3", "--watch=b", "--strict",
        ])
        #expect(settings.watched == ["../a", "b"])
        #expect(settings.arguments == ["--loaves", "2", "serve", "--port", "0", "--loaves=3", "--strict"])
        #expect(settings.configuration.isStrict && settings.configuration.port == 0)
    }

    @Test func `an unknown argument and a missing folder are errors, and the help can be requested`() throws {
        #expect(throws: ConfigurationError.self) { try parse(["dev", "--prot", "1"]) }
        let error = #expect(throws: ConfigurationError.self) { try parse(["dev", "--watch"]) }
        #expect(error?.description == "dev: --watch needs a folder, such as --watch ../shared/Sources.")
        guard case .help = try ServerProgram(ProgramBox(Bakery())).parse(["dev", "--help"], environment: [:]) else {
            throw Mismatch()
        }
    }

    @Test func `a program's own command of this name goes first`() throws {
        let own = Command("dev", explanation: "x") { _ in 0 }
        let parsed = try ServerProgram(apps: [], commands: [own]).parse(["dev"], environment: [:])
        guard case .command = parsed else { throw Mismatch() }
    }

    @Test func `sessions and the secret are kept in the build folder, unless they have a place`() throws {
        try TemporarySources { folder in
            folder.write("Package.swift")
            folder.write(".build/x/debug/app")
            let package = try DevelopedPackage(
                of: LexicalPath(".build/x/debug/app", in: folder.path), current: folder.path
            ) { $0 == folder.path }
            var first = try parse(["dev"])
            try first.keepState(of: package, environment: [:])
            let state = folder.path.text + "/.build/development"
            #expect(
                first.arguments == [
                    "serve", "--state", state + "/sessions", "--grace-seconds", "1", "--secret", state + "/secret",
                ])
            let secret = try #require(SourceTree.Stamp(of: state + "/secret"))
            #expect(secret.size == 32)
            #expect(throws: Never.self) { try SharedSecret(contentsOf: state + "/secret") }

            var second = try parse(["dev", "--state=memory:"])
            try second.keepState(of: package, environment: ["CAIRN_GRACE_SECONDS": "3"])
            #expect(second.arguments == ["serve", "--state=memory:", "--secret", state + "/secret"])
            #expect(SourceTree.Stamp(of: state + "/secret") == secret)
        }
    }
}
