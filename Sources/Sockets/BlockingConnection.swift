import CLinux
import Glibc

/// Blocking client connections for command-line programs; each system call waits at most two seconds.
package enum BlockingConnection {
    /// Returns a connected descriptor, which the caller closes, or `nil` if the connection to `address` fails.
    package static func connect(to address: SocketAddress) -> Int32? {
        var descriptor: Int32?
        try? address.withSystemAddress { pointer, length throws(SocketError) in
            descriptor = open(family: address.systemFamily) { Glibc.connect($0, pointer, length) }
        }
        return descriptor
    }

    /// Returns a connected descriptor, which the caller closes, or `nil` if the connection to the Unix-domain socket
    /// `path` fails.
    package static func connect(toPath path: String) -> Int32? {
        guard var address = try? UnixPath.systemAddress(of: path) else { return nil }
        return open(family: AF_UNIX) { descriptor in
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }

    private static func open(family: Int32, _ connect: (Int32) -> Int32) -> Int32? {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard connect(descriptor) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
