public import Sessions

/// A parsed command line.
public enum Command: Sendable {
    /// Serve with this configuration.
    case serve(Configuration)
    /// Print this text and exit with status 0.
    case print(String)
    /// Check that the server with this configuration is healthy.
    case healthcheck(Configuration)
    /// Explore the apps with these names, or all apps if the list is empty, and list their mistakes.
    case check(apps: [String], isStrict: Bool)
    /// Print the navigation graph of the app with this name; `nil` selects the only app.
    case graph(app: String?, FlowGraph.Format, includesKit: Bool)
    /// Crawl the apps of the running server at this URL within these limits. `examples` maps names of fields to the
    /// text to type into them.
    case crawl(url: String, depth: Int, states: Int, seconds: Int, examples: [String: String])
}

extension Command {
    /// The part of `--help` about the commands that take no settings.
    static let subcommandHelp = """
          cairn check [--strict] [APP …]
                                        explore the apps and list their mistakes; --strict: exit 1 if there are any
          cairn graph [--format dot|mermaid] [--all] [APP]
                                        print an app's containers, routes and actions; --all: also built-in actions
          cairn crawl URL [--depth N] [--states N] [--seconds N] [--example NAME=TEXT …]
                                        send every action on offer to a running server; exit 1 if there is a fault;
                                        --example: the text for the fields with this name
        """

    /// Parses a command that takes no settings; `nil` if `arguments` do not begin with such a command.
    ///
    /// - Throws: ``ConfigurationError`` for an unknown argument or an invalid value.
    init?(subcommand arguments: [String]) throws(ConfigurationError) {
        switch arguments.first {
        case "check":
            let words = try Words(arguments, flags: ["--strict"])
            self = .check(apps: words.operands, isStrict: words.flags.contains("--strict"))
        case "graph":
            let words = try Words(arguments, flags: ["--all"], options: ["--format"], most: 1)
            let name = words.values["--format"] ?? FlowGraph.Format.mermaid.rawValue
            guard let format = FlowGraph.Format(rawValue: name) else {
                throw ConfigurationError(description: "--format: \(name) is not supported; use dot or mermaid.")
            }
            self = .graph(app: words.operands.first, format, includesKit: words.flags.contains("--all"))
        case "crawl":
            let words = try Words(
                arguments, options: ["--depth", "--states", "--seconds"], repeatable: ["--example"], most: 1)
            guard let url = words.operands.first else {
                throw ConfigurationError(
                    description: "cairn crawl needs the URL of a running server, such as http://localhost:8080/.")
            }
            self = .crawl(
                url: url, depth: try words.number("--depth", in: 1...1_000, or: 6),
                states: try words.number("--states", in: 1...1_000_000, or: 1_000),
                seconds: try words.number("--seconds", in: 1...86_400, or: 300),
                examples: try words.pairs(of: "--example"))
        default: return nil
        }
    }

    /// The arguments of a command, sorted into flags, options and operands.
    struct Words {
        private(set) var flags: Set<String> = []
        private(set) var values: [String: String] = [:]
        private(set) var repeated: [String: [String]] = [:]
        private(set) var operands: [String] = []

        /// - Parameters:
        ///   - arguments: the command's name and the arguments after it.
        ///   - flags: the flags that the command takes.
        ///   - options: the options with a value, after `=` or as the next argument.
        ///   - repeatable: the options with a value that can be given several times.
        ///   - most: the maximum number of operands.
        init(
            _ arguments: [String], flags: Set<String> = [], options: Set<String> = [],
            repeatable: Set<String> = [], most: Int = .max
        ) throws(ConfigurationError) {
            let command = arguments.first ?? ""
            var rest = arguments.dropFirst()
            while let argument = rest.popFirst() {
                let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(parts.first ?? "")
                if flags.contains(argument) {
                    self.flags.insert(argument)
                } else if options.contains(name) || repeatable.contains(name) {
                    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                        throw ConfigurationError(
                            description: "cairn \(command): \(name) needs a value; see cairn --help.")
                    }
                    repeatable.contains(name) ? repeated[name, default: []].append(value) : (values[name] = value)
                } else if !argument.hasPrefix("-"), !argument.isEmpty, operands.count < most {
                    operands.append(argument)
                } else {
                    throw ConfigurationError(
                        description: "cairn \(command) does not accept \(argument); see cairn --help.")
                }
            }
        }

        /// The values of a repeatable option, each given as `name=value`.
        func pairs(of option: String) throws(ConfigurationError) -> [String: String] {
            var pairs: [String: String] = [:]
            for text in repeated[option] ?? [] {
                let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard sides.count == 2, !sides[0].isEmpty else {
                    throw ConfigurationError(
                        description: "\(option): \(text) must have the form NAME=TEXT, such as name=Ida.")
                }
                pairs[sides[0]] = sides[1]
            }
            return pairs
        }

        /// The value of an option as a number, or `other` if the option is absent.
        func number(_ option: String, in range: ClosedRange<Int>, or other: Int) throws(ConfigurationError) -> Int {
            guard let text = values[option] else { return other }
            guard let number = Int(text), range.contains(number) else {
                throw ConfigurationError(
                    description: "\(option): \(text) is not a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
    }
}

extension [HostedApplication] {
    /// The apps with these names; all apps if `names` is empty.
    ///
    /// - Throws: ``ConfigurationError`` that lists the available names.
    public func named(_ names: [String]) throws(ConfigurationError) -> [HostedApplication] {
        guard !names.isEmpty else { return self }
        var found: [HostedApplication] = []
        for name in names {
            guard let app = first(where: { $0.name == name }) else {
                let all = map(\.name).joined(separator: ", ")
                throw ConfigurationError(description: "There is no app named \(name); the apps are: \(all).")
            }
            found.append(app)
        }
        return found
    }

    /// The app with this name, or the only app if `name` is `nil`.
    ///
    /// - Throws: ``ConfigurationError`` if the app does not exist or the choice is ambiguous.
    public func only(_ name: String?) throws(ConfigurationError) -> HostedApplication {
        let found = try named(name.map { [$0] } ?? [])
        guard found.count == 1 else {
            let all = map(\.name).joined(separator: ", ")
            throw ConfigurationError(description: "Name one app; the apps are: \(all).")
        }
        return found[0]
    }
}
