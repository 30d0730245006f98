import Glibc

extension SessionDirectory {
    /// Returns the names of session files in a folder, including those of earlier releases. Other files are ignored.
    func names(inFolder number: Int) throws(StoreError) -> [String] {
        guard let folder = try folder(number) else { return [] }
        let name = SessionFile.folders[number]
        return try folder.names(path: "\(path)/\(name)").filter {
            $0.hasPrefix(name) && (SessionFile(named: $0) != nil || SessionID($0) != nil)
        }
    }

    /// Removes the sessions of a folder whose life has ended. A file that cannot be removed does not keep the others.
    ///
    /// A file's modification time is the time of its last change or touch, by the wall clock, because the monotonic
    /// clock does not survive a restart. A time in the future, written while the clock was ahead, is set to `now`.
    func removeExpired(inFolder number: Int, now: UInt64) throws(StoreError) {
        guard let folder = try folder(number) else { return }
        var failure: StoreError?
        for name in try names(inFolder: number) {
            guard let status = folder.status(of: name), !status.isDirectory else { continue }
            if status.modified > now {
                folder.setTime(of: name, to: now)
            } else if now - status.modified > lifetime {
                do throws(StoreError) { try remove(name, from: folder) } catch { failure = error }
            }
        }
        if let failure { throw failure }
    }

    /// Removes a session's file and releases its space. Does not synchronize the folder.
    func remove(_ name: String, from folder: FileDescriptor) throws(StoreError) {
        let use = folder.spaceUse(of: name)
        try systemCall("remove", on: "\(path)/\(name.prefix(2))/\(name.prefix(8))…") {
            Int(unlinkat(folder.number, name, 0))
        }
        if let use { space.release(use.cost, of: use.network) }
    }

    /// Counts the space of all session files, and removes the files of old ids that a crash left after their sessions
    /// were re-keyed.
    func countFiles() throws(StoreError) {
        var replaced: [SessionFile] = []
        for number in SessionFile.folders.indices {
            guard let folder = try folder(number) else { continue }
            for name in try names(inFolder: number) {
                guard let use = folder.spaceUse(of: name) else { continue }
                space.add(use.cost, of: use.network)
                if let file = use.replaced { replaced.append(file) }
            }
        }
        for file in replaced {
            guard let folder = try folder(file.folderNumber), folder.spaceUse(of: file.name) != nil else { continue }
            try remove(file.name, from: folder)
            try folder.synchronizeNames(path: "\(path)/\(file.folder)")
        }
    }
}

extension FileDescriptor {
    /// The space of a file in this folder, and the fields of its header.
    fileprivate struct SpaceUse {
        let cost: Int
        var network: UInt64?
        var replaced: SessionFile?
    }

    /// Returns the space of a session's file in this folder; 0 if there is none.
    func cost(of file: SessionFile) -> Int {
        guard let status = status(of: file.name), status.isFile else { return 0 }
        return StoreSpace.cost(ofFileWith: status.byteCount)
    }

    /// Returns the space of a file in this folder, with the fields of its header; `nil` if it is not a regular file.
    fileprivate func spaceUse(of name: String) -> SpaceUse? {
        guard let status = status(of: name), status.isFile else { return nil }
        var use = SpaceUse(cost: StoreSpace.cost(ofFileWith: status.byteCount))
        // Count a file that cannot be read, too; its network is unknown.
        let count = max(SessionFileFormat.headerCount, SessionFileFormat.secondHeaderCount)
        guard let session = SessionFile(named: name),
            let file = try? FileDescriptor(name, in: self, flags: O_RDONLY | O_NONBLOCK, path: name),
            let bytes = try? file.read(atMost: count, path: name)
        else { return use }
        if case .success(let header) = SessionFileFormat.header(of: bytes, for: session) {
            (use.network, use.replaced) = (header.network, header.replaced)
        } else {
            use.network = SessionFileFormat.networkInSecond(bytes)
        }
        return use
    }
}
