#if TLS
    import COpenSSL

    /// Session tickets with keys that several servers have in common.
    extension TLSIdentities {
        /// Encrypts the tickets of `context` with ``ticketKeys``.
        ///
        /// - Parameter own: these identities, which sessions retain.
        static func encryptTickets(of context: OpaquePointer, for own: UnsafeMutableRawPointer) {
            cairn_tls_set_owner(context, own)
            SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { ssl, name, iv, cipher, mac, isNew in
                guard let ssl, let name, let iv, let cipher, let mac, let own = cairn_tls_get_owner(ssl) else {
                    return TLSIdentities.noTicket
                }
                // In TLS 1.2 a ticket contains the master secret of the connection that it is sent in (RFC 5077 §4), so a
                // later holder of the key could decrypt what was recorded.
                if isNew == 1, SSL_version(ssl) < TLS1_3_VERSION { return TLSIdentities.noTicket }
                return Unmanaged<TLSIdentities>.fromOpaque(own).takeUnretainedValue()
                    .beginTicket(UnsafeMutableBufferPointer(start: name, count: 16), iv, cipher, mac, isNew: isNew == 1)
            }
        }

        // The results of the callback: SSL_CTX_set_tlsext_ticket_key_evp_cb(3).
        private static let noTicket: Int32 = 0
        private static let isUsable: Int32 = 1
        private static let isUsableButOld: Int32 = 2

        /// Prepares to encrypt or decrypt a ticket. Without a key for it the client gets a full handshake.
        private func beginTicket(
            _ name: UnsafeMutableBufferPointer<UInt8>, _ iv: UnsafeMutablePointer<UInt8>, _ cipher: OpaquePointer,
            _ mac: OpaquePointer, isNew: Bool
        ) -> Int32 {
            guard let ticketKeys else { return Self.noTicket }
            let found = isNew ? (ticketKeys.current, false) : ticketKeys.key(named: UnsafeBufferPointer(name))
            guard let (key, isOld) = found else { return Self.noTicket }
            if isNew { _ = name.update(fromContentsOf: key.name) }
            let isReady = key.encryption.withUnsafeBufferPointer { encryption in
                key.authentication.withUnsafeBufferPointer { authentication in
                    cairn_tls_begin_ticket(
                        cipher, mac, encryption.baseAddress, authentication.baseAddress, authentication.count, iv,
                        isNew ? 1 : 0)
                }
            }
            guard isReady == 1 else {
                ERR_clear_error()
                return Self.noTicket
            }
            return isOld ? Self.isUsableButOld : Self.isUsable
        }
    }
#endif
