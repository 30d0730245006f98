import Glibc
import Synchronization

#if TLS
    import COpenSSL
#endif

/// A certificate and its key, as PEM files.
package struct TLSCertificate: Sendable, Equatable {
    /// The path of a PEM file: the certificate, followed by its chain.
    package var chainFile: String
    /// The path of a PEM file: the private key, without a password.
    package var keyFile: String

    /// - Parameters:
    ///   - chainFile: the path of a PEM file: the certificate, followed by its chain.
    ///   - keyFile: the path of a PEM file: the private key, without a password.
    package init(chainFile: String, keyFile: String) {
        self.chainFile = chainFile
        self.keyFile = keyFile
    }
}

/// An error in the TLS configuration.
package struct TLSError: Error, Equatable, CustomStringConvertible {
    /// The reason; for an unusable file also its path and a way to correct it.
    package let description: String
}

/// Accepts TLS 1.2 and 1.3 connections: certificates selected by server name (SNI), `http/1.1` by ALPN, and session
/// tickets. Without the trait `TLS` the initializer throws.
package final class TLSAcceptor: Sendable {
    private let certificates: [TLSCertificate]
    private let ticketKeys: TLSTicketKeys?
    /// Serializes `reload()`, so that no call replaces newer identities with older ones.
    private let reading = Mutex(())

    #if TLS
        private let identities: Mutex<TLSIdentities>
    #endif

    /// - Parameters:
    ///   - certificates: At least one. The first is the default for a missing or unknown server name.
    ///   - ticketKeys: the keys of session tickets; by default random ones, which each ``reload()`` replaces.
    /// - Throws: ``TLSError`` if the list is empty, a certificate or key cannot be used, OpenSSL cannot be configured,
    ///   or the build has no TLS.
    package init(certificates: [TLSCertificate], ticketKeys: TLSTicketKeys? = nil) throws(TLSError) {
        self.certificates = certificates
        self.ticketKeys = ticketKeys
        #if TLS
            identities = Mutex(try TLSIdentities(certificates, ticketKeys: ticketKeys))
        #else
            throw TLSError(
                description: "This build has no TLS; build it with --traits TLS, or use a proxy that terminates TLS.")
        #endif
    }

    /// Reads the files again. Open connections keep their certificate; if it throws, new ones keep the old
    /// certificates too.
    ///
    /// It blocks on file access, so it must not run on an event loop.
    /// - Throws: ``TLSError``, under the conditions of the initializer.
    package func reload() throws(TLSError) {
        #if TLS
            try reading.withLock { _ throws(TLSError) in
                let renewed = try TLSIdentities(certificates, ticketKeys: ticketKeys)
                identities.withLock { $0 = renewed }
            }
        #endif
    }

    /// True if `host`, a DNS name or an IP address, matches a subject alternative name of a certificate (RFC 6125
    /// §6.4).
    package func isNamed(_ host: String) -> Bool {
        #if TLS
            identities.withLock(\.self).names(host)
        #else
            false
        #endif
    }

    #if TLS
        /// Creates a session for an accepted descriptor, or returns `nil` on failure.
        func session(on descriptor: Int32) -> TLSSession? {
            TLSSession(identities.withLock(\.self), descriptor: descriptor)
        }
    #endif
}
