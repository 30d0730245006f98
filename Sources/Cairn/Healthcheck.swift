import Glibc
import Sockets

/// The question that a container's `HEALTHCHECK` asks, without another program in the image.
public enum Healthcheck {
    /// Whether the server that runs here with this configuration says that it is well.
    public static func isWell(_ configuration: Configuration) -> Bool {
        guard let descriptor = connect(configuration) else { return false }
        defer { close(descriptor) }
        let request = Array("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        let answer =
            configuration.certificates.isEmpty
            ? plainAnswer(to: request, on: descriptor) : TLSClient.answer(to: request, on: descriptor)
        return answer?.starts(with: "HTTP/1.1 200".utf8) ?? false
    }

    private static func connect(_ configuration: Configuration) -> Int32? {
        if let path = configuration.unixSocket {
            guard var address = try? UnixPath.systemAddress(of: path) else { return nil }
            return connect(to: &address, family: AF_UNIX)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = configuration.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return connect(to: &address, family: AF_INET)
    }

    private static func connect<Address>(to address: inout Address, family: Int32) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size)) == 0
            }
        }
        guard isConnected else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func plainAnswer(to request: [UInt8], on descriptor: Int32) -> [UInt8]? {
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else { return nil }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &answer, answer.count, 0)
        return count > 0 ? Array(answer.prefix(count)) : nil
    }
}
