#if TLS
    import COpenSSL
#endif

/// The certificates that a client trusts.
package enum TLSTrust: Sendable, Equatable {
    /// Those of the system's certificate authorities.
    case system
    /// Those in a PEM file.
    case file(String)
}

/// Verifies servers: TLS 1.2 or 1.3, the certificate chain, and the server's name. Without the trait `TLS` the
/// initializer throws.
package final class TLSConnector: @unchecked Sendable {  // ok: its context never changes
    #if TLS
        private let context: OpaquePointer
    #endif

    /// Reads the files. It blocks on file access, so it must not run on an event loop.
    ///
    /// - Parameters:
    ///   - trust: the certificates with which a server's chain can end.
    ///   - certificate: the certificate of this client, for servers that require one.
    /// - Throws: ``TLSError`` if a file cannot be used, OpenSSL cannot be configured, or the build has no TLS.
    package init(trusting trust: TLSTrust, certificate: TLSCertificate? = nil) throws(TLSError) {
        #if TLS
            context = try TLSContext.create(TLS_client_method()) { context throws(TLSError) in
                try TLSContext.configure(context)
                cairn_tls_set_client_options(context)
                SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
                try Self.load(trust, into: context)
                if let certificate { try TLSContext.load(certificate, into: context) }
            }
        #else
            throw TLSError(description: "This build has no TLS; build it with --traits TLS.")
        #endif
    }

    #if TLS
        deinit { SSL_CTX_free(context) }

        private static func load(_ trust: TLSTrust, into context: OpaquePointer) throws(TLSError) {
            ERR_clear_error()
            switch trust {
            case .system:
                guard SSL_CTX_set_default_verify_paths(context) == 1 else {
                    throw TLSError(description: "The system's certificates cannot be read: \(TLSContext.reason)")
                }
            case .file(let path):
                guard SSL_CTX_load_verify_file(context, path) == 1 else {
                    throw TLSError(
                        description: "The trusted certificates \(path) cannot be used: \(TLSContext.reason). "
                            + "It must be a PEM file.")
                }
            }
        }

        /// Creates a session that expects `name`, a DNS name or an IP address, or returns `nil` on failure.
        func session(on descriptor: Int32, expecting name: String) -> TLSSession? {
            TLSSession(context, descriptor: descriptor, expecting: name)
        }
    #endif
}

/// The TLS configuration of an outgoing connection and the name of its server.
package struct TLSPeer: Sendable {
    /// Verifies the server.
    package let connector: TLSConnector
    /// The DNS name or numeric IP address that the server's certificate must contain (RFC 6125 §6.4). A DNS name is
    /// also sent to the server (SNI).
    package let name: String

    /// - Parameters:
    ///   - name: the DNS name or numeric IP address that the server's certificate must contain.
    ///   - connector: verifies the server.
    package init(name: String, connector: TLSConnector) {
        self.name = name
        self.connector = connector
    }
}
