import Glibc

/// A temporary file with the bytes of a checkpoint. Readers ignore it because of its name.
package struct TemporaryFile {
    let folder: FileDescriptor
    let name: String
    private let path: String
    private let file: FileDescriptor
    /// The beginning of the name of every temporary file.
    package static let prefix = "temporary-"

    /// Creates the file and writes the bytes; they are not durable yet.
    init(_ bytes: [UInt8], number: Int, in folder: FileDescriptor, path: String) throws(StoreError) {
        try self.init(bytes, suffix: "\(number)", in: folder, path: path)
    }

    /// Creates the file and writes the bytes; they are not durable yet.
    ///
    /// - Parameter suffix: the end of the name, which no other temporary file of this process in the folder has.
    package init(_ bytes: [UInt8], suffix: String, in folder: FileDescriptor, path: String) throws(StoreError) {
        self.folder = folder
        self.path = path
        name = "\(Self.prefix)\(getpid())-\(suffix)"
        file = try FileDescriptor(name, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL, path: path)
        do { try file.write(bytes, path: path) } catch {
            remove()
            throw error
        }
    }

    /// Starts writing the bytes to the disk without waiting.
    func beginSynchronizing() { file.beginSynchronizing() }

    /// Waits until the bytes are on the disk.
    package func synchronize() throws(StoreError) { try file.synchronize(path: path) }

    /// Renames the file atomically to `final`.
    package func rename(to final: String) throws(StoreError) {
        try systemCall("rename", on: path) { Int(renameat(folder.number, name, folder.number, final)) }
    }

    /// Removes the file. If removing fails, the next start removes it.
    package func remove() { unlinkat(folder.number, name, 0) }
}
