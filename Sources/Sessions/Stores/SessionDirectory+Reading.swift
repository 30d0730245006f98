import CLinux
import Glibc

extension SessionDirectory {
    /// Returns the bytes in `file`; `nil` if it is missing or its time is more than `idle` nanoseconds before `now`.
    func load(_ file: SessionFile, idle: UInt64, now: UInt64) throws(StoreError) -> [UInt8]? {
        let path = "\(path)/\(file.path)"
        guard let folder = try folder(file.folder) else { return nil }
        let descriptor: FileDescriptor
        do {
            // O_NONBLOCK: opening a pipe in place of the file must not block.
            descriptor = try FileDescriptor(file.name, in: folder, flags: O_RDONLY | O_NONBLOCK, path: path)
        } catch {
            if error.code == .missing { return nil }
            guard error.errno == ELOOP else { throw error }
            throw StoreError(.damaged, operation: "load", path: path, detail: "it is a symbolic link")
        }
        let status = try descriptor.status(path: path)
        guard status.isFile else {
            throw StoreError(.damaged, operation: "load", path: path, detail: "it is not a file")
        }
        let saved = status.modified
        guard saved >= now || now - saved <= idle else { return nil }
        let size = Int(status.st_size)
        guard size <= limit + SessionFileFormat.headerCount else {
            throw StoreError(.damaged, operation: "load", path: path, detail: "it is larger than \(limit) bytes")
        }
        switch SessionFileFormat.decode(try descriptor.read(atMost: size, path: path), of: file) {
        case .success(let bytes):
            // Loading is a use. Record it in the file's time, which expiry reads until the session is in memory.
            if saved < now, now - saved > idle / 8 { descriptor.touch() }
            return bytes
        case .failure(let damage): throw StoreError(.damaged, operation: "load", path: path, detail: damage.detail)
        }
    }

    /// Returns the names of session files in a folder, including those of earlier releases. Other files are ignored.
    func names(in folder: String) throws(StoreError) -> [String] {
        guard let descriptor = try self.folder(folder) else { return [] }
        return try descriptor.names(path: "\(path)/\(folder)").filter { name in
            name.hasPrefix(folder) && (SessionFile(named: name) != nil || SessionID(name) != nil)
        }
    }

    /// Removes the sessions and endings of a folder that were last saved or used before `now - idle`.
    ///
    /// A file's modification time is the time of its last save or recorded load, by the wall clock, because the
    /// monotonic clock does not survive a restart. If a session in memory was used later, its file gets that time, so
    /// that the use also counts after a restart. A time in the future, written while the clock was ahead, is set to the
    /// current time.
    /// - Returns: the number of removed files.
    func removeExpired(
        in folder: String, idle: UInt64, now: UInt64, sinceUse: [SessionFile: UInt64]
    ) throws(StoreError) -> Int {
        guard let descriptor = try self.folder(folder) else { return 0 }
        var count = 0
        for name in try names(in: folder) {
            var status = stat()
            guard fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0, !status.isDirectory else {
                continue
            }
            let saved = status.modified
            let used = SessionFile(named: name).flatMap { sinceUse[$0] }.map { now - min($0, now) }
            let last = min(max(saved, used ?? 0), now)
            if now - last > idle {
                try remove(name, from: descriptor)
                count += 1
            } else if last != saved {
                // If setting the time fails, the session only expires at another time.
                descriptor.setTime(of: name, to: last)
            }
        }
        return count
    }

    /// Removes a session's file and releases its space. Does not synchronize the folder.
    func remove(_ file: SessionFile, from folder: FileDescriptor) throws(StoreError) {
        try remove(file.name, from: folder)
    }

    func remove(_ name: String, from folder: FileDescriptor) throws(StoreError) {
        let taken = folder.taken(by: name)
        try systemCall("remove", on: "\(path)/\(name.prefix(2))/\(name.prefix(8))…") {
            Int(unlinkat(folder.number, name, 0))
        }
        if let taken { space.release(taken.cost, of: taken.network) }
    }

    /// Counts the space of all session files of a folder.
    func count(in folder: String) throws(StoreError) {
        guard let descriptor = try self.folder(folder) else { return }
        for name in try names(in: folder) {
            if let taken = descriptor.taken(by: name) { space.add(taken.cost, of: taken.network) }
        }
    }
}

extension FileDescriptor {
    /// Returns the space of a file in this folder, and its network; `nil` if it is not a regular file.
    fileprivate func taken(by name: String) -> (cost: Int, network: UInt64?)? {
        var status = stat()
        guard fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.isFile else { return nil }
        let cost = StoreSpace.cost(ofFileWith: Int(status.st_size))
        // Count a file that cannot be read, too; its network is unknown.
        let file = try? FileDescriptor(name, in: self, flags: O_RDONLY | O_NONBLOCK, path: name)
        let beginning = try? file?.read(atMost: SessionFileFormat.headerCount, path: name)
        return (cost, beginning.flatMap { SessionFileFormat.network(inBeginning: $0) })
    }

    /// Sets the modification time of a file in this folder.
    func setTime(of name: String, to time: UInt64) { _ = linux_set_modification_time(number, name, time) }

    /// Sets the access and modification times of this file to now.
    fileprivate func touch() { futimens(number, nil) }
}

extension stat {
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }

    /// The modification time in nanoseconds since 1970; 0 for an earlier time.
    var modified: UInt64 { withUnsafePointer(to: self) { linux_modification_time($0) } }
}
