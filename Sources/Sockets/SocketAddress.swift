import CLinux
import Glibc

/// A numeric IPv4 or IPv6 address with a port, or the common address of all Unix-domain sockets.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The supported address families.
    package enum Family: Sendable, Hashable {
        case ipv4, ipv6
        /// Unix-domain sockets, whose clients have no address.
        case local
    }

    /// The address of all Unix-domain sockets.
    package static let local = SocketAddress(family: .local, bytes: AddressBytes(), port: 0)

    /// The family of the address.
    package let family: Family
    /// The TCP port, 0 for Unix-domain sockets; to listen, 0 selects a free one.
    package let port: UInt16
    /// The address in network byte order. IPv4 uses the first four bytes.
    private let bytes: AddressBytes

    /// Parses a numeric host, such as `127.0.0.1`, `0.0.0.0` or `::`. Names are refused with ``SocketError``.
    package init(host: String, port: UInt16) throws(SocketError) {
        var parsed = AddressBytes()
        // C functions would stop at a zero byte and ignore the rest.
        if host.utf8.contains(0) {
            throw SocketError(.invalidAddress, operation: "parse address", address: host)
        } else if withUnsafeMutableBytes(of: &parsed, { inet_pton(AF_INET, host, $0.baseAddress) }) == 1 {
            self.init(family: .ipv4, bytes: parsed, port: port)
        } else if withUnsafeMutableBytes(of: &parsed, { inet_pton(AF_INET6, host, $0.baseAddress) }) == 1 {
            self.init(family: .ipv6, bytes: parsed, port: port)
        } else {
            throw SocketError(.invalidAddress, operation: "parse address", address: host)
        }
    }

    private init(family: Family, bytes: AddressBytes, port: UInt16) {
        self.family = family
        self.bytes = bytes
        self.port = port
    }

    /// The numeric host without the port; `unix` for Unix-domain sockets.
    package var host: String {
        guard family != .local else { return "unix" }
        return withUnsafeBytes(of: bytes) { source in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
                text.initialize(repeating: 0)
                guard
                    let start = text.baseAddress,
                    inet_ntop(systemFamily, source.baseAddress, start, socklen_t(text.count)) != nil
                else { return "?" }
                return String(cString: start)
            }
        }
    }

    /// The network of the address: the whole IPv4 address, also if it is IPv4-mapped, or the first 64 bits of an
    /// IPv6 address; 0 for Unix-domain sockets.
    package var network: UInt64 {
        withUnsafeBytes(of: bytes) { bytes in
            // ::ffff:0:0/96 are IPv4-mapped addresses (RFC 4291 §2.5.5.2).
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            let prefix = family == .ipv4 ? bytes[0..<4] : isMapped ? bytes[12..<16] : bytes[0..<8]
            return prefix.reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// True for loopback addresses and Unix-domain sockets: 127.0.0.0/8, ::1 and `unix`.
    package var isOfThisMachine: Bool {
        withUnsafeBytes(of: bytes) { bytes in
            switch family {
            case .local: true
            case .ipv4: bytes[0] == 127
            case .ipv6: bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
            }
        }
    }

    /// Returns the text of a ``network``: `192.0.2.7`, or `2001:db8:0:1::/64`.
    package static func name(ofNetwork network: UInt64) -> String {
        // Only ::1 and other reserved IPv6 addresses begin with 32 zero bits.
        if network > 0, network <= UInt64(UInt32.max) {
            return SocketAddress(
                family: .ipv4, bytes: AddressBytes(first: UInt64(UInt32(network).bigEndian).littleEndian), port: 0
            ).host
        }
        return SocketAddress(family: .ipv6, bytes: AddressBytes(first: network.bigEndian), port: 0).host + "/64"
    }

    /// The four or sixteen bytes of the address; empty for a Unix-domain socket.
    var octets: [UInt8] {
        let count =
            switch family {
            case .ipv4: 4
            case .ipv6: 16
            case .local: 0
            }
        return withUnsafeBytes(of: bytes) { Array($0.prefix(count)) }
    }

    /// `127.0.0.1:8080`, `[::1]:8080`, or `unix`.
    package var description: String {
        switch family {
        case .ipv4: "\(host):\(port)"
        case .ipv6: "[\(host)]:\(port)"
        case .local: host
        }
    }

    /// Throws ``SocketError`` if it is impossible to listen on this address without sharing the port, usually because
    /// another socket listens on it. `EventLoop.listen` shares the port.
    package func requireFree() throws(SocketError) {
        let descriptor = try openSocket()
        defer { close(descriptor) }
        try bindSocket(descriptor)
        try require("listen", on: self) { Glibc.listen(descriptor, 1) }
    }
}

/// Sixteen bytes, compared and hashed as two words.
private struct AddressBytes: Hashable, Sendable {
    var first: UInt64 = 0
    var second: UInt64 = 0
}

extension SocketAddress {
    var systemFamily: Int32 {
        switch family {
        case .ipv4: AF_INET
        case .ipv6: AF_INET6
        case .local: AF_UNIX
        }
    }

    /// Creates an address from a `sockaddr_storage`, or returns `nil` for an unknown family. An IPv4-mapped IPv6
    /// address becomes the IPv4 address.
    init?(_ storage: sockaddr_storage) {
        switch Int32(storage.ss_family) {
        case AF_INET:
            let address = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in.self) }
            let bytes = AddressBytes(first: UInt64(UInt32(littleEndian: address.sin_addr.s_addr)).littleEndian)
            self.init(family: .ipv4, bytes: bytes, port: UInt16(bigEndian: address.sin_port))
        case AF_INET6:
            let address = withUnsafeBytes(of: storage) { $0.loadUnaligned(as: sockaddr_in6.self) }
            let bytes = withUnsafeBytes(of: address.sin6_addr) { $0.loadUnaligned(as: AddressBytes.self) }
            let port = UInt16(bigEndian: address.sin6_port)
            let high = UInt64(littleEndian: bytes.second)
            if bytes.first == 0, high & 0xffff_ffff == 0xffff_0000 {
                self.init(family: .ipv4, bytes: AddressBytes(first: (high >> 32).littleEndian), port: port)
            } else {
                self.init(family: .ipv6, bytes: bytes, port: port)
            }
        case AF_UNIX: self = .local
        default: return nil
        }
    }

    init(localAddressOf descriptor: Int32) throws(SocketError) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        try require("getsockname") {
            withUnsafeMutableBytes(of: &storage) {
                getsockname(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
            }
        }
        guard let address = Self(storage) else {
            throw SocketError(errno: EAFNOSUPPORT, operation: "getsockname")
        }
        self = address
    }

    /// Creates a non-blocking TCP socket that can bind while old connections of the port linger.
    func openSocket() throws(SocketError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = try require("socket", on: self) { socket(systemFamily, kind, 0) }
        do {
            try setOption(SO_REUSEADDR, at: SOL_SOCKET, to: 1, of: descriptor)
            if family == .ipv6 { try setOption(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6), to: 0, of: descriptor) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    func setOption(_ name: Int32, at level: Int32, to value: Int32, of descriptor: Int32) throws(SocketError) {
        var value = value
        try require("setsockopt", on: self) {
            setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
        }
    }

    func bindSocket(_ descriptor: Int32) throws(SocketError) {
        try withSystemAddress { pointer, length throws(SocketError) in
            try require("bind", on: self) { Glibc.bind(descriptor, pointer, length) }
        }
    }

    /// Calls `body` with the address as a `sockaddr`. Throws for ``local``.
    func withSystemAddress(
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SocketError) -> Void
    ) throws(SocketError) {
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr = withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: in_addr.self) }
            try Self.lend(&address, to: body)
        case .ipv6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = withUnsafeBytes(of: bytes) { $0.loadUnaligned(as: in6_addr.self) }
            try Self.lend(&address, to: body)
        case .local: throw SocketError(errno: EAFNOSUPPORT, operation: "bind", address: self)
        }
    }

    private static func lend<Address>(
        _ address: inout Address, to body: (UnsafePointer<sockaddr>, socklen_t) throws(SocketError) -> Void
    ) throws(SocketError) {
        try withUnsafePointer(to: &address) { pointer throws(SocketError) in
            let length = socklen_t(MemoryLayout<Address>.size)
            try body(UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr.self), length)
        }
    }
}
