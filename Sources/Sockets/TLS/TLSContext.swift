#if TLS
    import COpenSSL
    import Glibc

    /// The settings that contexts of servers and clients share.
    enum TLSContext {
        /// TLS 1.2 ciphers that current browsers support, all with forward secrecy (RFC 9325 §4.2).
        private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
        private static let groups = "X25519:P-256:P-384"

        /// Creates a context and configures it.
        static func create(
            _ method: OpaquePointer?, _ configure: (OpaquePointer) throws(TLSError) -> Void
        ) throws(TLSError) -> OpaquePointer {
            guard let context = SSL_CTX_new(method) else {
                throw TLSError(description: "OpenSSL cannot create a context: \(reason)")
            }
            do {
                try configure(context)
            } catch {
                SSL_CTX_free(context)
                throw error
            }
            return context
        }

        /// Sets TLS 1.2 or later, the ciphers, and the modes for descriptors that do not block.
        static func configure(_ context: OpaquePointer) throws(TLSError) {
            guard cairn_tls_set_versions(context, TLS1_2_VERSION) == 1, SSL_CTX_set_cipher_list(context, ciphers) == 1,
                cairn_tls_set_groups(context, groups) == 1
            else { throw TLSError(description: "This OpenSSL does not offer TLS 1.2 with \(ciphers): \(reason)") }
            cairn_tls_set_mode(
                context,
                Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS))
        }

        /// Uses the certificate, its chain and its key.
        static func load(_ certificate: TLSCertificate, into context: OpaquePointer) throws(TLSError) {
            try TLSKeyFile.requirePrivate(certificate.keyFile)
            // No user can enter a password, so encrypted keys fail.
            SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
            ERR_clear_error()
            guard SSL_CTX_use_certificate_chain_file(context, certificate.chainFile) == 1 else {
                throw TLSError(
                    description: "The certificate \(certificate.chainFile) cannot be used: \(reason). "
                        + "It must be a PEM file.")
            }
            guard SSL_CTX_use_PrivateKey_file(context, certificate.keyFile, SSL_FILETYPE_PEM) == 1 else {
                throw TLSError(
                    description:
                        "The key \(certificate.keyFile) cannot be used with \(certificate.chainFile): \(reason). "
                        + "It must be a PEM file without a password, and match the certificate.")
            }
        }

        /// The reason of OpenSSL's last error on this thread.
        static var reason: String {
            let code = ERR_get_error()
            ERR_clear_error()
            guard code != 0, let text = ERR_reason_error_string(code) else {
                return code == 0
                    ? "no reason given" : String(cString: strerror(Int32(truncatingIfNeeded: code & 0xFFF)))
            }
            return String(cString: text)
        }
    }
#endif
