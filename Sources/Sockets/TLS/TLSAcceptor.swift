import Glibc
import Synchronization

#if TLS
    import COpenSSL
#endif

/// A certificate and its key, as files in PEM.
public struct TLSCertificate: Sendable, Equatable {
    /// The certificate, and after it those that lead to a root.
    public var chainFile: String
    /// The private key, without a password.
    public var keyFile: String

    /// - Parameters:
    ///   - chainFile: the certificate, and after it those that lead to a root.
    ///   - keyFile: the private key, without a password.
    public init(chainFile: String, keyFile: String) {
        self.chainFile = chainFile
        self.keyFile = keyFile
    }
}

/// Why TLS cannot be spoken: which file, and what would have worked.
public struct TLSError: Error, Equatable, CustomStringConvertible {
    /// What was tried, on what, and what would have worked.
    public let description: String
}

/// Speaks TLS 1.2 and 1.3 on accepted connections: certificates by the name a client asks for, `http/1.1` by ALPN, and
/// session tickets. It is there only in a build with the trait `TLS`; others refuse to make one.
public final class TLSAcceptor: Sendable {
    private let certificates: [TLSCertificate]
    /// Held while files are read, so that what was read last stays.
    private let reading = Mutex(())

    #if TLS
        private let identities: Mutex<TLSIdentities>
    #endif

    /// - Parameter certificates: at least one; the first is for clients that ask for none of the names.
    /// - Throws: ``TLSError`` if a file cannot be read, does not fit the other, or the build has no TLS.
    public init(certificates: [TLSCertificate]) throws(TLSError) {
        self.certificates = certificates
        #if TLS
            identities = Mutex(try TLSIdentities(certificates))
        #else
            throw TLSError(description: "This build has no TLS; build it with --traits TLS, or leave TLS to a proxy.")
        #endif
    }

    /// Reads the files again. Connections that are open keep what they have; if it throws, so do new ones.
    ///
    /// It reads files, so it is for a thread that may wait.
    /// - Throws: ``TLSError``, as the initializer.
    public func reload() throws(TLSError) {
        #if TLS
            try reading.withLock { _ throws(TLSError) in
                let renewed = try TLSIdentities(certificates)
                identities.withLock { $0 = renewed }
            }
        #endif
    }

    /// Whether a certificate names `host`, a DNS name or an IP address, among its subject alternative names (RFC 6125 §6.4).
    public func isNamed(_ host: String) -> Bool {
        #if TLS
            identities.withLock(\.self).names(host)
        #else
            false
        #endif
    }

    #if TLS
        /// A session on an accepted descriptor, or nothing if there is no memory.
        func session(on descriptor: Int32) -> TLSSession? {
            TLSSession(identities.withLock(\.self), descriptor: descriptor)
        }
    #endif
}
