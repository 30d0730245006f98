import CLinux
import Glibc

/// A failed system call on a socket: the operation, the address and the system's error.
public struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: Sendable, Equatable {
        /// Another socket already listens on the port.
        case addressInUse
        /// The address belongs to no interface of this machine.
        case addressNotAvailable
        /// A passed descriptor is not a listening stream socket.
        case notListening
        /// The host is not a numeric IPv4 or IPv6 address.
        case invalidAddress
        /// The operation is not permitted, such as binding a port below 1024.
        case permissionDenied
        /// The limit of open descriptors is reached.
        case outOfDescriptors
        /// The system has no memory or no thread left.
        case outOfMemory
        /// The blocking pool's queue is full.
        case poolIsFull
        /// The blocking pool was shut down.
        case poolIsShutDown
        /// Any other failure, described by `errno`.
        case system
    }

    /// The kind of failure.
    public let code: Code
    /// The operation, such as `bind`.
    public let operation: String
    /// The address of the operation, if there was one.
    public let address: String?
    /// The system's error number; 0 if no system call was made.
    public let errno: Int32

    /// Creates an error.
    public init(_ code: Code, operation: String, address: String? = nil, errno: Int32 = 0) {
        self.code = code
        self.operation = operation
        self.address = address
        self.errno = errno
    }

    init(errno: Int32, operation: String, address: SocketAddress? = nil) {
        self.init(Code(errno: errno), operation: operation, address: address?.description, errno: errno)
    }

    /// The failed operation and a way to correct it.
    public var description: String {
        let place = address.map { " on \($0)" } ?? ""
        let isPath = address?.hasPrefix("unix:") ?? false
        let port = address.flatMap { $0.split(separator: ":").last } ?? "?"
        return switch code {
        case .addressInUse where isPath:
            "\(operation)\(place): a server listens there, or it is no socket; end that server or name another path"
        case .invalidAddress where isPath: "\(operation)\(place): name a shorter path"
        case .permissionDenied where isPath: "\(operation)\(place): the folder may not be written to"
        case .notListening: "\(operation)\(place): no listening stream socket; check the unit that hands it over"
        case .addressInUse: "\(operation)\(place): port \(port) is taken; set PORT to another"
        case .addressNotAvailable: "\(operation)\(place): no interface has this address; use 0.0.0.0 or :: for all"
        case .invalidAddress:
            "\(operation)\(place): not a numeric address; write it as 127.0.0.1, 0.0.0.0, ::1 or ::"
        case .permissionDenied: "\(operation)\(place): port \(port) is not permitted; use one from 1024 up"
        case .outOfDescriptors: "\(operation)\(place): no descriptor is left; raise the limit with ulimit -n"
        case .outOfMemory: "\(operation)\(place): the system has no memory or thread left; allow the process more"
        case .poolIsFull: "\(operation): the blocking pool's queue is full; try again later or give it more threads"
        case .poolIsShutDown: "\(operation): the blocking pool is shut down; run it before shutdown()"
        case .system: "\(operation)\(place) failed: \(String(cString: strerror(errno))) (errno \(errno))"
        }
    }
}

extension SocketError.Code {
    init(errno: Int32) {
        self =
            switch errno {
            case EADDRINUSE: .addressInUse
            case EADDRNOTAVAIL: .addressNotAvailable
            case EACCES, EPERM: .permissionDenied
            case EMFILE, ENFILE: .outOfDescriptors
            case ENOMEM, ENOBUFS, EAGAIN: .outOfMemory
            default: .system
            }
    }
}
