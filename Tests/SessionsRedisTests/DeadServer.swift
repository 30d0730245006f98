import Glibc

@testable import SessionsRedis

/// An address that refuses connections. Its socket is bound and does not listen, so that no other server gets the port
/// while the test runs.
final class DeadServer: Sendable {
    struct NotBound: Error {}

    let host: RedisAddress.Host
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, size) = (descriptor, length)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw NotBound() }
        host = RedisAddress.Host(name: "127.0.0.1", port: UInt16(bigEndian: address.sin_port))
    }

    func stop() { close(descriptor) }
}
