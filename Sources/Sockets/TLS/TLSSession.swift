#if TLS
    import COpenSSL
    import Glibc

    /// The TLS state of one connection. It reads and writes the connection's descriptor and usually handshakes during
    /// reads.
    ///
    /// For the loop's thread only, where SIGPIPE, which OpenSSL's writes can raise, is blocked.
    final class TLSSession {
        private let ssl: OpaquePointer
        /// Retained because the handshake's callback uses it.
        private let identities: TLSIdentities
        /// True if reading must wait until the descriptor is writable, such as in a handshake.
        private(set) var readingWantsToWrite = false
        /// True if writing must wait until the descriptor is readable.
        private(set) var writingWantsToRead = false

        init?(_ identities: TLSIdentities, descriptor: Int32) {
            guard let ssl = SSL_new(identities.first) else { return nil }
            self.ssl = ssl
            self.identities = identities
            guard SSL_set_fd(ssl, descriptor) == 1 else {
                SSL_free(ssl)
                return nil
            }
            SSL_set_accept_state(ssl)
        }

        deinit { SSL_free(ssl) }

        /// Reads like recv(2); returns 0 also after the peer's close_notify.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
            readingWantsToWrite = false
            ERR_clear_error()
            let count = SSL_read(ssl, buffer.baseAddress, Int32(clamping: buffer.count))
            guard count <= 0 else { return .done(Int(count)) }
            switch SSL_get_error(ssl, count) {
            case SSL_ERROR_WANT_READ: return .wouldBlock
            case SSL_ERROR_WANT_WRITE:
                readingWantsToWrite = true
                return .wouldBlock
            case SSL_ERROR_ZERO_RETURN: return .done(0)
            default: return .failed(EPROTO)
            }
        }

        /// Writes like send(2): one record after another, until the descriptor accepts no more or
        /// ``maxWritten`` bytes are sent.
        func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
            writingWantsToRead = false
            var sent = 0
            while sent < min(bytes.count, Self.maxWritten) {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                ERR_clear_error()
                let count = SSL_write(ssl, rest.baseAddress, Int32(clamping: rest.count))
                if count > 0 {
                    sent += Int(count)
                    continue
                }
                switch SSL_get_error(ssl, count) {
                case SSL_ERROR_WANT_WRITE: break
                case SSL_ERROR_WANT_READ: writingWantsToRead = true
                default: return sent > 0 ? .done(sent) : .failed(EPROTO)
                }
                return sent > 0 ? .done(sent) : .wouldBlock
            }
            return .done(sent)
        }

        /// The maximum number of bytes per call, because encryption delays the other connections of the loop.
        private static let maxWritten = 256 * 1024

        /// Sends close_notify (RFC 8446 §6.1).
        func sayEnd() {
            ERR_clear_error()
            SSL_shutdown(ssl)
            ERR_clear_error()
        }
    }
#endif
