#if TLS
    import COpenSSL
    import Glibc

    /// One connection's TLS: it encrypts onto the connection's own descriptor, and handshakes on the way.
    ///
    /// For the loop's thread only; SIGPIPE, which OpenSSL's writing may raise, is blocked there.
    final class TLSSession {
        private let ssl: OpaquePointer
        /// Kept for as long as a handshake may ask for another certificate.
        private let identities: TLSIdentities
        /// Whether reading goes on only once the descriptor can be written to, as in a handshake.
        private(set) var readingWantsToWrite = false
        /// Whether writing goes on only once something has come.
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

        /// As recv(2); 0 also when the peer says that it ends.
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

        /// As send(2): record after record, until the descriptor takes no more.
        func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
            writingWantsToRead = false
            var sent = 0
            while sent < min(bytes.count, Self.mostWritten) {
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

        /// Encrypting takes time that others wait for, in bytes.
        private static let mostWritten = 256 * 1024

        /// Says that nothing more will be sent (RFC 8446 §6.1).
        func sayEnd() {
            ERR_clear_error()
            SSL_shutdown(ssl)
            ERR_clear_error()
        }
    }
#endif
