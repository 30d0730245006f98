import CLinux
import Glibc
import SystemCalls

/// Checks the permissions of a private key's file.
enum TLSKeyFile {
    /// Refuses a key that other users of the machine can read or change, see ``PrivateFile``.
    ///
    /// - Throws: ``TLSError`` with the command that corrects the mode. A missing file is not an error here; reading
    ///   it fails later.
    static func requirePrivate(_ path: String) throws(TLSError) {
        var status = stat()
        guard stat(path, &status) == 0, let reason = PrivateFile.exposure(of: status, at: path) else { return }
        throw TLSError(description: "The key \(path) \(reason)")
    }
}
