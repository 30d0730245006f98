import CLinux
import Glibc

extension SocketAddress {
    /// Returns the addresses of a host in the order in which getaddrinfo(3) sorts them, at least one. A numeric address
    /// needs no thread of the pool. A cancelled task does not wait for the result; the pool's thread does.
    ///
    /// - Parameters:
    ///   - host: a DNS name, a name of `/etc/hosts`, or a numeric address.
    ///   - port: the TCP port of the returned addresses.
    ///   - pool: runs the look-up, which can block for seconds.
    /// - Throws: ``SocketError``: `nameNotFound`, `lookUpFailed`, `cancelled`, or the error of a pool that refuses the
    ///   job.
    package static func lookUp(
        host: String, port: UInt16, on pool: BlockingPool
    ) async throws(SocketError) -> [SocketAddress] {
        if let numeric = try? SocketAddress(host: host, port: port) { return [numeric] }
        let pending = pendingLookUp(of: host)
        return try await pending.value { pending.lookUp(host: host, port: port, on: pool) }
    }

    static func pendingLookUp(of host: String) -> PendingResult<[SocketAddress]> {
        PendingResult(of: SocketError.lookingUp, on: host)
    }
}

extension PendingResult<[SocketAddress]> {
    /// Begins a look-up, unless the pool refuses it.
    func lookUp(host: String, port: UInt16, on pool: BlockingPool) {
        let refusal = pool.submit {
            guard !self.isFinished else { return }
            self.finish(with: Self.addresses(of: host, port: port))
        }
        if let refusal { finish(with: .failure(refusal)) }
    }

    private static func addresses(of host: String, port: UInt16) -> Result<[SocketAddress], SocketError> {
        Result { () throws(SocketError) in try HostName.addresses(of: host, port: port) }
    }
}

/// The system's look-up of host names.
enum HostName {
    /// Looks up a name. It blocks.
    static func addresses(of host: String, port: UInt16) throws(SocketError) -> [SocketAddress] {
        // C functions would stop at a zero byte and ignore the rest.
        guard !host.isEmpty, !host.utf8.contains(0) else { throw error(EAI_NONAME, of: host, errno: 0) }
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        // Without addresses of a family that this machine does not use.
        hints.ai_flags = Int32(AI_ADDRCONFIG)
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &list)
        guard code == 0 else { throw error(code, of: host, errno: errno) }
        defer { freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        for entry in sequence(first: list, next: { $0?.pointee.ai_next }) {
            guard let entry = entry?.pointee, let address = SocketAddress(entry), !addresses.contains(address) else {
                continue
            }
            addresses.append(address)
        }
        guard !addresses.isEmpty else { throw error(EAI_NONAME, of: host, errno: 0) }
        return addresses
    }

    private static func error(_ code: Int32, of host: String, errno: Int32) -> SocketError {
        let kind: SocketError.Code =
            switch code {
            case EAI_NONAME, linux_host_without_address: .nameNotFound
            case EAI_MEMORY: .outOfMemory
            default: .lookUpFailed
            }
        let text = code == EAI_SYSTEM ? strerror(errno) : UnsafeMutablePointer(mutating: gai_strerror(code))
        return SocketError(
            kind, operation: SocketError.lookingUp, address: host, errno: code == EAI_SYSTEM ? errno : 0,
            reason: text.map { String(cString: $0) })
    }
}

extension SocketAddress {
    fileprivate init?(_ entry: addrinfo) {
        guard let address = entry.ai_addr else { return nil }
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { target in
            let bytes = UnsafeRawBufferPointer(start: address, count: min(Int(entry.ai_addrlen), target.count))
            target.copyMemory(from: bytes)
        }
        self.init(storage)
    }
}
