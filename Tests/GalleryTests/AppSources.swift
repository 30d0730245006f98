import Foundation

/// A simple parser of the source files of the gallery's apps, for the rules that tests check.
struct AppSources {
    struct Source {
        let app: String
        let name: String
        let text: String
    }

    /// A controller class or a `View` value type, with its body and its extensions.
    struct Declaration {
        enum Kind { case screen, view, container }
        let name: String
        let kind: Kind
        let words: Set<String>
        /// The controllers that it adds as children instead of showing them by routes.
        let children: Set<String>
        /// The views that it wraps in hosting controllers.
        let hosted: Set<String>
    }

    /// The files of the apps and of the code that they share. The files beside their folders belong to the executable.
    static let all: [Source] = {
        let gallery = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Gallery").standardized
        let files = FileManager.default
        let apps = (try? files.contentsOfDirectory(atPath: gallery.path)) ?? []
        return apps.filter { !$0.hasSuffix(".swift") }.flatMap { app in
            let names = (try? files.contentsOfDirectory(atPath: gallery.appending(path: app).path)) ?? []
            return names.filter { $0.hasSuffix(".swift") }.compactMap { name in
                let file = gallery.appending(path: "\(app)/\(name)")
                return (try? String(contentsOf: file, encoding: .utf8)).map { Source(app: app, name: name, text: $0) }
            }
        }
    }()

    static let apps = Set(all.map(\.app))

    let declarations: [Declaration]

    init(app: String) { self.init(AppSources.all.filter { $0.app == app }.map(\.text)) }

    init(_ texts: [String]) {
        var declarations: [Declaration] = []
        for text in texts.map(Self.code) {
            for match in text.matches(of: /(class|struct|enum) (\w+)(?:<[^>]*>)?: ([^{]*){/) {
                let kind: Declaration.Kind
                switch match.output.3.split(whereSeparator: { ",<& \n".contains($0) }).first {
                case "ViewController", "HostingController": kind = .screen
                case let name? where name.hasSuffix("Controller"): kind = .container
                case "View": kind = .view
                default: continue
                }
                let name = String(match.output.2)
                let extensions = texts.map(Self.code).flatMap { text in
                    text.matches(of: /extension (\w+)[^{]*{/).filter { $0.output.1 == name }.map {
                        Self.body(in: text, from: $0.range.upperBound)
                    }
                }
                let bodies = [Self.body(in: text, from: match.range.upperBound)] + extensions
                let body = bodies.joined(separator: " ")
                let children = Set(body.matches(of: /addChild\((\w+)\(/).map { String($0.output.1) })
                let hosted = Set(
                    body.matches(of: /HostingController\(rootView: (\w+)/).map { String($0.output.1) })
                declarations.append(
                    Declaration(name: name, kind: kind, words: Self.words(of: body), children: children, hosted: hosted)
                )
            }
        }
        self.declarations = declarations
    }

    /// The names of all destinations: the containers, and the screens and views that a container builds. Any other
    /// screen or view is a child or a part of a screen.
    var places: Set<String> {
        let containers = declarations.filter { $0.kind == .container }
        let built = containers.reduce(into: Set<String>()) { $0.formUnion($1.words.subtracting($1.children)) }
        let hosted = containers.reduce(into: Set<String>()) { $0.formUnion($1.hosted) }
        let places = declarations.filter { declaration in
            switch declaration.kind {
            case .container: true
            case .screen: built.contains(declaration.name)
            case .view: hosted.contains(declaration.name)
            }
        }
        return Set(places.map(\.name))
    }

    /// The screens and views, each with the other destinations that its source mentions.
    var namedPlaces: [String: Set<String>] {
        let places = places
        let seen = declarations.filter { $0.kind != .container }
        return Dictionary(seen.map { ($0.name, $0.words.intersection(places).subtracting([$0.name])) }) {
            $0.union($1)
        }
    }

    // MARK: - Parsing

    private static func words(of text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    /// Returns the source without `//` comments, and without braces and slashes in string literals.
    static func code(of text: String) -> String {
        var code = ""
        var (isText, isComment) = (false, false)
        var last: Character = " "
        for character in text {
            if character == "\n" { (isText, isComment) = (false, false) }
            if isComment { continue }
            if character == "\"", last != "\\" { isText.toggle() }
            if character == "/", last == "/", !isText {
                isComment = true
                code.removeLast()
            } else {
                code.append(isText && "{}/".contains(character) ? " " : character)
            }
            last = character
        }
        return code
    }

    /// Returns the text up to the brace that closes the one before `start`.
    private static func body(in code: String, from start: String.Index) -> String {
        var depth = 1
        return String(
            code[start...].prefix { character in
                if character == "{" { depth += 1 }
                if character == "}" { depth -= 1 }
                return depth > 0
            })
    }
}
