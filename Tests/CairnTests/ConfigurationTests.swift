import Cairn
import HTTPProtocol
import Testing

@Suite("Configuration: flags and environment") struct ConfigurationTests {
    private func served(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration {
        try Configuration(arguments: arguments, environment: environment)
    }

    @Test func `flags override variables, and variables override defaults`() throws {
        #expect(try served([]).port == 8080)
        #expect(try served([], ["PORT": "81"]).port == 81)
        #expect(try served(["--port", "82"], ["PORT": "81"]).port == 82)
        #expect(try served(["--port=0"]).port == 0)
        #expect(try served(["--host", "127.0.0.1"]).host == "127.0.0.1")
        #expect(try served([], ["PORT": ""]).port == 8080)
        #expect(try served([], ["PATH": "/bin"]).port == 8080)
    }

    @Test func `a boolean setting is enabled by its flag, or takes yes and no`() throws {
        #expect(try served(["--explain"]).exposesDiagnostics)
        #expect(try served(["--explain", "--port", "83"]).port == 83)
        #expect(try !served(["--explain=off"], ["CAIRN_EXPLAIN": "1"]).exposesDiagnostics)
        #expect(try !served(["--access-log=no"]).logsAccess)
        #expect(try served([], ["CAIRN_STRICT": "true"]).isStrict)
    }

    @Test func `limits can be set by flag and by environment variable`() throws {
        for (flag, path) in [
            ("--max-request-line-bytes", \.messages.requestLine), ("--max-header-bytes", \.messages.headerBytes),
            ("--max-header-fields", \.messages.fieldCount), ("--max-body-bytes", \.messages.body),
            ("--max-upload-bytes", \.messages.upload), ("--upload-space", \.uploadSpace),
            ("--max-connections", \.connections),
            ("--max-connections-per-ip", \.connectionsPerAddress),
            ("--max-requests-per-connection", \.requestsPerConnection),
            ("--max-sessions", \.sessions.count),
        ] as [(String, KeyPath<Configuration, Int>)] {
            #expect(try served([flag, "321"])[keyPath: path] == 321, "\(flag)")
            let variable = flag.dropFirst(2).replacing("-", with: "_").uppercased()
            #expect(try served([], ["CAIRN_" + variable: "322"])[keyPath: path] == 322, "\(variable)")
        }
    }

    @Test func `every duration can be set in whole seconds`() throws {
        for (flag, path) in [
            ("--idle-seconds", \.idleTimeout), ("--header-seconds", \.headerTimeout), ("--body-seconds", \.bodyTimeout),
            ("--write-seconds", \.writeTimeout), ("--handler-seconds", \.handlerTimeout),
            ("--load-seconds", \.loadTimeout),
            ("--grace-seconds", \.gracePeriod), ("--hsts-seconds", \.strictTransportMaxAge),
            ("--session-idle-seconds", \.sessionIdleTimeout), ("--session-lifetime-seconds", \.sessionLifetime),
        ] as [(String, KeyPath<Configuration, Duration>)] {
            #expect(try served([flag, "321"])[keyPath: path] == .seconds(321), "\(flag)")
            let variable = flag.dropFirst(2).replacing("-", with: "_").uppercased()
            #expect(try served([], ["CAIRN_" + variable: "322"])[keyPath: path] == .seconds(322), "\(variable)")
        }
    }

    @Test func `a duration is kept to the nanosecond, and one that is out of range is clamped`() {
        var limits = SessionLimits()
        limits.idle = .milliseconds(1_500)
        #expect(limits.idle == .seconds(1.5))
        limits.idle = .seconds(-1)
        #expect(limits.idle == .zero)
        limits.idle = .seconds(Int64.max)
        #expect(limits.idle == .nanoseconds(Int64.max))
    }

    @Test func `the public origin is validated and converted to lower case`() throws {
        #expect(
            try served(["--public-origin", "https://Example.org/"]).publicOrigin?.description == "https://example.org")
        #expect(try served([], ["PUBLIC_ORIGIN": "http://[::1]:8080"]).publicOrigin?.description == "http://[::1]:8080")
    }

    @Test(arguments: [
        (["--port", "65536"], "--port: 65536"), (["--port", "-1"], "--port: -1"),
        (["--port", "many"], "port to listen on"),
        (["--port"], "--port"), (["--port="], "--port"), (["--prot", "1"], "--help"), (["--explain=maybe"], "maybe"),
        (["--tls", "certificate.pem"], "certificate.pem:key.pem"), (["--tls", "a:b,"], "--tls: a:b,"),
        (["--tls", ":b"], "--tls: :b"), (["--redirect-port", "http"], "--redirect-port: http"),
        (["--unix-socket", ""], "--unix-socket"), (["--hsts-seconds", "-1"], "--hsts-seconds: -1"),
        (["--public-origin", "example.org"], "https://example.org"),
        (["--public-origin", "https://a/b"], "https://a/b"),
        (["--public-origin", "ftp://a"], "ftp://a"), (["--public-origin", "https://"], "https://"),
        (["--public-origin", "https://:"], "https://:"), (["--public-origin", "https://a:b"], "https://a:b"),
        (["--public-origin", "https://a:1:2"], "https://a:1:2"), (["--public-origin", "https://a]"], "https://a]"),
        (["--public-origin", "https://a:65536"], "https://a:65536"), (["--public-origin", "https://[::1"], "[::1"),
        (["extra"], "extra"), (["--idle-seconds", "0"], "--idle-seconds: 0"), (["--host", ""], "--host"),
    ])
    func `an error for an unknown setting or a bad value names it or the allowed form`(
        arguments: [String], says: String
    ) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(arguments: arguments, environment: [:])
        }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `an error names the variable with the bad value`() {
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration(arguments: [], environment: ["CAIRN_MAX_SESSIONS": "none"])
        }
        #expect(error?.description.contains("CAIRN_MAX_SESSIONS: none is not a whole number (1 to 10000000)") == true)
    }

    @Test func `the help for settings lists the flags, and the default port`() {
        let lines = Configuration.settingsHelp.split(separator: "\n")
        for word in [
            "--port", "[8080]", "--host", "--threads", "--public-origin", "--public ", "--explain", "--access-log",
            "--strict", "--max-sessions", "--max-connections", "--idle-seconds", "--header-seconds", "--body-seconds",
            "--write-seconds", "--max-body-bytes", "--max-connections-per-ip", "--max-requests-per-connection",
            "--trusted-proxies", "--max-request-line-bytes", "--max-header-bytes", "--max-header-fields",
            "--grace-seconds",
        ] {
            #expect(lines.contains { $0.contains(word) }, "\(word)")
        }
        #expect(lines.allSatisfy { $0.hasPrefix("  --") })
    }

    @Test func `a number of copies needs servers to have them`() throws {
        let configuration = try served(["--store-copies", "3", "--state", "redis://db.example"])
        #expect(configuration.storeCopies == 3 && configuration.stateServers == "redis://db.example")
        for place in ["memory:", "folder"] {
            let configuration = try served(["--store-copies", "3", "--state", place])
            let error = #expect(throws: ConfigurationError.self) { _ = try Server(configuration, apps: []) }
            #expect(error?.description.contains("--store-copies: only servers have copies") == true)
        }
    }

    @Test func `a missing folder of static files prevents the start, and the error names it`() throws {
        var configuration = Configuration()
        configuration.publicFolder = "no-such-folder"
        let error = #expect(throws: ConfigurationError.self) { _ = try Server(configuration, apps: []) }
        #expect(error?.description.contains("no-such-folder") == true)
    }
}
