package import Cairn

/// The arguments of a command, sorted into flags, options and operands.
package struct CommandArguments {
    package private(set) var flags: Set<String> = []
    package private(set) var values: [String: String] = [:]
    package private(set) var repeated: [String: [String]] = [:]
    package private(set) var operands: [String] = []

    /// - Parameters:
    ///   - arguments: the arguments after the command's name.
    ///   - command: the command's name, for errors.
    ///   - flags: the flags that the command takes.
    ///   - options: the options with a value, after `=` or as the next argument.
    ///   - repeatable: the options with a value that can be given several times.
    ///   - most: the maximum number of operands.
    package init(
        _ arguments: [String], of command: String, flags: Set<String> = [], options: Set<String> = [],
        repeatable: Set<String> = [], most: Int = .max
    ) throws(ConfigurationError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            if flags.contains(argument) {
                self.flags.insert(argument)
            } else if options.contains(name) || repeatable.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
                    throw ConfigurationError(
                        description: "\(command): \(name) needs a value; see --help.")
                }
                repeatable.contains(name) ? repeated[name, default: []].append(value) : (values[name] = value)
            } else if !argument.hasPrefix("-"), !argument.isEmpty, operands.count < most {
                operands.append(argument)
            } else {
                throw ConfigurationError(
                    description: "\(command) does not accept \(argument); see --help.")
            }
        }
    }

    /// The values of a repeatable option, each given as `name=value`.
    package func pairs(of option: String) throws(ConfigurationError) -> [String: String] {
        var pairs: [String: String] = [:]
        for text in repeated[option] ?? [] {
            let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, !sides[0].isEmpty else {
                // Without the text, which can be a password.
                throw ConfigurationError(
                    description: "\(option): the value must have the form NAME=TEXT, such as name=Ida.")
            }
            pairs[sides[0]] = sides[1]
        }
        return pairs
    }

    /// The value of an option as a number, or `other` if the option is absent.
    package func number(_ option: String, in range: ClosedRange<Int>, or other: Int) throws(ConfigurationError) -> Int {
        guard let text = values[option] else { return other }
        guard let number = Int(text), range.contains(number) else {
            throw ConfigurationError(
                description: "\(option): \(text) is not a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
