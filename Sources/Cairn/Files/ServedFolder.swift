import CLinux
import Glibc
import SystemCalls

/// Opens the files of a folder and prevents directory traversal. Symbolic links are followed if they stay inside.
struct ServedFolder: Sendable {
    let path: String

    /// Opens the regular file at `file`.
    ///
    /// - Throws: ``OpenedFile/Unreadable``; `EISDIR` for a folder.
    func open(_ file: FilePath) throws(OpenedFile.Unreadable) -> OpenedFile {
        // Open the folder by name each time, because a deployment can replace it.
        let folder = Glibc.open(path, linux_path_only | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw OpenedFile.Unreadable(errno: errno) }
        defer { close(folder) }
        return try OpenedFile(descriptor: try Self.descriptor(of: file, in: folder))
    }

    private static func descriptor(of file: FilePath, in folder: Int32) throws(OpenedFile.Unreadable) -> Int32 {
        let name = (file.octets + [0]).map { CChar(bitPattern: $0) }
        let descriptor = linux_open_beneath(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        switch errno {
        // EXDEV: a link that is absolute or climbs above the folder; its target can still be inside. ENOSYS, EPERM: a
        // kernel or sandbox without openat2(2).
        case EXDEV, ENOSYS, EPERM: return try checkedDescriptor(of: name, in: folder)
        default: throw OpenedFile.Unreadable(errno: errno)
        }
    }

    /// Opens the file only if its resolved path, read from /proc, is below the folder.
    private static func checkedDescriptor(
        of name: [CChar], in folder: Int32
    ) throws(OpenedFile.Unreadable) -> Int32 {
        // O_PATH: opening a device or a pipe outside of the folder could have effects.
        let found = openat(folder, name, linux_path_only | O_CLOEXEC)
        guard found >= 0 else { throw OpenedFile.Unreadable(errno: errno) }
        defer { close(found) }
        guard let inside = realPath(of: folder), let target = realPath(of: found),
            target.starts(with: inside + [UInt8(ascii: "/")])
        else { throw OpenedFile.Unreadable(errno: EXDEV) }
        let descriptor = Glibc.open("/proc/self/fd/\(found)", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw OpenedFile.Unreadable(errno: errno) }
        return descriptor
    }

    private static func realPath(of descriptor: Int32) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// Calls `body` with each regular file and symbolic link, except hidden ones and those in hidden, linked or too
    /// deep folders.
    func forEachFile(_ body: (FilePath) -> Void) { find(in: [], depth: 0, body) }

    /// Number of listed levels, including the served folder. Files in deeper folders are served but not listed.
    private static let deepest = 8

    private func find(in folder: [UInt8], depth: Int, _ body: (FilePath) -> Void) {
        let location = Array(path.utf8) + (folder.isEmpty ? [] : [UInt8(ascii: "/")] + folder)
        guard depth < Self.deepest,
            let names = try? DirectoryListing.names(at: (location + [0]).map { CChar(bitPattern: $0) })
        else { return }
        for name in names where name.first != UInt8(ascii: ".") {
            let path = folder.isEmpty ? name : folder + [UInt8(ascii: "/")] + name
            var status = stat()
            guard lstat((location + [UInt8(ascii: "/")] + name + [0]).map { CChar(bitPattern: $0) }, &status) == 0
            else {
                continue
            }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: find(in: path, depth: depth + 1, body)
            case S_IFREG, S_IFLNK: body(FilePath(path))
            default: continue
            }
        }
    }
}
