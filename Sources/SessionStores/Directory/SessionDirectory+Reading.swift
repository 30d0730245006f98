import Glibc

/// The content of a session's file.
struct StoredLog: Sendable {
    let state: FileState
    /// The modification time, in nanoseconds since 1970.
    let modified: UInt64
    /// The elements, oldest first; empty if the session does not exist.
    let elements: [LogElement]
    /// The number of bytes after the last element.
    let tornCount: Int

    static let missing = StoredLog(state: .missing, modified: 0, elements: [], tornCount: 0)

    /// Returns the part of the log that a copy with the revision `known` lacks.
    func since(_ known: Revision?) -> StoredSession {
        guard let last = elements.last else { return .missing }
        guard let known, let index = elements.lastIndex(where: { $0.revision == known }) else {
            return .whole(elements)
        }
        return known == last.revision ? .unchanged : .tail(Array(elements[(index + 1)...]))
    }
}

extension SessionDirectory {
    /// Reads a session's file. The session is missing if the file is, or if its life has ended.
    ///
    /// - Parameter synchronizes: true to wait until the changes are on the disk. A killed process can leave a change that
    ///   can be read but is not there yet; its caller, who asks again, takes it for durable when it is read.
    /// - Throws: ``StoreError``, with the code `damaged` for a damaged or foreign file, a symbolic link, or a file that
    ///   is too large.
    func read(_ file: SessionFile, now: UInt64, synchronizes: Bool) throws(StoreError) -> StoredLog {
        guard let (descriptor, status) = try open(file, flags: O_RDONLY) else { return .missing }
        let size = status.byteCount
        guard size <= max(fileLimit, limit + SessionFileFormat.secondHeaderCount) else {
            throw damage(of: file, "it is larger than \(fileLimit) bytes")
        }
        let bytes = try descriptor.read(atMost: size, path: path(of: file))
        let cost = StoreSpace.cost(ofFileWith: size)
        let isOld = now > status.modified && now - status.modified > lifetime
        switch SessionFileFormat.content(of: bytes, in: file) {
        case .success(let content):
            if synchronizes, content.elements.count > 1 { try descriptor.synchronizeData(path: path(of: file)) }
            return StoredLog(
                state: FileState(log: isOld ? nil : content.log, cost: cost, network: content.network),
                modified: status.modified, elements: isOld ? [] : content.elements, tornCount: content.tornCount)
        case .failure where isOld:
            return StoredLog(
                state: FileState(log: nil, cost: cost, network: SessionFileFormat.network(in: bytes, of: file)),
                modified: status.modified, elements: [], tornCount: 0)
        case .failure(let damage): throw self.damage(of: file, damage.detail)
        }
    }

    /// Returns the shortened path for error messages.
    func path(of file: SessionFile) -> String { "\(path)/\(file.path)" }

    func damage(of file: SessionFile, _ detail: String) -> StoreError {
        StoreError(.damaged, operation: "load", path: path(of: file), detail: detail)
    }
}

extension SessionFileFormat {
    /// Returns the log in a file of the present or the second format, its elements, the network, and the number of
    /// bytes after the last element.
    static func content(
        of bytes: [UInt8], in file: SessionFile
    ) -> Result<(log: FileState.Log, elements: [LogElement], network: UInt64?, tornCount: Int), Damage> {
        if hasSecondTitle(bytes) {
            return decodeSecond(bytes, of: file).map { element in
                let log = FileState.Log(
                    revision: element.revision, byteCount: bytes.count, condition: .needsRewrite)
                return (log, [element], networkInSecond(bytes), 0)
            }
        }
        return header(of: bytes, for: file).flatMap { header in
            log(of: bytes).flatMap { parsed in
                guard let last = parsed.elements.last else { return .failure(Damage("it has no checkpoint")) }
                let log = FileState.Log(
                    revision: last.revision, byteCount: parsed.end,
                    condition: parsed.end == bytes.count ? .complete : .torn)
                let elements = parsed.elements.map { LogElement(revision: $0.revision, bytes: Array(bytes[$0.bytes])) }
                return .success((log, elements, header.network, bytes.count - parsed.end))
            }
        }
    }

    /// Returns the network in the beginning of a file; `nil` if it is unknown or the header is damaged.
    static func network(in bytes: [UInt8], of file: SessionFile) -> UInt64? {
        if hasSecondTitle(bytes) { return networkInSecond(bytes) }
        guard case .success(let header) = header(of: bytes, for: file) else { return nil }
        return header.network
    }
}
