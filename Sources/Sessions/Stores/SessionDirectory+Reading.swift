import Glibc

extension SessionDirectory {
    /// The bytes kept for `id`; `nil` if there are none that were saved within `idle` nanoseconds before `now`.
    func load(_ id: SessionID, idle: UInt64, now: UInt64) throws(StoreError) -> [UInt8]? {
        let file = SessionFile(id)
        let path = "\(path)/\(file.path)"
        guard let folder = try folder(file.folder) else { return nil }
        let descriptor: Descriptor
        do {
            // A pipe that somebody put there must not make anybody wait.
            descriptor = try Descriptor(file.name, in: folder, flags: O_RDONLY | O_NONBLOCK, path: path)
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
        guard size <= limit + StoredBytes.headerCount else {
            throw StoreError(.damaged, operation: "load", path: path, detail: "it is larger than \(limit) bytes")
        }
        switch StoredBytes.decode(try descriptor.read(atMost: size, path: path)) {
        case .success(let bytes): return bytes
        case .failure(let damage): throw StoreError(.damaged, operation: "load", path: path, detail: damage.detail)
        }
    }

    /// The sessions in a folder. What has another name there is not ours, and stays.
    func sessions(in folder: String) throws(StoreError) -> [SessionID] {
        guard let descriptor = try self.folder(folder) else { return [] }
        return try descriptor.names(path: "\(path)/\(folder)").compactMap { name in
            name.hasPrefix(folder) ? SessionID(name) : nil
        }
    }

    /// Removes the sessions of a folder that were last saved or used before `now - idle`, and says how many.
    ///
    /// The time of a file is that of its last save, by the clock of the wall: the monotonic one does not survive a
    /// restart. Of a session in memory the last use is known better; the file then gets that time, so that it also
    /// counts after a restart. A time in the future, from a clock that was wrong, becomes the present one.
    func removeExpired(
        in folder: String, idle: UInt64, now: UInt64, sinceUse: (SessionID) -> UInt64?
    ) throws(StoreError) -> Int {
        guard let descriptor = try self.folder(folder) else { return 0 }
        var count = 0
        for id in try sessions(in: folder) {
            let file = SessionFile(id)
            var status = stat()
            guard fstatat(descriptor.number, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0, !status.isDirectory else {
                continue
            }
            let saved = status.modified
            let used = sinceUse(id).map { now - min($0, now) }
            let last = min(max(saved, used ?? 0), now)
            if now - last > idle {
                try systemCall("remove", on: "\(path)/\(file.path)") {
                    Int(unlinkat(descriptor.number, file.name, 0))
                }
                count += 1
            } else if last != saved {
                // If it fails, the session expires sooner after a restart, no more.
                var times = (timespec(tv_sec: 0, tv_nsec: unchanged), timespec(nanoseconds: last))
                withUnsafePointer(to: &times) { pointer in
                    pointer.withMemoryRebound(to: timespec.self, capacity: 2) {
                        _ = utimensat(descriptor.number, file.name, $0, AT_SYMLINK_NOFOLLOW)
                    }
                }
            }
        }
        return count
    }
}

/// `UTIME_OMIT`, a macro that Swift's Glibc module lacks.
private let unchanged = (1 << 30) - 2

extension timespec {
    /// Nanoseconds since 1970.
    init(nanoseconds: UInt64) {
        self.init(
            tv_sec: Int(clamping: nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    /// Nanoseconds since 1970; 0 for anything earlier.
    var nanoseconds: UInt64 {
        UInt64(clamping: tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
            &+ UInt64(clamping: tv_nsec)
    }
}

extension stat {
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }

    /// When the file was written or its time was set, in nanoseconds since 1970.
    var modified: UInt64 { st_mtim.nanoseconds }
}
