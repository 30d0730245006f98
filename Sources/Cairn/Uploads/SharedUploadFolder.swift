import CLinux
import Glibc
import NavigationKit
import SessionStores
import SystemCalls

/// The folder of uploaded files of all nodes with the same secret, on a file system that they share, such as NFS.
///
/// | name | content |
/// |---|---|
/// | `ID` | an uploaded file; ID has 128 random bits, so two nodes never choose the same one |
/// | `ID.kept` | its ``KeptFileRecord`` while forms can refer to it; the file time is that of the last reference |
/// | `ID.new` | a record that is being written |
/// | `ID.old` | a record that is being removed, together with its file |
/// | `clock` | nothing; its file time is the file server's time, by which all nodes compute ages |
///
/// It needs atomic `rename`, exclusive creation, and that a file that was closed is complete for a node that opens it
/// then: NFS version 3 or later has them. All functions block on the disk.
struct SharedUploadFolder: Sendable {
    let path: String

    /// - Parameters:
    ///   - parent: a folder that all nodes share.
    ///   - secret: selects the folder, so that several sites can use the same parent.
    init(in parent: String, for secret: SharedSecret) {
        path = parent + "/cairn-shared-" + SessionID(digest: secret.key(for: "folder of uploads")).description
    }

    /// Creates the folder if there is none.
    func create() throws(UploadStore.Failure) {
        if mkdir(path, 0o700) != 0 {
            let code = errno
            guard code == EEXIST else { throw .system(path, code) }
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(path, errno) }
        // In a parent that is open to all, another user can have created it.
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .system(path, EPERM)
        }
    }

    private func path(_ id: some StringProtocol, _ suffix: Suffix) -> String { path + "/" + id + suffix.rawValue }

    private enum Suffix: String {
        case data = ""
        case kept = ".kept"
        case new = ".new"
        case old = ".old"
    }

    // MARK: - Records

    /// Lets forms of `session` refer to the file, on all nodes.
    func record(_ file: UploadedFile, for session: SessionID?) throws(UploadStore.Failure) {
        let id = file.token.prefix(UploadedFile.idLength)
        let new = path(id, .new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(new, errno) }
        do throws(UploadStore.Failure) {
            defer { close(descriptor) }
            try UploadStore.write(KeptFileRecord(file, for: session).octets, to: descriptor, new)
        } catch {
            unlink(new)
            throw error
        }
        guard rename(new, path(id, .kept)) == 0 else {
            let code = errno
            unlink(new)
            throw .system(new, code)
        }
    }

    /// Returns the file that a form of `session` refers to by this token, and notes the reference; `nil` if there is none.
    ///
    /// - Throws: ``UploadStore/Failure`` if the folder cannot be read now, so that the file can still be there.
    func find(_ token: String, for session: SessionID?) throws(UploadStore.Failure) -> UploadedFile? {
        let id = String(token.prefix(UploadedFile.idLength))
        guard let name = UploadedFile.name(inToken: token) else { return nil }
        let kept = path(id, .kept)
        let descriptor = open(kept, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else {
            let code = errno
            guard code == ENOENT else { throw .system(kept, code) }
            return nil
        }
        defer { close(descriptor) }
        // In a parent that is open to all, another user can have made the folder before this node needed it.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), let data = Self.status(of: path(id, .data)),
            data.st_uid == geteuid(), data.st_mode & S_IFMT == S_IFREG
        else { return nil }
        guard let record = KeptFileRecord(try Self.read(descriptor, kept)), record.name == name,
            record.isOpen(to: session)
        else { return nil }
        // Note the reference first: a node that removes the record afterwards sees it and puts the record back.
        guard futimens(descriptor, nil) == 0 else { throw .system(kept, errno) }
        guard access(kept, F_OK) == 0 else { return nil }
        return UploadedFile(
            id: id, name: record.name, contentType: record.contentType, byteCount: record.byteCount,
            path: path(id, .data), digest: record.digest)
    }

    private static func read(_ descriptor: Int32, _ path: String) throws(UploadStore.Failure) -> [UInt8] {
        var octets: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while octets.count <= KeptFileRecord.maxCount {
            switch retryingInterrupts({
                piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            }) {
            case .success(0): return octets
            case .success(let count): octets += piece[..<count]
            case .failure(let code): throw .system(path, code)
            }
        }
        return []
    }

    // MARK: - Removing

    /// Removes the files to which no form has referred for `idle`, and those without a record that were not written for
    /// `orphaned`, such as those of a node that was killed. Each node can do it, also several at once.
    ///
    /// - Parameters:
    ///   - idle: a time in nanoseconds.
    ///   - orphaned: a time in nanoseconds, longer than an upload and its handler take.
    ///   - abandoned: a time in nanoseconds, longer than a node takes to remove one file.
    /// - Returns: the sizes of the files that are left, by their ids.
    func removeOld(
        idle: UInt64, orphaned: UInt64, abandoned: UInt64 = 60_000_000_000
    ) throws(UploadStore.Failure) -> [String: Int] {
        let names: [String]
        do {
            names = try DirectoryListing.names(at: path).map { String(decoding: $0, as: UTF8.self) }
        } catch {
            guard error.errno == ENOENT else { throw .system(path, error.errno) }
            return [:]
        }
        let now = try fileTime()
        var sizes: [String: Int] = [:]
        let recorded = Set(
            names.filter { $0.hasSuffix(Suffix.kept.rawValue) || $0.hasSuffix(Suffix.old.rawValue) }
                .map { $0.prefix(UploadedFile.idLength) })
        for name in names {
            let id = name.prefix(UploadedFile.idLength)
            guard id.utf8.count == UploadedFile.idLength,
                let suffix = Suffix(rawValue: String(name.dropFirst(id.count))),
                let status = Self.status(of: path(id, suffix))
            else { continue }
            let age = Self.age(of: status.st_mtim, at: now)
            switch suffix {
            case .data:
                if !recorded.contains(id), age > orphaned {
                    unlink(path(id, .data))
                } else {
                    sizes[String(id)] = Int(status.st_size)
                }
            case .kept: if age > idle, remove(id, idle: idle, at: now) { sizes[String(id)] = nil }
            case .old:
                // The node that began to remove it was killed, unless it did so just now.
                guard Self.age(of: status.st_ctim, at: now) >= abandoned else { break }
                if finishRemoving(id, idle: idle, at: now) { sizes[String(id)] = nil }
            case .new: if age > orphaned { unlink(path(id, .new)) }
            }
        }
        return sizes
    }

    /// Removes a file and its record unless a form has referred to it meanwhile.
    private func remove(_ id: Substring, idle: UInt64, at now: UInt64) -> Bool {
        guard rename(path(id, .kept), path(id, .old)) == 0 else { return false }
        return finishRemoving(id, idle: idle, at: now)
    }

    private func finishRemoving(_ id: Substring, idle: UInt64, at now: UInt64) -> Bool {
        // Open it, because NFS can answer `stat` from its cache, which is older than the renaming.
        let descriptor = open(path(id, .old), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        guard Self.age(of: status.st_mtim, at: now) > idle else {
            rename(path(id, .old), path(id, .kept))
            return false
        }
        unlink(path(id, .data))
        unlink(path(id, .old))
        return true
    }

    /// The file server's time: the clocks of the nodes can differ.
    private func fileTime() throws(UploadStore.Failure) -> UInt64 {
        let clock = path + "/clock"
        let descriptor = open(clock, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .system(clock, errno) }
        defer { close(descriptor) }
        var status = stat()
        guard futimens(descriptor, nil) == 0, fstat(descriptor, &status) == 0 else { throw .system(clock, errno) }
        return Self.nanoseconds(status.st_mtim)
    }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func nanoseconds(_ time: timespec) -> UInt64 {
        UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    private static func age(of time: timespec, at now: UInt64) -> UInt64 {
        let time = nanoseconds(time)
        return now > time ? now - time : 0
    }
}
