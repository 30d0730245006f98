import Cairn

extension ServerProgram {
    /// Parses the arguments of `dev`: `--watch`, and otherwise those of `serve`.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after `dev`.
    ///   - leading: the arguments before `dev`, which are options of the program.
    /// - Returns: `nil` if the arguments ask for the help.
    /// - Throws: ``ConfigurationError`` for an unknown argument or an invalid value.
    func developmentSettings(
        _ arguments: [String], after leading: [String], environment: [String: String], defaults: Configuration
    ) throws(ConfigurationError) -> DevelopmentSettings? {
        var settings = DevelopmentSettings(configuration: defaults)
        settings.configuration.host = "127.0.0.1"
        settings.configuration.gracePeriod = .seconds(DevelopmentSettings.graceSeconds)
        try settings.configuration.apply(environment: environment)
        settings.arguments = leading + ["serve"]
        var rest = arguments[...]
        while let argument = rest.first {
            if ["--help", "-h", "help"].contains(argument) { return nil }
            if argument == "--watch" || argument.hasPrefix("--watch=") {
                settings.watched.append(try Self.takeFolder(from: &rest))
                continue
            }
            let before = rest
            if try !options.take(&rest) { try settings.configuration.applySetting(from: &rest) }
            settings.arguments += before.prefix(before.count - rest.count)
        }
        return settings
    }

    private static func takeFolder(from arguments: inout ArraySlice<String>) throws(ConfigurationError) -> String {
        let parts = arguments.removeFirst().split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let folder = parts.count == 2 ? String(parts[1]) : arguments.popFirst(), !folder.isEmpty else {
            throw ConfigurationError(description: "dev: --watch needs a folder, such as --watch ../shared/Sources.")
        }
        return folder
    }
}
