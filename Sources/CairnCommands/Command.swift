public import Cairn

/// A command of a ``ServerProgram``, such as `check`.
public struct Command {
    /// The first argument, which selects the command.
    let name: String
    let usage: String
    let explanation: String
    let perform: (CommandContext) async throws -> Int32

    /// - Parameters:
    ///   - name: the first argument, which selects the command.
    ///   - usage: the other arguments as `--help` shows them, such as `[--strict] [APP …]`.
    ///   - explanation: the text for `--help`, in lines of at most 80 characters.
    ///   - perform: performs the command and returns the exit status. The program prints an error that it throws and
    ///     exits with 2.
    public init(
        _ name: String, usage: String = "", explanation: String,
        perform: @escaping (CommandContext) async throws -> Int32
    ) {
        self.name = name
        self.usage = usage
        self.explanation = explanation
        self.perform = perform
    }
}

/// The arguments of a ``Command``, and access to the program.
public struct CommandContext {
    /// The arguments after the command's name.
    public let arguments: [String]
    /// Returns the program's apps; some programs create them on each call.
    public let makeApps: () throws -> [HostedApplication]
    /// Prints a line on standard output.
    public let print: (String) -> Void
}
