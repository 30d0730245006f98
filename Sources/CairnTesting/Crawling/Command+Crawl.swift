import Cairn
public import CairnCommands
import Glibc

/// The arguments of the command `crawl`.
package struct CrawlArguments {
    /// The URL of a running server or of one of its apps.
    package let url: String
    package let limits: Crawl.Limits
    /// The text to type into fields, by field name.
    package let examples: [String: String]

    /// - Throws: ``ConfigurationError`` for an unknown argument, an invalid value or a missing URL.
    package init(_ arguments: [String]) throws(ConfigurationError) {
        let arguments = try CommandArguments(
            arguments, of: "crawl", options: ["--depth", "--states", "--seconds"], repeatable: ["--example"], most: 1)
        guard let url = arguments.operands.first else {
            throw ConfigurationError(
                description: "crawl needs the URL of a running server, such as http://localhost:8080/.")
        }
        self.url = url
        var limits = Crawl.Limits()
        limits.depth = try arguments.number("--depth", in: 1...1_000, or: limits.depth)
        limits.states = try arguments.number("--states", in: 1...1_000_000, or: limits.states)
        limits.time = .seconds(
            try arguments.number("--seconds", in: 1...86_400, or: Int(limits.time.components.seconds)))
        self.limits = limits
        examples = try arguments.pairs(of: "--example")
    }
}

extension Command {
    /// `crawl URL`: crawls the apps of a running server. Shows its progress if standard error is a terminal.
    public static var crawl: Command {
        Command(
            "crawl", usage: "URL [--depth N] [--states N] [--seconds N] [--example NAME=TEXT …]",
            explanation: """
                send every action on offer to a running server; exit 1 if there is a fault;
                --example: the text for the fields with this name
                """
        ) { context in
            let crawl = try CrawlArguments(context.arguments)
            return await CrawlCommand.run(
                crawl.url, limits: crawl.limits, examples: crawl.examples, print: context.print,
                progress: terminalProgress)
        }
    }

    /// Overwrites the previous progress line, which only a terminal can do; `nil` if standard error is not a terminal.
    private static var terminalProgress: ((String) -> Void)? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return { line in
            let text = "\r\u{1B}[K" + line
            _ = write(STDERR_FILENO, text, text.utf8.count)
        }
    }
}
