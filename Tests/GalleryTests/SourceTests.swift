import Foundation
import Testing

@Suite("A8: what the apps' sources may say") struct SourceTests {
    private struct Source {
        let app: String
        let name: String
        let text: String
    }

    /// The files of the apps; those beside them are the executable's.
    private static let sources: [Source] = {
        let gallery = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Gallery").standardized
        let files = FileManager.default
        let apps = (try? files.contentsOfDirectory(atPath: gallery.path)) ?? []
        return apps.filter { !$0.hasSuffix(".swift") }.flatMap { app in
            let names = (try? files.contentsOfDirectory(atPath: gallery.appending(path: app).path)) ?? []
            return names.compactMap { name in
                let file = gallery.appending(path: "\(app)/\(name)")
                return (try? String(contentsOf: file, encoding: .utf8)).map { Source(app: app, name: name, text: $0) }
            }
        }
    }()

    @Test func `no app touches HTTP: each imports the library, and what guards its shared state`() {
        #expect(
            Set(Self.sources.map(\.app))
                == ["Atlas", "Letters", "Passport", "Planets", "Shared", "Shop", "World"])
        for source in Self.sources {
            for line in source.text.split(separator: "\n") where line.hasPrefix("import ") {
                let module = line.dropFirst("import ".count)
                #expect(
                    ["Cairn", "Synchronization", "Glibc"].contains(module), "\(source.app)/\(source.name): \(line)")
            }
            for word in ["HTTP", "Request(", "Response(", "http://", "Siren", "<html"] {
                #expect(!source.text.contains(word), "\(source.app)/\(source.name) says \(word)")
            }
        }
    }

    @Test func `no screen names another screen or a container of its app`() throws {
        let kinds =
            #"(ViewController|HostingController<\w+>|\w*NavigationController<\w+>|FlowController<\w+>|TabBarController<\w+>|SplitViewController<\w+>)"#
        let declaration = try Regex<(Substring, Substring, Substring)>("class (\\w+): \(kinds)")
        var seen = 0
        for app in Set(Self.sources.map(\.app)) {
            let sources = Self.sources.filter { $0.app == app }
            let all = sources.flatMap { source in
                source.text.matches(of: declaration).map { match in
                    (
                        name: String(match.output.1),
                        isScreen: match.output.2 == "ViewController" || match.output.2.hasPrefix("Hosting"),
                        body: body(in: source.text, from: match.range.upperBound)
                    )
                }
            }
            let containers = all.filter { !$0.isScreen }
            let built = containers.reduce(into: Set<String>()) { $0.formUnion(words(of: $1.body)) }
            // What no container builds is a child that stands within its parent's screen, and so is part of that.
            let places = containers.map(\.name) + all.filter { $0.isScreen && built.contains($0.name) }.map(\.name)
            let views = sources.flatMap { source in
                source.text.matches(of: /struct (\w+): View/).map { match in
                    (
                        name: String(match.output.1), isScreen: true,
                        body: body(in: source.text, from: match.range.upperBound)
                    )
                }
            }
            for screen in all.filter(\.isScreen) + views {
                seen += 1
                let words = words(of: screen.body)
                let named = places.filter { $0 != screen.name && words.contains($0) }
                #expect(named.isEmpty, "\(app): \(screen.name) names \(named)")
            }
        }
        #expect(seen > 50, "\(seen) screens")
    }

    private func words(of text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    /// What stands between the braces that follow, without comments.
    private func body(in text: String, from start: String.Index) -> String {
        var depth = 0
        var body = ""
        for line in text[start...].split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.prefix { $0 != "/" }
            for character in code {
                if character == "{" { depth += 1 }
                if character == "}" { depth -= 1 }
                if depth > 0 { body.append(character) }
                if depth == 0, !body.isEmpty { return body }
            }
            body.append(" ")
        }
        return body
    }
}
