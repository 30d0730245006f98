import Glibc

#if TLS
    import COpenSSL
#endif

/// A TLS client for the server's own health check. It does not verify certificates.
package enum TLSClient {
    /// Sends `request` on a connected, blocking descriptor.
    ///
    /// - Returns: At most 64 bytes of the response, or `nil` if none arrives.
    package static func answer(to request: [UInt8], on descriptor: Int32) -> [UInt8]? {
        #if TLS
            guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
            defer { SSL_CTX_free(context) }
            guard let ssl = SSL_new(context) else { return nil }
            defer { SSL_free(ssl) }
            cairn_tls_set_host_name(ssl, "localhost")
            guard SSL_set_fd(ssl, descriptor) == 1, SSL_connect(ssl) == 1,
                SSL_write(ssl, request, Int32(clamping: request.count)) == Int32(clamping: request.count)
            else { return nil }
            var answer = [UInt8](repeating: 0, count: 64)
            let count = SSL_read(ssl, &answer, Int32(answer.count))
            return count > 0 ? Array(answer.prefix(Int(count))) : nil
        #else
            return nil
        #endif
    }
}
