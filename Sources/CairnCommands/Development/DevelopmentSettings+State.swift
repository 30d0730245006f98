import Cairn
import Glibc

extension DevelopmentSettings {
    /// Adds a place for the sessions and a secret, unless the arguments or the environment name their own, so that both
    /// are the same after a restart.
    ///
    /// - Throws: ``ConfigurationError`` if the folder or the secret cannot be made.
    mutating func keepState(of package: DevelopedPackage, environment: [String: String]) throws(ConfigurationError) {
        func isSet(_ flag: String) -> Bool {
            arguments.contains { $0 == flag || $0.hasPrefix(flag + "=") }
                || !(environment[Configuration.variable(of: flag)] ?? "").isEmpty
        }
        let folder = package.stateFolder
        guard mkdir(folder.text, 0o700) == 0 || errno == EEXIST else {
            throw ConfigurationError(
                description: "dev: \(folder.text) cannot be created: \(String(cString: strerror(errno))).")
        }
        if !isSet("--state") { arguments += ["--state", LexicalPath("sessions", in: folder).text] }
        if !isSet("--grace-seconds") { arguments += ["--grace-seconds", "\(Self.graceSeconds)"] }
        guard !isSet("--secret") else { return }
        let secret = LexicalPath("secret", in: folder).text
        if access(secret, F_OK) != 0 { try Self.writeSecret(to: secret) }
        arguments += ["--secret", secret]
    }

    private static func writeSecret(to path: String) throws(ConfigurationError) {
        var random = SystemRandomNumberGenerator()
        let octets = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer { if file >= 0 { close(file) } }
        guard file >= 0, write(file, octets, octets.count) == octets.count else {
            throw ConfigurationError(
                description: "dev: \(path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }
}
