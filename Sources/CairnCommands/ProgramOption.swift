import Cairn

/// A command-line option of a ``CairnProgram``, which is also an environment variable: `CAIRN_TICKETS` for `--tickets`.
public struct ProgramOption<Program> {
    let flag: String
    let placeholder: String?
    private let explanation: String
    /// The allowed numbers, for errors; `nil` for an option without a given range.
    private let range: String?
    /// The value of a program, for the help; `nil` to show none.
    private let describe: (Program) -> String?
    private let set: (inout Program, String) -> Bool

    /// An option with a whole number.
    ///
    /// - Parameters:
    ///   - flag: the name, such as `--tickets`.
    ///   - property: the property that it sets. The value of a new program is the default.
    ///   - range: the allowed numbers; others are refused.
    ///   - explanation: the text for `--help`, in lower case without a full stop.
    public static func number<Number: FixedWidthInteger>(
        _ flag: String, _ property: WritableKeyPath<Program, Number>, in range: ClosedRange<Number>,
        _ explanation: String
    ) -> ProgramOption {
        ProgramOption(
            flag: flag, placeholder: "N", explanation: explanation,
            range: "\(range.lowerBound) to \(range.upperBound)", describe: { "\($0[keyPath: property])" }
        ) { program, text in
            guard let number = Number(text), range.contains(number) else { return false }
            program[keyPath: property] = number
            return true
        }
    }

    /// An option with a text, which must not be empty.
    ///
    /// - Parameters:
    ///   - flag: the name, such as `--database`.
    ///   - property: the property that it sets. The value of a new program is the default; `nil` for none.
    ///   - placeholder: the name of the value in the help.
    ///   - explanation: the text for `--help`, in lower case without a full stop.
    public static func text(
        _ flag: String, _ property: WritableKeyPath<Program, String?>, placeholder: String = "TEXT",
        _ explanation: String
    ) -> ProgramOption {
        ProgramOption(
            flag: flag, placeholder: placeholder, explanation: explanation, range: nil,
            describe: { $0[keyPath: property] ?? "none" }
        ) { program, text in
            program[keyPath: property] = text
            return !text.isEmpty
        }
    }

    /// An option with a text, which must not be empty, and a default.
    ///
    /// - Parameters:
    ///   - flag: the name, such as `--database`.
    ///   - property: the property that it sets. The value of a new program is the default.
    ///   - placeholder: the name of the value in the help.
    ///   - explanation: the text for `--help`, in lower case without a full stop.
    public static func text(
        _ flag: String, _ property: WritableKeyPath<Program, String>, placeholder: String = "TEXT",
        _ explanation: String
    ) -> ProgramOption {
        ProgramOption(
            flag: flag, placeholder: placeholder, explanation: explanation, range: nil,
            describe: { $0[keyPath: property] }
        ) { program, text in
            program[keyPath: property] = text
            return !text.isEmpty
        }
    }

    /// An option with the name of a case of an enum.
    ///
    /// - Parameters:
    ///   - flag: the name, such as `--mode`.
    ///   - property: the property that it sets. The value of a new program is the default.
    ///   - explanation: the text for `--help`, which the names of all cases follow.
    public static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ flag: String, _ property: WritableKeyPath<Program, Value>, _ explanation: String
    ) -> ProgramOption {
        let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
        return ProgramOption(
            flag: flag, placeholder: "NAME", explanation: "\(explanation): \(names)", range: nil,
            describe: { $0[keyPath: property].rawValue }
        ) { program, text in
            guard let value = Value(rawValue: text) else { return false }
            program[keyPath: property] = value
            return true
        }
    }

    /// A switch, which is on with its name alone, and on or off with `=on` or `=off`.
    ///
    /// - Parameters:
    ///   - flag: the name, such as `--demo`.
    ///   - property: the property that it sets. The value of a new program is the default.
    ///   - explanation: the text for `--help`, in lower case without a full stop.
    public static func flag(
        _ flag: String, _ property: WritableKeyPath<Program, Bool>, _ explanation: String
    ) -> ProgramOption {
        ProgramOption(
            flag: flag, placeholder: nil, explanation: explanation, range: nil,
            describe: { $0[keyPath: property] ? "on" : nil }
        ) { program, text in
            guard let isOn = Configuration.isOn(text) else { return false }
            program[keyPath: property] = isOn
            return true
        }
    }

    private init(
        flag: String, placeholder: String?, explanation: String, range: String?,
        describe: @escaping (Program) -> String?, set: @escaping (inout Program, String) -> Bool
    ) {
        self.flag = flag
        self.placeholder = placeholder
        self.explanation = explanation
        self.range = range
        self.describe = describe
        self.set = set
    }

    /// Sets the property of `program`.
    ///
    /// - Parameter name: the flag or the environment variable, for errors.
    func apply(_ text: String?, from name: String, to program: inout Program) throws(ConfigurationError) {
        guard let text, set(&program, text) else {
            throw ConfigurationError(rejecting: text ?? "", for: name, range: range, meaning: explanation)
        }
    }

    /// The line of the help.
    func help(of program: Program) -> String {
        let value = describe(program).map { " [\($0)]" } ?? ""
        return Configuration.helpLine(flag: flag, placeholder: placeholder, explanation + value)
    }
}
