import Cairn
import Glibc
import SystemCalls

/// The package that the command `new` writes: a program with one app, its tests, and the files to ship it.
struct NewPackage {
    /// The folder of the package; its last component is the name.
    let folder: LexicalPath
    /// The folder of Cairn's sources.
    let library: LexicalPath
    /// The name of the package, the program and the app.
    let name: String

    /// - Throws: ``ConfigurationError`` if the name cannot be one.
    init(folder: LexicalPath, library: LexicalPath) throws(ConfigurationError) {
        self.folder = folder
        self.library = library
        name = folder.components.last ?? ""
        let first = name.utf8.first ?? 0
        let isName =
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) && name.utf8.count <= Self.maxNameLength
            && name.last != "-"
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
        guard isName else {
            throw ConfigurationError(
                description:
                    "new: \(name) cannot be the name of an app. Use a letter a to z, then letters, digits and \"-\", at most \(Self.maxNameLength)."
            )
        }
        let words = Self.text(PackageResources.main_swift_txt).split { !$0.isLetter }
        guard typeName == "Reading" || !words.contains(where: { $0 == typeName }), !Self.modules.contains(moduleName),
            !Self.keywords.contains(name)
        else {
            throw ConfigurationError(
                description:
                    "new: \(name) is a word of Swift, or the name of a type or module that the program uses. Choose another."
            )
        }
    }

    private static let maxNameLength = 40

    /// Modules that a program can import; a program's own module must have another name.
    private static let modules: Set<String> = [
        "cairn", "cairncommands", "cairntesting", "navigationkit", "navigation", "views", "responders", "languages",
        "sessions", "sessionstores", "sharedlogs", "httpprotocol", "sockets", "swift", "foundation", "testing", "glibc",
        "gallery", "measurements", "fuzz", "synchronization", "inspect", "hypermedia", "snapshots", "digests",
        "systemcalls",
        "resp",
        "sessionsredis", "topics", "dispatch", "clinux", "copenssl",
    ]

    /// Words of Swift that can be no module, or whose capitalized form can be no class.
    private static let keywords: Set<String> = [
        "any", "as", "associatedtype", "borrowing", "break", "case", "catch", "class", "consuming", "continue",
        "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "some", "static", "struct",
        "subscript",
        "super", "switch", "throw", "throws", "true", "try", "type", "typealias", "var", "where", "while",
    ]

    /// The app's class, such as `ReadingList`.
    private var typeName: String { words.joined() }
    /// The module of the program, such as `reading_list`.
    private var moduleName: String { name.replacing("-", with: "_") }
    private var words: [String] {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    /// The files with their paths in the package.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", PackageResources.Package_swift_txt),
            ("Sources/\(name)/main.swift", PackageResources.main_swift_txt),
            ("Tests/\(name)Tests/\(typeName)Tests.swift", PackageResources.Tests_swift_txt),
            ("Public/site.css", PackageResources.site_css_txt), ("README.md", PackageResources.README_md_txt),
            ("Dockerfile", PackageResources.Dockerfile_txt), (".dockerignore", PackageResources.dockerignore_txt),
            (".gitignore", PackageResources.gitignore_txt),
            ("systemd/\(name).service", PackageResources.service_txt),
            ("systemd/\(name).socket", PackageResources.socket_txt),
        ].map { ($0, filled(Self.text($1))) }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// Replaces the names of the template.
    private func filled(_ text: String) -> String {
        let names = [
            ("../cairn", library.relative(to: folder)),
            ("title: \"Reading\"", "title: \"\(words.joined(separator: " "))\""),
            ("import reading", "import \(moduleName)"),
            ("Reading", typeName), ("reading", name),
        ]
        // In one pass: the new texts can contain the old ones.
        var (filled, rest) = ("", text[...])
        while let character = rest.first {
            if let (old, new) = names.first(where: { rest.hasPrefix($0.0) }) {
                filled += new
                rest = rest.dropFirst(old.count)
            } else {
                filled.append(character)
                rest = rest.dropFirst()
            }
        }
        return filled
    }

    /// Writes the files. Nothing that exists is replaced.
    ///
    /// - Throws: ``ConfigurationError`` if the folder exists already, or if a file cannot be written.
    func write() throws(ConfigurationError) {
        guard access(folder.text, F_OK) != 0 else {
            throw ConfigurationError(description: "new: \(folder.text) exists already; choose another folder.")
        }
        for (path, text) in files {
            let file = LexicalPath(path, in: folder)
            try makeFolder(file.parent)
            try write(Array(text.utf8), to: file.text)
        }
    }

    private func makeFolder(_ path: LexicalPath) throws(ConfigurationError) {
        guard access(path.text, F_OK) != 0 else { return }
        if !path.components.isEmpty { try makeFolder(path.parent) }
        guard mkdir(path.text, 0o777) == 0 || errno == EEXIST else {
            throw failure("create the folder", path.text, errno)
        }
    }

    private func write(_ bytes: [UInt8], to path: String) throws(ConfigurationError) {
        let file: Int32
        switch retryingInterrupts({ Int(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)) }) {
        case .success(let descriptor): file = Int32(descriptor)
        case .failure(let code): throw failure("create", path, code)
        }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            switch retryingInterrupts({ rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) } }) {
            case .success(let count): rest = rest.dropFirst(count)
            case .failure(let code): throw failure("write", path, code)
            }
        }
    }

    private func failure(_ verb: String, _ path: String, _ code: Int32) -> ConfigurationError {
        ConfigurationError(description: "new: cannot \(verb) \(path): \(String(cString: strerror(code))).")
    }
}

/// An absolute path without `.` and `..`, computed from its text alone.
struct LexicalPath: Equatable {
    let components: [String]

    private init(components: [String]) { self.components = components }

    /// - Parameters:
    ///   - text: an absolute path, or one relative to `base`.
    init(_ text: String, in base: LexicalPath) {
        var components = text.hasPrefix("/") ? [] : base.components
        for component in text.split(separator: "/") where component != "." {
            if component == ".." {
                _ = components.popLast()
            } else {
                components.append(String(component))
            }
        }
        self.components = components
    }

    /// The current folder of the process.
    static var current: LexicalPath {
        guard let buffer = getcwd(nil, 0) else { return LexicalPath(components: []) }
        defer { free(buffer) }
        return LexicalPath(String(cString: buffer), in: LexicalPath(components: []))
    }

    var text: String { "/" + components.joined(separator: "/") }

    var parent: LexicalPath { LexicalPath(components: components.dropLast()) }

    /// This path as seen from `folder`.
    func relative(to folder: LexicalPath) -> String {
        let common = zip(components, folder.components).prefix { $0 == $1 }.count
        let steps = Array(repeating: "..", count: folder.components.count - common) + components.dropFirst(common)
        return steps.isEmpty ? "." : steps.joined(separator: "/")
    }
}

extension Command {
    /// `new PATH`: writes a package with an app, its tests, and the files to ship it.
    public static var new: Command {
        Command(
            "new", usage: "PATH [--cairn PATH]",
            explanation: """
                write a package with an app, tests, Dockerfile and systemd units; the last
                part of PATH is its name; --cairn: the folder of Cairn's sources
                """
        ) { context in
            let arguments = try CommandArguments(context.arguments, of: "new", options: ["--cairn"], most: 1)
            guard let path = arguments.operands.first else {
                throw ConfigurationError(description: "new needs the path of the package, such as ../desk.")
            }
            let current = LexicalPath.current
            let library = arguments.values["--cairn"].map { LexicalPath($0, in: current) } ?? current
            guard access(LexicalPath("Sources/CairnCommands/NewPackage.swift", in: library).text, R_OK) == 0 else {
                throw ConfigurationError(
                    description: "new: \(library.text) is not the folder of Cairn's sources; name it with --cairn PATH."
                )
            }
            let package = try NewPackage(folder: LexicalPath(path, in: current), library: library)
            try package.write()
            context.print(
                """
                \(package.folder.text):
                \(package.files.map { "    " + $0.path }.joined(separator: "\n"))
                Now: cd \(package.folder.text) && swift run \(package.name)
                """)
            return 0
        }
    }
}
