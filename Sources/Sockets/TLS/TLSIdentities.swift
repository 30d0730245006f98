#if TLS
    import COpenSSL
    import Glibc

    /// The certificates as they were read at one time, each with its own context. It never changes.
    final class TLSIdentities: @unchecked Sendable {  // ok: its contexts never change
        private let contexts: [OpaquePointer]

        /// What a session begins with, before the client has said which name it wants.
        var first: OpaquePointer { contexts[0] }

        init(_ certificates: [TLSCertificate]) throws(TLSError) {
            guard !certificates.isEmpty else { throw TLSError(description: "TLS needs a certificate; none was named.") }
            var contexts: [OpaquePointer] = []
            do {
                for certificate in certificates { contexts.append(try Self.context(for: certificate)) }
            } catch {
                for context in contexts { SSL_CTX_free(context) }
                throw error
            }
            self.contexts = contexts
            let own = Unmanaged.passUnretained(self).toOpaque()
            for context in contexts {
                cairn_tls_set_server_name_callback(
                    context,
                    { ssl, _, own in
                        guard let ssl, let own else { return SSL_TLSEXT_ERR_NOACK }
                        return Unmanaged<TLSIdentities>.fromOpaque(own).takeUnretainedValue().choose(for: ssl)
                    }, own)
            }
        }

        deinit { for context in contexts { SSL_CTX_free(context) } }

        /// RFC 6066 §3: the certificate that names the host the client asks for, or else the first.
        private func choose(for ssl: OpaquePointer) -> Int32 {
            guard contexts.count > 1, let name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) else {
                return SSL_TLSEXT_ERR_OK
            }
            for context in contexts {
                guard let certificate = SSL_CTX_get0_certificate(context) else { continue }
                if X509_check_host(certificate, name, strlen(name), 0, nil) == 1 {
                    SSL_set_SSL_CTX(ssl, context)
                    break
                }
            }
            return SSL_TLSEXT_ERR_OK
        }

        // MARK: - A context

        private static func context(for certificate: TLSCertificate) throws(TLSError) -> OpaquePointer {
            guard let context = SSL_CTX_new(TLS_server_method()) else {
                throw TLSError(description: "OpenSSL cannot make a context: \(reason)")
            }
            do {
                try configure(context)
                try load(certificate, into: context)
            } catch {
                SSL_CTX_free(context)
                throw error
            }
            return context
        }

        /// What today's browsers speak, all of it with forward secrecy (RFC 9325 §4.2).
        private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
        private static let groups = "X25519:P-256:P-384"

        private static func configure(_ context: OpaquePointer) throws(TLSError) {
            guard cairn_tls_set_versions(context, TLS1_2_VERSION) == 1, SSL_CTX_set_cipher_list(context, ciphers) == 1,
                cairn_tls_set_groups(context, groups) == 1
            else { throw TLSError(description: "This OpenSSL does not offer TLS 1.2 with \(ciphers): \(reason)") }
            cairn_tls_set_options(context)
            cairn_tls_set_mode(
                context,
                Int(SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS))
            // Sessions are resumed by tickets; the server keeps nothing of them.
            cairn_tls_set_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
            SSL_CTX_set_session_id_context(context, Array("cairn".utf8), 5)
            SSL_CTX_set_alpn_select_cb(
                context,
                { _, chosen, chosenLength, offered, offeredLength, _ in
                    TLSIdentities.selectProtocol(chosen, chosenLength, offered, offeredLength)
                }, nil)
        }

        /// RFC 7301 §3.2: `http/1.1`, or the end for who speaks only something else.
        private static func selectProtocol(
            _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ chosenLength: UnsafeMutablePointer<UInt8>?,
            _ offered: UnsafePointer<UInt8>?, _ offeredLength: UInt32
        ) -> Int32 {
            let offers = UnsafeBufferPointer(start: offered, count: Int(offeredLength))
            var position = 0
            while position < offers.count {
                let length = Int(offers[position])
                let start = position + 1
                position = start + length
                guard position <= offers.count else { break }
                if offers[start..<position].elementsEqual("http/1.1".utf8) {
                    // It stands in the client's own message, which lives as long as OpenSSL needs the answer.
                    chosen?.pointee = offers.baseAddress.map { $0 + start }
                    chosenLength?.pointee = UInt8(length)
                    return SSL_TLSEXT_ERR_OK
                }
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }

        private static func load(
            _ certificate: TLSCertificate, into context: OpaquePointer
        ) throws(TLSError) {
            // Nobody is there to be asked for a password.
            SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in -1 }
            ERR_clear_error()
            guard SSL_CTX_use_certificate_chain_file(context, certificate.chainFile) == 1 else {
                throw TLSError(
                    description: "The certificate \(certificate.chainFile) cannot be used: \(reason). It has to be PEM."
                )
            }
            guard SSL_CTX_use_PrivateKey_file(context, certificate.keyFile, SSL_FILETYPE_PEM) == 1 else {
                throw TLSError(
                    description:
                        "The key \(certificate.keyFile) cannot be used with \(certificate.chainFile): \(reason). "
                        + "It has to be PEM, without a password, and the certificate's own.")
            }
        }

        private static var reason: String {
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
