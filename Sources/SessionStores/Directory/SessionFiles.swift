import Glibc

/// Reads the sessions in the directory of a ``DirectoryStore``. It takes no lock and changes nothing, so a server can use
/// the directory at the same time: a file that is read during an append ends before the incomplete change.
package struct SessionFiles: Sendable {
    private let path: String
    private let root: FileDescriptor
    /// Larger than any file that a store writes.
    private static let maxSize = 1 << 28

    /// Opens the directory.
    package init(at path: String) throws(StoreError) {
        self.path = path
        root = try FileDescriptor(directoryAt: path)
    }

    /// Returns the names of the files, sorted: each is the hash of a session id.
    package func names() throws(StoreError) -> [String] {
        var names: [String] = []
        for folder in SessionFile.folders {
            do {
                let opened = try FileDescriptor(
                    folder, in: root, flags: O_RDONLY | O_DIRECTORY, path: "\(path)/\(folder)")
                names += try opened.names(path: "\(path)/\(folder)").filter { SessionFile(named: $0) != nil }
            } catch {
                guard error.code == .missing else { throw error }
            }
        }
        return names.sorted()
    }

    /// Returns the name of the file of this session.
    package static func name(of id: SessionID) -> String { SessionFile(id).name }

    /// Returns the elements of a session's log, the checkpoint first.
    ///
    /// - Throws: ``StoreError``, with the code `missing` if there is no such session, and `damaged` if its file is.
    package func log(of name: String) throws(StoreError) -> [LogElement] {
        guard let file = SessionFile(named: name) else {
            throw StoreError(.missing, operation: "load", path: path, detail: "\(name) is not the name of a session")
        }
        let place = "\(path)/\(file.path)"
        let descriptor = try FileDescriptor(file.relativePath, in: root, flags: O_RDONLY | O_NONBLOCK, path: place)
        let size = try descriptor.size(path: place)
        guard size <= Self.maxSize else {
            throw StoreError(
                .damaged, operation: "load", path: place, detail: "it is larger than \(Self.maxSize) bytes")
        }
        switch SessionFileFormat.content(of: try descriptor.read(atMost: size, path: place), in: file) {
        case .success(let content): return content.elements
        case .failure(let damage):
            throw StoreError(.damaged, operation: "load", path: place, detail: damage.detail)
        }
    }
}
