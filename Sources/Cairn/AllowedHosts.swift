import Sockets

/// The allowed values of `Host`. Refusing all others prevents DNS rebinding and keeps a forged `Host` out of links.
public struct AllowedHosts: Sendable, Equatable {
    private var names: Set<String> = []
    /// Each with its leading full stop.
    private var suffixes: Set<String> = []

    /// - Parameter list: host names and addresses without ports, separated by commas; `.example.org` stands for
    ///   `example.org` and every name below it. Returns `nil` for any other text.
    public init?(_ list: String) {
        for element in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = element.filter { $0 != " " }.lowercased()
            guard let host = HostName(authority: name), host.text == name,
                name.utf8.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "*") })
            else { return nil }
            if name.first == "." {
                guard name.utf8.count > 1 else { return nil }
                suffixes.insert(name)
                names.insert(String(name.dropFirst()))
            } else {
                names.insert(name)
            }
        }
    }

    /// True if the server answers requests for `host`. Names of this machine are always allowed: other machines cannot
    /// be reached by them, and health checks use them.
    func contains(_ host: HostName) -> Bool {
        // A full stop at the end makes the same name absolute (RFC 1034 §3.1).
        let name = host.text.hasSuffix(".") ? String(host.text.dropLast()) : host.text
        if names.contains(name) || name == "localhost" || name.hasSuffix(".localhost") { return true }
        if !suffixes.isEmpty, suffixes.contains(where: { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }) {
            return true
        }
        return (try? SocketAddress(host: host.unbracketed, port: 0))?.isOfThisMachine ?? false
    }
}
