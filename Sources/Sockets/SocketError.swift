import CLinux
import Glibc

/// A failed operation, such as on a socket, a thread or a ``BlockingPool``: its name, its address and the system's
/// error.
package struct SocketError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Sendable, Equatable {
        /// Another socket already uses the port, or the path of a Unix-domain socket already exists.
        case addressInUse
        /// The address belongs to no interface of this machine.
        case addressNotAvailable
        /// A passed descriptor is not a listening stream socket.
        case notListening
        /// The supervisor passes an invalid number of descriptors.
        case invalidCount
        /// The host is not a numeric IPv4 or IPv6 address, or the path of a Unix-domain socket is invalid.
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
        /// No server listens on the address or path.
        case connectionRefused
        /// The time for the operation is over.
        case timedOut
        /// No route leads to the address.
        case unreachable
        /// No file has the path of the Unix-domain socket.
        case notFound
        /// The server of a Unix-domain socket does not accept its waiting clients.
        case backlogIsFull
        /// The certificate of a server is not valid, not trusted or for another name.
        case certificateRefused
        /// The TLS handshake failed for another reason than the certificate of the server.
        case handshakeFailed
        /// No host has the name.
        case nameNotFound
        /// The name could not be looked up, such as because no name server answers.
        case lookUpFailed
        /// The task was cancelled.
        case cancelled
        /// The event loop has ended.
        case loopHasEnded
        /// Any other failure, described by `errno`.
        case system
    }

    /// The kind of failure.
    package let code: Code
    /// The operation, such as `bind`.
    package let operation: String
    /// The address, path or descriptor of the operation, if it has one.
    package let address: String?
    /// The error number, usually of a system call; 0 if there is none.
    let errno: Int32
    /// The reason that a library such as OpenSSL gave for the failure, if there is one.
    package let reason: String?

    init(
        _ code: Code, operation: String, address: String? = nil, errno: Int32 = 0, reason: String? = nil
    ) {
        self.code = code
        self.operation = operation
        self.address = address
        self.errno = errno
        self.reason = reason
    }

    init(errno: Int32, operation: String, address: SocketAddress? = nil) {
        self.init(Code(errno: errno), operation: operation, address: address?.description, errno: errno)
    }

    /// The failed operation and, for most errors, a way to correct it.
    package var description: String {
        if let text = textOfConnecting { return text }
        let place = place
        let isPath = address?.hasPrefix("unix:") ?? false
        let port = address.flatMap { $0.split(separator: ":").last } ?? "?"
        return switch code {
        case .addressInUse where isPath:
            "\(operation)\(place): another server listens there, or the file is not a socket; "
                + "stop that server or choose another path"
        case .invalidAddress where isPath: "\(operation)\(place): not a valid socket path; choose another one"
        case .permissionDenied where isPath:
            "\(operation)\(place): no permission to write to the folder; choose a writable one"
        case .notListening:
            "\(operation)\(place): not a listening stream socket; check the unit that passes it"
        case .invalidCount: "\(operation)\(place): not a number from 0 to 256; check the unit that passes it"
        case .addressInUse: "\(operation)\(place): port \(port) is already in use; set PORT to another port"
        case .addressNotAvailable:
            "\(operation)\(place): no interface has this address; use 0.0.0.0 or :: for all interfaces"
        case .invalidAddress:
            "\(operation)\(place): not a numeric address; use one such as 127.0.0.1, 0.0.0.0, ::1 or ::"
        case .permissionDenied: "\(operation)\(place): no permission for port \(port); use port 1024 or higher"
        case .outOfDescriptors: "\(operation)\(place): the limit of open files is reached; raise it with ulimit -n"
        case .outOfMemory: "\(operation)\(place): out of memory or threads; raise the limits of the process"
        case .poolIsFull: "\(operation): the blocking pool's queue is full; try again later, or use more threads"
        case .poolIsShutDown: "\(operation): the blocking pool is already shut down"
        case .timedOut: "\(operation)\(place): the time is over; try again, or allow more time"
        case .cancelled: "\(operation)\(place): the task was cancelled"
        case .loopHasEnded: "\(operation)\(place): the event loop has ended"
        case .nameNotFound: "\(operation)\(place): no host has this name; check its spelling"
        case .lookUpFailed: "\(operation)\(place): \(reason ?? "no reason given"); check the name servers"
        default: "\(operation)\(place) failed: \(String(cString: strerror(errno))) (errno \(errno))"
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

// MARK: - Outgoing connections

extension SocketError {
    static let connecting = "connect"
    static let lookingUp = "look up"

    /// The address after the operation.
    private var place: String {
        guard let address else { return "" }
        return switch operation {
        case Self.connecting: " to \(address)"
        case Self.lookingUp: " \(address)"
        default: " on \(address)"
        }
    }

    /// An error of an outgoing connection.
    init(connectingTo endpoint: Endpoint, errno: Int32) {
        let code: Code =
            switch errno {
            case ECONNREFUSED: .connectionRefused
            case ETIMEDOUT: .timedOut
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN: .unreachable
            case ENOENT, ENOTDIR: .notFound
            case EAGAIN where endpoint.address.family == .local: .backlogIsFull
            default: Code(errno: errno)
            }
        self.init(code, operation: Self.connecting, address: endpoint.description, errno: errno)
    }

    /// The description of an error that has other causes when connecting than when listening; otherwise `nil`.
    private var textOfConnecting: String? {
        guard operation == Self.connecting, let address else { return nil }
        let isPath = address.hasPrefix("unix:")
        let advice: String? =
            switch code {
            case .connectionRefused where isPath: "no server listens on this socket; start the server"
            case .connectionRefused: "no server listens there; start the server, or check its address and port"
            case .timedOut: "no connection within the time limit; check the server, its address and firewalls"
            case .unreachable: "no route leads there; check the address and the network"
            case .notFound: "no such socket; start the server, or check the path"
            case .backlogIsFull: "the server does not accept its waiting clients; try again later"
            case .certificateRefused:
                "the certificate of the server is refused: \(reason ?? "no reason given"); check it, the trusted "
                    + "certificates and the name of the server"
            case .handshakeFailed:
                "the TLS handshake failed: \(reason ?? "no reason given"); check that the server uses TLS 1.2 or later, "
                    + "and whether it requires a certificate of the client"
            case .permissionDenied where isPath: "no permission for the socket; check its mode and its folder"
            case .permissionDenied: "not permitted; check the firewall of this machine"
            case .addressNotAvailable: "no local port is free; close unused connections"
            default: nil
            }
        return advice.map { "\(operation)\(place): \($0)" }
    }
}
