#if TLS
    import COpenSSL
    import Glibc

    /// An immutable set of certificates as read at one time, each with its own context.
    final class TLSIdentities: @unchecked Sendable {  // ok: its contexts never change
        private let contexts: [OpaquePointer]
        /// The contexts for clients without a known server name: the first, and those whose certificates are valid for
        /// all of its DNS names.
        private let unasked: [OpaquePointer]

        /// The context that a session begins with, before the client has sent the server name.
        var first: OpaquePointer { contexts[0] }

        /// The keys of tickets; `nil` if OpenSSL creates random ones.
        let ticketKeys: TLSTicketKeys?

        init(_ certificates: [TLSCertificate], ticketKeys: TLSTicketKeys? = nil) throws(TLSError) {
            guard !certificates.isEmpty else { throw TLSError(description: "TLS needs at least one certificate.") }
            var contexts: [OpaquePointer] = []
            do {
                for certificate in certificates { contexts.append(try Self.context(for: certificate)) }
            } catch {
                for context in contexts { SSL_CTX_free(context) }
                throw error
            }
            self.contexts = contexts
            self.ticketKeys = ticketKeys
            let names = SSL_CTX_get0_certificate(contexts[0]).map(Self.hostNames) ?? []
            unasked = contexts.enumerated().filter { index, context in
                index == 0 || !names.isEmpty && names.allSatisfy { Self.context(context, names: $0) }
            }.map(\.element)
            let own = Unmanaged.passUnretained(self).toOpaque()
            for context in contexts {
                cairn_tls_set_server_name_callback(
                    context,
                    { ssl, _, own in
                        guard let ssl, let own else { return SSL_TLSEXT_ERR_NOACK }
                        return Unmanaged<TLSIdentities>.fromOpaque(own).takeUnretainedValue().choose(for: ssl)
                    }, own)
                if ticketKeys != nil { Self.encryptTickets(of: context, for: own) }
            }
        }

        deinit { for context in contexts { SSL_CTX_free(context) } }

        /// Selects the certificates for the client's server name, otherwise the default ones (RFC 6066 §3). If
        /// several match with different kinds of keys, OpenSSL selects one that the client can verify (RFC 8446
        /// §4.4.2.2).
        private func choose(for ssl: OpaquePointer) -> Int32 {
            guard contexts.count > 1 else { return SSL_TLSEXT_ERR_OK }
            var chosen = unasked
            if let name = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) {
                let named = contexts.filter { Self.context($0, names: String(cString: name)) }
                if !named.isEmpty { chosen = named }
            }
            guard let first = chosen.first else { return SSL_TLSEXT_ERR_OK }
            SSL_set_SSL_CTX(ssl, first)
            var kinds = [cairn_tls_key_kind(first)]
            for other in chosen.dropFirst() where !kinds.contains(cairn_tls_key_kind(other)) {
                kinds.append(cairn_tls_key_kind(other))
                Self.add(other, to: ssl)
            }
            return SSL_TLSEXT_ERR_OK
        }

        /// Adds the certificate and key of `context` to this connection.
        private static func add(_ context: OpaquePointer, to ssl: OpaquePointer) {
            var chain: OpaquePointer?
            guard cairn_tls_get_chain(context, &chain) == 1 else { return }
            // If this fails, the connection does without this certificate.
            _ = SSL_use_cert_and_key(
                ssl, SSL_CTX_get0_certificate(context), SSL_CTX_get0_privatekey(context), chain, 0)
            ERR_clear_error()
        }

        private static func context(_ context: OpaquePointer, names host: String) -> Bool {
            guard let certificate = SSL_CTX_get0_certificate(context) else { return false }
            return X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
        }

        /// Returns the DNS names in the certificate's `subjectAltName`. Wildcards are returned as written.
        private static func hostNames(of certificate: OpaquePointer) -> [String] {
            guard let names = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return [] }
            defer { GENERAL_NAMES_free(OpaquePointer(names)) }
            let stack = OpaquePointer(names)
            return (0..<max(0, OPENSSL_sk_num(stack))).compactMap { index -> String? in
                guard let name = OPENSSL_sk_value(stack, index) else { return nil }
                var kind: Int32 = 0
                let value = GENERAL_NAME_get0_value(name.assumingMemoryBound(to: GENERAL_NAME.self), &kind)
                guard kind == GEN_DNS, let text = value?.assumingMemoryBound(to: ASN1_STRING.self) else { return nil }
                let bytes = UnsafeBufferPointer(
                    start: ASN1_STRING_get0_data(text), count: Int(ASN1_STRING_length(text)))
                return String(decoding: bytes, as: UTF8.self)
            }
        }

        /// True if one of the certificates is valid for `host`, a DNS name or an IP address.
        func names(_ host: String) -> Bool {
            contexts.contains { context in
                guard let certificate = SSL_CTX_get0_certificate(context) else { return false }
                return X509_check_ip_asc(certificate, host, 0) == 1
                    || X509_check_host(
                        certificate, host, host.utf8.count, UInt32(X509_CHECK_FLAG_NEVER_CHECK_SUBJECT), nil) == 1
            }
        }

        // MARK: - A context

        private static func context(for certificate: TLSCertificate) throws(TLSError) -> OpaquePointer {
            try TLSContext.create(TLS_server_method()) { context throws(TLSError) in
                try configure(context)
                try TLSContext.load(certificate, into: context)
            }
        }

        private static func configure(_ context: OpaquePointer) throws(TLSError) {
            try TLSContext.configure(context)
            cairn_tls_set_options(context)
            // Clients resume sessions by tickets; the server keeps no session state.
            cairn_tls_set_cache_mode(context, Int(SSL_SESS_CACHE_OFF))
            SSL_CTX_set_session_id_context(context, Array("cairn".utf8), 5)
            SSL_CTX_set_alpn_select_cb(
                context,
                { _, chosen, chosenLength, offered, offeredLength, _ in
                    TLSIdentities.selectProtocol(chosen, chosenLength, offered, offeredLength)
                }, nil)
        }

        /// Selects `http/1.1`, or ends the handshake if the client offers only other protocols (RFC 7301 §3.2).
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
                    // The pointer refers to the client's own message, which outlives OpenSSL's use of it.
                    chosen?.pointee = offers.baseAddress.map { $0 + start }
                    chosenLength?.pointee = UInt8(length)
                    return SSL_TLSEXT_ERR_OK
                }
            }
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
    }
#endif
