import HTTPProtocol

/// A setting or argument that was rejected.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// The setting or argument, and the reason.
    public let description: String

    package init(description: String) { self.description = description }

    /// The error for the value `text`, which was given to the flag or variable `name`.
    ///
    /// - Parameters:
    ///   - range: the allowed numbers; `nil` for a setting without a given range.
    ///   - meaning: the explanation of the setting.
    package init(rejecting text: String, for name: String, range: String?, meaning: String) {
        let isNumber = text.drop { $0 == "-" }.allSatisfy(\.isWholeNumber)
        let fault =
            if text.isEmpty {
                "the value is missing"
            } else if let range {
                "\(text) is \(isNumber ? "out of range" : "not a whole number") (\(range))"
            } else {
                "\(text) is not a valid value"
            }
        description = "\(name): \(fault). Meaning: \(meaning)."
    }
}

extension Configuration {
    /// A setting: a flag, an environment variable, and an explanation.
    private struct Setting {
        let flag: String
        let placeholder: String?
        let explanation: String
        /// The allowed numbers, for errors; `nil` for a setting without a given range.
        var range: String?
        let apply: @Sendable (inout Configuration, String) -> Bool

        /// The environment variable: `CAIRN_MAX_SESSIONS` for `--max-sessions`. Two have names without `CAIRN_`.
        var variable: String {
            switch flag {
            case "--port": "PORT"
            case "--public-origin": "PUBLIC_ORIGIN"
            default: Configuration.variable(of: flag)
            }
        }

        static func number<Number: FixedWidthInteger & Sendable>(
            _ flag: String, _ range: ClosedRange<Number>, _ explanation: String,
            _ path: any WritableKeyPath<Configuration, Number> & Sendable
        ) -> Setting {
            Setting(
                flag: flag, placeholder: "N",
                explanation: explanation + " [\(Configuration()[keyPath: path])]",
                range: "\(range.lowerBound) to \(range.upperBound)"
            ) { configuration, text in
                guard let number = Number(text), range.contains(number) else { return false }
                configuration[keyPath: path] = number
                return true
            }
        }

        /// A duration in whole seconds.
        static func seconds(
            _ flag: String, _ range: ClosedRange<Int64>, _ explanation: String,
            _ path: any WritableKeyPath<Configuration, Duration> & Sendable
        ) -> Setting {
            Setting(
                flag: flag, placeholder: "N",
                explanation: explanation + " [\(Configuration()[keyPath: path].components.seconds)]",
                range: "\(range.lowerBound) to \(range.upperBound)"
            ) { configuration, text in
                guard let seconds = Int64(text), range.contains(seconds) else { return false }
                configuration[keyPath: path] = .seconds(seconds)
                return true
            }
        }

        static func text(
            _ flag: String, _ placeholder: String, _ explanation: String,
            _ apply: @escaping @Sendable (inout Configuration, String) -> Void
        ) -> Setting {
            Setting(flag: flag, placeholder: placeholder, explanation: explanation) {
                apply(&$0, $1)
                return !$1.isEmpty
            }
        }

        /// One of the cases of an enum, by name.
        static func oneOf<Value: RawRepresentable<String> & CaseIterable & Sendable>(
            _ flag: String, _ placeholder: String, _ explanation: String,
            _ path: any WritableKeyPath<Configuration, Value> & Sendable
        ) -> Setting {
            let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
            return Setting(
                flag: flag, placeholder: placeholder,
                explanation: "\(explanation): \(names) [\(Configuration()[keyPath: path].rawValue)]"
            ) { configuration, text in
                guard let value = Value(rawValue: text) else { return false }
                configuration[keyPath: path] = value
                return true
            }
        }

        static func choice(
            _ flag: String, _ explanation: String,
            _ path: any WritableKeyPath<Configuration, Bool> & Sendable
        ) -> Setting {
            Setting(flag: flag, placeholder: nil, explanation: explanation) { configuration, text in
                guard let isOn = Configuration.isOn(text) else { return false }
                configuration[keyPath: path] = isOn
                return true
            }
        }

        /// The error for the value `text`, which was given to the flag or variable `name`.
        func rejection(of text: String, for name: String) -> ConfigurationError {
            ConfigurationError(rejecting: text, for: name, range: range, meaning: explanation)
        }
    }

    private static let settings: [Setting] = [
        .number("--port", 0...65_535, "port to listen on; 0 selects a free port", \.port),
        .text("--host", "ADDRESS", "numeric address to listen on; :: accepts IPv6 and IPv4 [::]") {
            $0.host = $1
        },
        .text("--unix-socket", "PATH", "Unix-domain socket to listen on instead of a port [none]") {
            $0.unixSocket = $1
        },
        Setting(
            flag: "--tls", placeholder: "FILES",
            explanation: "use TLS: certificate.pem:key.pem, several separated by commas [plain HTTP]"
        ) { $0.speakTLS($1) },
        Setting(
            flag: "--redirect-port", placeholder: "N",
            explanation: "port that redirects plain HTTP to TLS [none]"
        ) { configuration, text in
            configuration.redirectPort = UInt16(text)
            return configuration.redirectPort != nil
        },
        .seconds(
            "--hsts-seconds", 0...63_072_000,
            "max-age of Strict-Transport-Security; 0 omits the field",
            \.strictTransportMaxAge),
        .number("--threads", 0...256, "number of event loops; 0 means one per core", \.threads),
        Setting(
            flag: "--public-origin", placeholder: "URL",
            explanation: "origin for visitors, such as https://example.org [scheme and Host of the request]"
        ) { configuration, text in
            configuration.publicOrigin = PublicOrigin(text)
            return configuration.publicOrigin != nil
        },
        Setting(
            flag: "--allowed-hosts", placeholder: "LIST",
            explanation: "allowed hosts of requests, such as example.org,.example.net [any]"
        ) { configuration, text in
            configuration.allowedHosts = AllowedHosts(text)
            return configuration.allowedHosts != nil
        },
        Setting(
            flag: "--trusted-proxies", placeholder: "LIST",
            explanation: "addresses of trusted proxies, such as 10.0.0.0/8 [none]"
        ) { $0.trustProxies($1) },
        Setting(
            flag: "--forwarding-fields", placeholder: "NAME",
            explanation: "fields of the trusted proxies: x-forwarded or forwarded [x-forwarded]"
        ) { configuration, text in
            guard let fields = ForwardingFields(rawValue: text.lowercased()) else { return false }
            configuration.forwardingFields = fields
            return true
        },
        .text("--public", "FOLDER", "folder of static files [Public, here or beside the executable]") {
            $0.publicFolder = $1
        },
        .text(
            "--state", "PLACE",
            "folder, or redis:// URL, for sessions, which then survive restarts and crashes [memory:]"
        ) {
            $0.keepState(in: $1)
        },
        .number(
            "--store-copies", 1...16, "servers that must have a change before it is acknowledged, with redis:// URLs",
            \.storeCopies),
        .text("--secret", "FILE", "file of at least 32 random octets, which all nodes of a site have [random keys]") {
            $0.secretFile = $1
        },
        .number(
            "--state-space", (1 << 16)...(1 << 50),
            "maximum size of all saved sessions in bytes; one network can use an eighth", \.stateSpace),
        .text(
            "--upload-folder", "FOLDER",
            "folder for uploaded files until they expire [TMPDIR]"
        ) {
            $0.uploadFolder = $1
        },
        .number(
            "--upload-space", 0...(1 << 50), "maximum size of all uploaded files in bytes",
            \.uploadSpace),
        Setting(
            flag: "--explain", placeholder: nil,
            explanation: "send diagnostics to all clients: Cairn-Chain, dry runs [this machine, from a terminal]"
        ) { configuration, text in
            guard let isOn = Configuration.isOn(text) else { return false }
            (configuration.exposesDiagnostics, configuration.exposesDiagnosticsToLoopback) = (isOn, false)
            return true
        },
        .choice(
            "--access-log", "log each request; --access-log=off disables it [on]", \.logsAccess),
        .choice(
            "--log-queries", "log the queries of URLs, which can contain secrets", \.logsQueries),
        .oneOf("--log", "FORMAT", "format of the log", \.logFormat),
        .oneOf("--log-level", "LEVEL", "least severe entries of the log", \.logLevel),
        Setting(
            flag: "--request-ids", placeholder: nil,
            explanation: "give each request an id, in the log and in X-Request-ID [on with --log json]"
        ) { configuration, text in
            configuration.assignsRequestIDs = Configuration.isOn(text)
            return configuration.assignsRequestIDs != nil
        },
        Setting(
            flag: "--metrics-port", placeholder: "N",
            explanation: "port for metrics in the text format of Prometheus, at /metrics; 0 selects a free port [none]",
            range: "0 to 65535"
        ) { configuration, text in
            configuration.metricsPort = UInt16(text)
            return configuration.metricsPort != nil
        },
        .text("--metrics-host", "ADDRESS", "numeric address of the metrics port [127.0.0.1]") {
            $0.metricsHost = $1
        },
        .choice("--strict", "do not start if an app has a mistake in its first screen, routes or handlers", \.isStrict),
        .number(
            "--max-sessions", 1...10_000_000, "maximum number of sessions of an app",
            \.sessions.count),
        .number(
            "--max-sessions-per-network", 1...10_000_000,
            "maximum number of sessions per IPv4 address or IPv6 /64; 8 times as many per IPv6 /48",
            \.sessions.countPerNetwork),
        .seconds(
            "--session-idle-seconds", 1...31_536_000, "idle timeout of a session",
            \.sessionIdleTimeout),
        .number(
            "--max-stack-depth", 16...4_096, "maximum number of pages in a navigation stack",
            \.sessions.stackDepth),
        .seconds(
            "--session-lifetime-seconds", 0...315_360_000,
            "maximum lifetime of a session since its last change of identity; 0 is unlimited", \.sessionLifetime),
        .number(
            "--max-connections", 1...1_000_000, "maximum number of connections", \.connections),
        .number(
            "--max-connections-per-ip", 1...1_000_000,
            "maximum number of connections of one address",
            \.connectionsPerAddress),
        .number(
            "--max-streams", 0...1_000_000, "maximum number of event streams of open pages", \.streams),
        .number(
            "--max-requests-per-connection", 1...1_000_000_000,
            "maximum number of requests of a connection",
            \.requestsPerConnection),
        .seconds("--idle-seconds", 1...3_600, "idle timeout of a connection", \.idleTimeout),
        .seconds("--header-seconds", 1...600, "timeout for a request's head", \.headerTimeout),
        .seconds("--body-seconds", 1...3_600, "timeout for a request's body", \.bodyTimeout),
        .seconds(
            "--handler-seconds", 1...3_600, "timeout for an app's handler", \.handlerTimeout),
        .seconds(
            "--load-seconds", 1...3_600, "timeout for the data of a page; less than --handler-seconds", \.loadTimeout),
        .seconds(
            "--write-seconds", 1...3_600, "timeout for a client that does not read",
            \.writeTimeout),
        .number(
            "--max-unsent-bytes", 1_048_576...(1 << 40),
            "maximum number of unsent bytes of all connections",
            \.unsentBytes),
        .number(
            "--max-request-line-bytes", 64...1_048_576,
            "maximum length of a request line", \.messages.requestLine
        ),
        .number(
            "--max-header-bytes", 256...1_048_576, "maximum length of a request's head",
            \.messages.headerBytes),
        .number(
            "--max-header-fields", 1...10_000, "maximum number of fields in a head",
            \.messages.fieldCount),
        .number(
            "--max-body-bytes", 0...1_073_741_824, "maximum length of a request's body",
            \.messages.body
        ),
        .number(
            "--max-upload-bytes", 0...1_073_741_824, "maximum length of a body with files",
            \.messages.upload),
        .seconds(
            "--grace-seconds", 0...600, "time to finish requests after SIGTERM or SIGINT",
            \.gracePeriod),
    ]

    /// Creates a configuration from arguments and environment variables. Flags take precedence over variables.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the program's name.
    ///   - environment: the environment variables.
    ///   - defaults: the values of settings that are in neither of them.
    /// - Throws: ``ConfigurationError`` for an unknown setting or an invalid value.
    public init(
        arguments: [String], environment: [String: String], defaults: Configuration = Configuration()
    ) throws(ConfigurationError) {
        self = defaults
        try apply(environment: environment)
        var rest = arguments[...]
        while !rest.isEmpty { try applySetting(from: &rest) }
    }

    /// Applies the environment variables that are settings.
    ///
    /// - Throws: ``ConfigurationError`` for an invalid value.
    package mutating func apply(environment: [String: String]) throws(ConfigurationError) {
        for setting in Self.settings {
            guard let text = environment[setting.variable], !text.isEmpty else { continue }
            guard setting.apply(&self, text) else { throw setting.rejection(of: text, for: setting.variable) }
        }
    }

    /// Applies the setting at the start of `arguments`, and removes it and its value from them.
    ///
    /// - Parameter others: the words that are allowed here besides settings, such as commands.
    /// - Throws: ``ConfigurationError`` if the first argument is not a setting or its value is invalid.
    package mutating func applySetting(
        from arguments: inout ArraySlice<String>, or others: [String] = []
    ) throws(ConfigurationError) {
        guard let argument = arguments.popFirst() else { return }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let flag = parts.first, let setting = Self.settings.first(where: { $0.flag == flag }) else {
            let nearest = Spelling.nearest(to: String(parts.first ?? ""), among: Self.settings.map(\.flag) + others)
            let question = nearest.map { "did you mean \($0)? See --help." } ?? "see --help."
            throw ConfigurationError(description: "\(argument) is not a setting; \(question)")
        }
        let following = setting.placeholder == nil ? "" : parts.count == 2 ? nil : arguments.popFirst()
        let text = parts.count == 2 ? String(parts[1]) : following
        guard let text, setting.apply(&self, text) else { throw setting.rejection(of: text ?? "", for: setting.flag) }
    }

    /// One line for each setting, for `--help`: its flag, its meaning and its default. Switches without one are off.
    public static var settingsHelp: String {
        settings.map { helpLine(flag: $0.flag, placeholder: $0.placeholder, $0.explanation) }.joined()
    }

    /// A line for `--help`.
    package static func helpLine(flag: String, placeholder: String?, _ explanation: String) -> String {
        let flag = placeholder.map { flag + " " + $0 } ?? flag
        return "  \(flag)\(String(repeating: " ", count: max(1, 33 - flag.count)))\(explanation)\n"
    }

    /// The environment variable of a flag: `CAIRN_MAX_SESSIONS` for `--max-sessions`.
    package static func variable(of flag: String) -> String {
        "CAIRN_" + flag.dropFirst(2).uppercased().replacing("-", with: "_")
    }

    /// True if the server has a setting with this flag.
    package static func isSetting(_ flag: String) -> Bool { settings.contains { $0.flag == flag } }

    /// Parses the value of a switch; `nil` if it is neither on nor off. Its name alone has an empty value.
    package static func isOn(_ text: String) -> Bool? {
        switch text {
        case "", "1", "true", "yes", "on": true
        case "0", "false", "no", "off": false
        default: nil
        }
    }
}
