import Cairn
import Glibc
import Sockets

/// The command `healthcheck` for a container's `HEALTHCHECK`, so that the image does not need an HTTP client.
enum Healthcheck {
    /// True if the server with this configuration, on this machine, responds to `/healthz` with 200.
    static func isWell(_ configuration: Configuration) -> Bool {
        guard let descriptor = connect(configuration) else { return false }
        defer { close(descriptor) }
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        let answer =
            configuration.certificates.isEmpty
            ? plainAnswer(to: request, on: descriptor) : TLSClient.answer(to: request, on: descriptor)
        return answer?.starts(with: "HTTP/1.1 200".utf8) ?? false
    }

    private static func connect(_ configuration: Configuration) -> Int32? {
        if let path = configuration.unixSocket { return BlockingConnection.connect(toPath: path) }
        // A server that listens on all addresses of the machine also listens on the loopback address.
        let host = ["::", "0.0.0.0"].contains(configuration.host) ? "127.0.0.1" : configuration.host
        guard let address = try? SocketAddress(host: host, port: configuration.port) else { return nil }
        return BlockingConnection.connect(to: address)
    }

    private static func plainAnswer(to request: [UInt8], on descriptor: Int32) -> [UInt8]? {
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &answer, answer.count, 0)
        return count > 0 ? Array(answer.prefix(count)) : nil
    }
}
