#if TLS
    import COpenSSL
    import Glibc

    /// The TLS state of one connection. It reads and writes the connection's descriptor. A server usually handshakes
    /// during reads, a client before its connection is established.
    ///
    /// For the loop's thread only, where SIGPIPE, which OpenSSL's writes can raise, is blocked.
    final class TLSSession {
        private let ssl: OpaquePointer
        /// The certificates of a server, retained because the handshake's callback uses them.
        private let identities: TLSIdentities?
        /// True if reading must wait until the descriptor is writable, such as in a handshake.
        private(set) var readingWantsToWrite = false
        /// True if writing must wait until the descriptor is readable.
        private(set) var writingWantsToRead = false

        init?(_ identities: TLSIdentities, descriptor: Int32) {
            guard let ssl = SSL_new(identities.first) else { return nil }
            self.ssl = ssl
            self.identities = identities
            // All properties are set, so `deinit` frees the session also on failure.
            guard SSL_set_fd(ssl, descriptor) == 1 else { return nil }
            SSL_set_accept_state(ssl)
        }

        /// Creates a client that expects `name`, a DNS name or an IP address, in the server's certificate.
        init?(_ context: OpaquePointer, descriptor: Int32, expecting name: String) {
            // C functions would stop at a zero byte and verify only the name before it.
            guard !name.isEmpty, !name.utf8.contains(0), let ssl = SSL_new(context) else { return nil }
            self.ssl = ssl
            identities = nil
            // As above, `deinit` frees the session on failure.
            guard Self.expect(name, of: ssl), SSL_set_fd(ssl, descriptor) == 1 else { return nil }
            SSL_set_connect_state(ssl)
        }

        private static func expect(_ name: String, of ssl: OpaquePointer) -> Bool {
            if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1 { return true }
            ERR_clear_error()
            // The root's dot is not part of a name in a certificate or in SNI (RFC 6066 §3).
            let name = name.hasSuffix(".") ? String(name.dropLast()) : name
            SSL_set_hostflags(
                ssl, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT | X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
            return !name.isEmpty && SSL_set1_host(ssl, name) == 1 && cairn_tls_set_host_name(ssl, name) == 1
        }

        deinit { SSL_free(ssl) }

        /// The state of a handshake.
        enum Handshake {
            case done, wantsToRead, wantsToWrite
            /// The server's certificate is refused.
            case refused(reason: String)
            case failed(reason: String)
        }

        /// Continues a client's handshake as far as the descriptor allows.
        func handshake() -> Handshake {
            ERR_clear_error()
            let result = SSL_do_handshake(ssl)
            if result == 1 { return .done }
            let error = SSL_get_error(ssl, result)
            let code = errno
            if error == SSL_ERROR_WANT_READ { return .wantsToRead }
            if error == SSL_ERROR_WANT_WRITE { return .wantsToWrite }
            let verification = SSL_get_verify_result(ssl)
            if verification != Int(X509_V_OK), let text = X509_verify_cert_error_string(verification) {
                ERR_clear_error()
                return .refused(reason: String(cString: text))
            }
            guard error == SSL_ERROR_SYSCALL else { return .failed(reason: TLSContext.reason) }
            return .failed(reason: code == 0 ? "the server closed the connection" : String(cString: strerror(code)))
        }

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
