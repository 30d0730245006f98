import CLinux
import Glibc
import SystemCalls

/// The files from which a program is built: those of its package and of the packages that it uses by path.
struct SourceTree {
    /// The state of the files: the path and the stamp of each.
    typealias Snapshot = [String: Stamp]

    /// Changes whenever a file is written or replaced.
    struct Stamp: Equatable {
        var time: UInt64
        var size: Int
        var number: UInt
    }

    /// The folders whose files are sources.
    private(set) var folders: [LexicalPath] = []
    /// The manifests and lists of versions.
    private(set) var files: [LexicalPath] = []

    /// The folders in which SwiftPM looks for targets.
    private static let sourceFolders = ["Sources", "Source", "src", "srcs", "Plugins"]
    private static let maxDepth = 32

    /// - Parameters:
    ///   - package: the folder of the package.
    ///   - watched: further folders.
    init(of package: LexicalPath, and watched: [LexicalPath] = []) {
        var known: Set<String> = []
        var waiting = [package]
        while let folder = waiting.popLast() {
            guard known.insert(folder.text).inserted else { continue }
            guard let manifest = PackageManifest.text(in: folder) else {
                // The folder of a target.
                folders.append(folder)
                continue
            }
            files += ["Package.swift", "Package.resolved"].map { LexicalPath($0, in: folder) }
            folders += Self.sourceFolders.map { LexicalPath($0, in: folder) }
            waiting += PackageManifest.paths(in: manifest).map { LexicalPath($0, in: folder) }
        }
        folders += watched
        folders = folders.filter { folder in
            !folders.contains { $0 != folder && folder.components.starts(with: $0.components) }
        }
    }

    /// Reads the state of all files.
    func snapshot() -> Snapshot {
        var snapshot: Snapshot = [:]
        for file in files {
            var status = stat()
            if stat(file.text, &status) == 0 { snapshot[file.text] = Stamp(status) }
        }
        for folder in folders { Self.add(folder.text, to: &snapshot, depth: 0) }
        return snapshot
    }

    private static func add(_ folder: String, to snapshot: inout Snapshot, depth: Int) {
        guard depth < maxDepth, let names = try? DirectoryListing.names(at: folder) else { return }
        for bytes in names {
            let name = String(decoding: bytes, as: UTF8.self)
            guard isSource(name) else { continue }
            let path = folder + "/" + name
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                add(path, to: &snapshot, depth: depth + 1)
            } else {
                snapshot[path] = Stamp(status)
            }
        }
    }

    /// False for hidden files and folders, articles, and the temporary files of editors.
    static func isSource(_ name: String) -> Bool {
        // On bytes, because each look checks all names.
        let bytes = name.utf8
        guard let first = bytes.first, first != UInt8(ascii: "."), first != UInt8(ascii: "#"),
            bytes.last != UInt8(ascii: "~"), name != vimProbe
        else { return false }
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return true }
        return !otherExtensions.contains(name[dot...])
    }

    private static let otherExtensions: Set<Substring> = [".swp", ".swx", ".tmp", ".bak", ".orig", ".docc"]

    /// The file that Vim creates to find out whether it can write to a folder.
    private static let vimProbe = "4913"
}

extension SourceTree.Stamp {
    fileprivate init(_ status: stat) {
        self.init(
            time: withUnsafePointer(to: status, linux_modification_time), size: Int(status.st_size),
            number: UInt(status.st_ino))
    }

    /// The stamp of a file; `nil` if it does not exist.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}
