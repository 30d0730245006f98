import Dispatch
import Glibc

/// Resolves a host name and connects to it.
enum ResolvedHost {
    /// Connects to the first address of `host` that accepts the connection, and returns the descriptor.
    ///
    /// - Throws: ``VisitorError`` with the host and the reason, or the error of `makeSocket`.
    static func connect(
        to host: String, port: UInt16, with makeSocket: @escaping @Sendable (Int32) throws -> Int32
    ) async throws -> Int32 {
        // A DNS look-up can take seconds and must not block a thread of the concurrency pool.
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try connectNow(to: host, port: port, with: makeSocket) })
            }
        }
    }

    private static func connectNow(
        to host: String, port: UInt16, with makeSocket: (Int32) throws -> Int32
    ) throws -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &first)
        guard status == 0 else {
            throw VisitorError("The host \(host) cannot be resolved: \(String(cString: gai_strerror(status))).")
        }
        defer { freeaddrinfo(first) }
        var reason: Int32 = 0
        var next = first
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = try makeSocket(address.ai_family)
            if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            reason = errno
            close(descriptor)
        }
        throw VisitorError("Cannot connect to \(host) on port \(port): \(String(cString: strerror(reason))).")
    }
}

/// Scheme, host and port of a plain HTTP server (RFC 6454).
package struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The host's name or address, without brackets.
    package let host: String
    package let port: UInt16

    /// The value of `Host` as a browser sends it.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == 80 ? name : "\(name):\(port)"
    }

    /// The origin as a URL, such as `http://localhost:8080`.
    package var description: String { "http://" + authority }

    /// Returns the origin and the path of `url`.
    ///
    /// - Throws: ``VisitorError`` with the reason, if `url` is not a valid `http` URL.
    package static func split(_ url: String) throws -> (origin: Origin, path: String) {
        guard !url.lowercased().hasPrefix("https://") else {
            throw VisitorError("\(url): this client supports plain HTTP only; use an http URL of the server.")
        }
        guard url.lowercased().hasPrefix("http://"), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw VisitorError("\(url) is not an http URL; use one such as http://localhost:8080/letters.")
        }
        let rest = url.dropFirst(7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = String(rest[authority.endIndex...].prefix { $0 != "?" && $0 != "#" })
        let isAddress = authority.hasPrefix("[")
        let host = isAddress ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        let behind = authority[host.endIndex...].drop { isAddress && $0 == "]" }
        let port: UInt16? = behind.isEmpty ? 80 : behind.hasPrefix(":") ? UInt16(behind.dropFirst()) : nil
        guard !host.isEmpty, !host.contains("@"), let port, port > 0 else {
            throw VisitorError("\(url) has no valid host and port; use a URL such as http://localhost:8080/letters.")
        }
        return (Origin(host: host.lowercased(), port: port), path.isEmpty ? "/" : path)
    }
}
