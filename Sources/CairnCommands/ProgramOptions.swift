import Cairn

/// The options of a program that a ``ServerProgram`` reads beside its settings.
struct ProgramOptions {
    /// Checks the names of the options, and applies the environment variables.
    let apply: (_ environment: [String: String]) throws(ConfigurationError) -> Void
    /// Applies the option at the start of the arguments, and removes it with its value. Returns false if the first
    /// argument is no option of the program.
    let take: (_ arguments: inout ArraySlice<String>) throws(ConfigurationError) -> Bool
    /// True if an argument is an option of the program, with or without its value.
    let contains: (_ argument: String) -> Bool
    /// The names of the options.
    let flags: [String]
    /// The lines for `--help`.
    let help: String

    /// No options.
    static var none: ProgramOptions {
        ProgramOptions(apply: { _ in }, take: { _ in false }, contains: { _ in false }, flags: [], help: "")
    }
}

extension ProgramOptions {
    /// The options of a program, whose values are in `box`.
    init<Program: CairnProgram>(of box: ProgramBox<Program>) {
        let options = Program.options
        flags = options.map(\.flag)
        help = options.map { $0.help(of: box.program) }.joined()
        contains = { argument in options.contains { argument == $0.flag || argument.hasPrefix($0.flag + "=") } }
        apply = { (environment) throws(ConfigurationError) in
            try Self.check(options.map(\.flag))
            for option in options {
                let variable = Configuration.variable(of: option.flag)
                guard let text = environment[variable], !text.isEmpty else { continue }
                try option.apply(text, from: variable, to: &box.program)
            }
        }
        take = { (arguments) throws(ConfigurationError) in
            guard let parts = arguments.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
                let option = options.first(where: { $0.flag == parts[0] })
            else { return false }
            arguments.removeFirst()
            let value: String? =
                parts.count == 2 ? String(parts[1]) : option.placeholder == nil ? "" : arguments.popFirst()
            try option.apply(value, from: option.flag, to: &box.program)
            return true
        }
    }

    private static func check(_ flags: [String]) throws(ConfigurationError) {
        var known: Set<String> = ["--help"]
        for flag in flags {
            guard flag.hasPrefix("--"), flag.count > 2, !flag.contains("=") else {
                throw ConfigurationError(description: "options: \(flag) is not a name such as --tickets.")
            }
            guard !Configuration.isSetting(flag), known.insert(flag).inserted else {
                throw ConfigurationError(description: "options: \(flag) exists already; choose another name.")
            }
        }
    }
}

/// Holds a program while its options are read.
final class ProgramBox<Program> {
    var program: Program

    init(_ program: Program) { self.program = program }
}
