import Cairn
import Foundation
import Testing

@testable import CairnCommands

@Suite("The command new writes a package") struct NewPackageTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// The folder of this project's sources.
    private var library: String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    }

    private func new(_ arguments: String...) async throws -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        let context = CommandContext(arguments: arguments, makeApps: { [] }, print: { lines.append($0) })
        return (try await Command.new.perform(context), lines)
    }

    @Test func `the names of program, module, class and title follow from the folder's name`() async throws {
        try await withFolder { folder in
            let result = try await new(folder + "/deep/help-desk-2", "--cairn", library)
            #expect(result.status == 0 && result.lines.first?.contains("swift run help-desk-2") == true)
            func text(_ path: String) throws -> String {
                try String(contentsOfFile: folder + "/deep/help-desk-2/" + path, encoding: .utf8)
            }
            let program = try text("Sources/help-desk-2/main.swift")
            #expect(program.contains("final class HelpDesk2: Application {"))
            #expect(program.contains("HostedApplication(\"help-desk-2\", title: \"Help Desk 2\") { HelpDesk2() }"))
            #expect(!program.contains("eading"))
            #expect(try text("Tests/help-desk-2Tests/HelpDesk2Tests.swift").contains("@testable import help_desk_2\n"))
            #expect(try text("Package.swift").contains("/\(library.split(separator: "/").last ?? "")\""))
            #expect(try text("systemd/help-desk-2.service").contains("/opt/help-desk-2/help-desk-2 serve"))
            for path in [
                "Public/site.css", "README.md", "Dockerfile", ".dockerignore", ".gitignore",
                "systemd/help-desk-2.socket",
            ] {
                #expect(try !text(path).isEmpty)
            }
        }
    }

    @Test func `the name reading gives the program of the README`() async throws {
        try await withFolder { folder in
            #expect(try await new(folder + "/reading", "--cairn", library).status == 0)
            let readme = try String(contentsOfFile: library + "/README.md", encoding: .utf8)
            let program = try String(contentsOfFile: folder + "/reading/Sources/reading/main.swift", encoding: .utf8)
            let classes = program.matches(of: /final class (\w+)/).map { String($0.output.1) }
            #expect(classes == ["BookList", "Shelf", "Reading"])
            for name in classes { #expect(readme.contains("final class \(name): ")) }
        }
    }

    @Test(arguments: ["Desk", "2desk", "-desk", "desk-", "de_sk", "dé", String(repeating: "a", count: 41)])
    func `a name that cannot be one is an error`(name: String) async throws {
        try await withFolder { folder in
            await #expect(throws: ConfigurationError.self) { try await new(folder + "/x/" + name, "--cairn", library) }
            #expect(!FileManager.default.fileExists(atPath: folder + "/x"))
        }
    }

    @Test(arguments: ["bookreading", "my-reading", "reading-room"])
    func `a name can contain words of the template`(name: String) async throws {
        try await withFolder { folder in
            #expect(try await new(folder + "/" + name, "--cairn", library).status == 0)
            let words = name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            let tests = "Tests/\(name)Tests/\(words.joined())Tests.swift"
            let text = try String(contentsOfFile: "\(folder)/\(name)/\(tests)", encoding: .utf8)
            #expect(text.contains("@testable import \(name.replacing("-", with: "_"))\n"))
            let program = try String(contentsOfFile: "\(folder)/\(name)/Sources/\(name)/main.swift", encoding: .utf8)
            #expect(program.contains("HostedApplication(\"\(name)\", title: \"\(words.joined(separator: " "))\")"))
            #expect(program.contains("final class \(words.joined()): Application {"))
        }
    }

    @Test func `no target of the library can be the name of a program`() async throws {
        let manifest = try String(contentsOfFile: library + "/Package.swift", encoding: .utf8)
        let targets = manifest.matches(of: /(?:module|name:)\s*\(?\s*"([A-Za-z]+)"/).map { $0.output.1.lowercased() }
        #expect(targets.count > 15)
        // A trait is not imported.
        for name in Set(targets).subtracting(["tls"]) {
            try await withFolder { folder in
                await #expect(throws: ConfigurationError.self, "\(name)") {
                    try await new(folder + "/" + name, "--cairn", library)
                }
            }
        }
    }

    @Test(arguments: ["cairn", "views", "swift", "application", "shelf", "row", "class", "any", "self", "func"])
    func `a name that the program uses otherwise is an error`(name: String) async throws {
        try await withFolder { folder in
            let error = await #expect(throws: ConfigurationError.self) {
                try await new(folder + "/" + name, "--cairn", library)
            }
            #expect(error?.description.contains("Choose another") == true)
        }
    }

    @Test func `an existing folder is left as it is`() async throws {
        try await withFolder { folder in
            let path = folder + "/desk"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let error = await #expect(throws: ConfigurationError.self) { try await new(path, "--cairn", library) }
            #expect(error?.description == "new: \(path) exists already; choose another folder.")
            #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        }
    }

    @Test func `a folder without Cairn's sources, and one that cannot be written, are errors`() async throws {
        try await withFolder { folder in
            let missing = await #expect(throws: ConfigurationError.self) {
                try await new(folder + "/desk", "--cairn", folder)
            }
            #expect(missing?.description.contains("is not the folder of Cairn's sources") == true)
            try Data().write(to: URL(filePath: folder + "/file"))
            let blocked = await #expect(throws: ConfigurationError.self) {
                try await new(folder + "/file/desk", "--cairn", library)
            }
            #expect(blocked?.description.contains("cannot create the folder") == true)
            await #expect(throws: ConfigurationError.self) { try await new() }
        }
    }

    @Test(arguments: [
        ("/a/b", "/a/c", "../b"), ("/a", "/a/b/c", "../.."), ("/a/b", "/a/b", "."), ("/a/./b/../c", "/", "a/c"),
        ("x", "/a/b", "../../base/x"),
    ])
    func `a path is relative to another`(path: String, folder: String, result: String) {
        let base = LexicalPath("/base", in: .current)
        #expect(LexicalPath(path, in: base).relative(to: LexicalPath(folder, in: base)) == result)
    }
}
