import Foundation
import Languages
import Testing

@Suite("The kit's own texts are translated") struct BuiltInTextTests {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The keys of all `localized("…")`, `localizedText("…")` and `localization.text("…")` in the modules of the kit.
    private static let keys: Set<String> = {
        var found: Set<String> = []
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
            guard !["Gallery", "Languages"].contains(where: { file.path.contains("/Sources/\($0)/") }),
                let text = try? String(contentsOf: file, encoding: .utf8)
            else { continue }
            let code = text.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
            for call in code.matches(
                of: /[^.\w](?:localized|localizedText)\(\s*|localizedAttribute\([^,]*,\s*|localization\.text\(\s*/)
            {
                if let key = key(ofLiteral: code[call.range.upperBound...]) { found.insert(key) }
            }
        }
        return found
    }()

    /// Returns the key of the literal at the beginning of `code`; `nil` if there is none.
    private static func key(ofLiteral code: Substring) -> String? {
        let isLong = code.hasPrefix("\"\"\"")
        guard code.hasPrefix("\"") else { return nil }
        var (rest, key, arguments, depth) = (code.dropFirst(isLong ? 3 : 1), "", 0, 0)
        while let character = rest.first {
            if depth == 0, rest.hasPrefix(isLong ? "\"\"\"" : "\"") { break }
            rest = rest.dropFirst()
            switch character {
            case "(" where depth > 0: depth += 1
            case ")" where depth > 0: depth -= 1
            case _ where depth > 0: break
            case "\\" where rest.first == "(":
                (arguments, depth) = (arguments + 1, 1)
                key += "%\(arguments)"
                rest = rest.dropFirst()
            case "\\" where rest.first == "\n": rest = rest.drop { $0.isWhitespace }
            case "\\":
                key.append(rest.first ?? " ")
                rest = rest.dropFirst()
            case "\n": rest = rest.drop { $0 == " " }
            default: key.append(character)
            }
        }
        return key
    }

    @Test func `the source code has more than a hundred texts`() {
        #expect(Self.keys.count > 100)
        #expect(Self.keys.contains("“%1” must be %2."))
        #expect(
            Self.keys.contains { $0.hasPrefix("Your network already uses all") && $0.hasSuffix("later.") })
    }

    @Test(arguments: ["de", "fr", "es", "ja", "ar"])
    func `each language has exactly the texts of the source code`(tag: String) throws {
        let table = try #require(BuiltInTexts.tables[tag])
        #expect(Self.keys.subtracting(table.keys) == [])
        #expect(Set(table.keys).subtracting(Self.keys) == [])
    }

    @Test(arguments: ["en", "de", "fr", "es", "ja", "ar"])
    func `each translation has the arguments of its text`(tag: String) throws {
        for (key, translation) in try #require(BuiltInTexts.tables[tag]) {
            for form in translation.allForms {
                #expect(places(in: form) == places(in: key), "\(key): \(form)")
                #expect(!form.isEmpty)
            }
        }
    }

    private func places(in text: String) -> [String] { text.matches(of: /%\d/).map { String($0.output) }.sorted() }
}
