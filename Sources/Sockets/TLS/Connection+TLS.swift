import Glibc

/// The transport of a connection: the plain descriptor, or TLS.
extension Connection {
    @inline(__always)
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        #if TLS
            if let secure { return secure.read(into: buffer) }
        #endif
        return attempt { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    @inline(__always)
    func transmit(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        #if TLS
            if let secure { return secure.write(bytes) }
        #endif
        return attempt { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    #if TLS
        var mustFlushWhenRead: Bool { secure?.writingWantsToRead ?? false }
        var wantsToWriteForReading: Bool { secure?.readingWantsToWrite ?? false }

        func sayEndIfSecure() { secure?.sayEnd() }
        func dropSecurity() { secure = nil }

        /// Handles a failed read. After a TLS error, OpenSSL has usually sent an alert; closing at once could destroy
        /// it in transit.
        func fail() {
            guard secure != nil, phase == .open || phase == .flushing else { return close() }
            secure = nil
            unsent = UnsentBytes()
            linger()
        }
    #else
        var mustFlushWhenRead: Bool { false }
        var wantsToWriteForReading: Bool { false }

        func sayEndIfSecure() {}
        func dropSecurity() {}
        func fail() { close() }
    #endif
}
