import CLinux
import Glibc

/// Checks the permissions of a private key's file.
enum TLSKeyFile {
    /// Refuses a key that other users of the machine can read or change. The rule is PostgreSQL's: no access for
    /// others and the group (0600), except reading for the group (0640) if root owns the file, so that services can
    /// share a key.
    ///
    /// - Throws: ``TLSError`` with the command that corrects the mode. A missing file is not an error here; reading
    ///   it fails later.
    static func requirePrivate(_ path: String) throws(TLSError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let mode = status.st_mode & 0o777
        guard mode & (status.st_uid == 0 ? 0o037 : 0o077) != 0 else { return }
        let octal = "0" + String(mode, radix: 8)
        throw TLSError(
            description:
                "The key \(path) has mode \(octal), so other users can access it. Run: chmod 600 \(path) "
                + "(0640 is allowed if root owns it).")
    }
}
