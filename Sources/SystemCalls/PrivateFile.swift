package import Glibc

/// The permissions that a file with a key must have.
package enum PrivateFile {
    /// Returns the reason to refuse a file that other users of the machine can read or change, with the command that
    /// corrects it; `nil` if it is private.
    ///
    /// The rule is PostgreSQL's: no access for others and the group (0600), except reading for the group (0640) if root
    /// owns the file, so that services can share a key. Its owner is root or the user of this process.
    package static func exposure(of status: stat, at path: String) -> String? {
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            return "belongs to user \(status.st_uid), who can change it. Run: chown \(geteuid()) \(path)"
        }
        let mode = status.st_mode & 0o777
        guard mode & (status.st_uid == 0 ? 0o037 : 0o077) != 0 else { return nil }
        let octal = "0" + String(mode, radix: 8)
        return "has mode \(octal), so other users can access it. Run: chmod 600 \(path) "
            + "(0640 is allowed if root owns it)."
    }
}
