import Sockets

/// The allowed hosts of requests. Refusing all others prevents DNS rebinding and keeps a forged `Host` out of links.
public struct AllowedHosts: Sendable, Equatable {
    private var names: Set<String> = []
    /// The domains whose subdomains are allowed, each with a leading dot.
    private var suffixes: Set<String> = []

    /// The names and addresses of the loopback interface only.
    static let ofThisMachine = AllowedHosts()

    private init() {}

    /// Parses a list; `nil` if an element is invalid.
    ///
    /// - Parameter list: host names and addresses (IPv6 in brackets) without ports, separated by commas;
    ///   `.example.org` allows `example.org` and all its subdomains.
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

    /// True if the list allows `host`. Names and addresses of the loopback interface are always allowed: health checks
    /// use them, and they cannot refer to an attacker's machine.
    func contains(_ host: HostName) -> Bool {
        // Ignore a trailing dot, which marks an absolute name (RFC 1034 §3.1).
        let name = host.text.hasSuffix(".") ? String(host.text.dropLast()) : host.text
        if names.contains(name) || name == "localhost" || name.hasSuffix(".localhost") { return true }
        if !suffixes.isEmpty, suffixes.contains(where: { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }) {
            return true
        }
        return (try? SocketAddress(host: host.unbracketed, port: 0))?.isOfThisMachine ?? false
    }
}
