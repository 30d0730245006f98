import Digests
import Hypermedia
import Synchronization

/// A served file with its cached content.
final class StaticFile: Sendable {
    let path: FilePath
    let mediaType: String
    /// The precompressed versions of the file, which can be missing.
    let twins: [(coding: ContentCoding, file: StaticFile)]
    /// True if the object is shared by several requests, so that caching its bytes is useful.
    private let isShared: Bool
    private let kept = Mutex<Content?>(nil)
    /// Concurrent readers share one descriptor.
    private let opened = Mutex(Opened())

    private struct Opened {
        weak var file: OpenedFile?
    }

    /// A version of the content.
    struct Content: Sendable {
        /// `nil` if the bytes are neither cached nor just read.
        var bytes: [UInt8]?
        let tag: String
        var modified: Int
        var stamp: OpenedFile.Stamp
        /// Time of the last comparison with the disk, in seconds since 1970; 0 for that at the start.
        var checked: Int
        /// For a compressed version that the program made itself, the version of the uncompressed file.
        var plainVersion: String?

        /// The value of `v` in the file's versioned URL: short, because each page has several such URLs. Two contents
        /// have the same one with a probability of 2⁻⁴⁶.
        let version: String

        init(bytes: [UInt8]?, tag: String, modified: Int, stamp: OpenedFile.Stamp, checked: Int) {
            self.bytes = bytes
            self.tag = tag
            self.modified = modified
            self.stamp = stamp
            self.checked = checked
            let hash = Array(tag.utf8).withUnsafeBytes { FastHash.hash($0) }
            version = String(String(hash, radix: 36).suffix(9))
        }
    }

    convenience init(_ path: FilePath, isShared: Bool) {
        let twins = ContentCoding.allCases.map { coding in
            (coding, StaticFile(path.inCoding(coding), isShared: isShared, twins: []))
        }
        self.init(path, isShared: isShared, twins: twins)
    }

    private init(_ path: FilePath, isShared: Bool, twins: [(coding: ContentCoding, file: StaticFile)]) {
        self.path = path
        self.isShared = isShared
        self.twins = twins
        mediaType = MediaTypes.type(of: path)
    }

    /// The content that was last read; `nil` before the first read and after the file was removed.
    var content: Content? { kept.withLock(\.self) }

    /// The available codings. Skips a precompressed file that is older than the file itself, since its content is
    /// outdated.
    func codings(of content: Content) -> [(coding: ContentCoding, file: StaticFile)] {
        twins.filter { $0.file.content.map { $0.modified >= content.modified } ?? false }
    }

    /// Opens the current version of the file.
    func open(in folder: ServedFolder) throws(OpenedFile.Unreadable) -> OpenedFile {
        let now = try folder.open(path)
        return opened.withLock { opened in
            if let shared = opened.file, shared.stamp == now.stamp { return shared }
            opened.file = now
            return now
        }
    }

    /// Returns the cached content if the file on disk is unchanged; reads a changed or uncached file. Reads only the
    /// metadata of a large file.
    func read(_ opened: OpenedFile, now: Int) throws(OpenedFile.Unreadable) -> Content {
        let stamp = opened.stamp
        if var kept = content, kept.stamp == stamp, kept.bytes != nil || stamp.size > Self.keptAtMost {
            kept.checked = now
            return kept
        }
        guard stamp.size <= Self.keptAtMost else {
            let tag = "\"\(String(stamp.size, radix: 36))-\(stamp.inode)-\(stamp.seconds)-\(stamp.nanoseconds)\""
            return Content(bytes: nil, tag: tag, modified: stamp.seconds, stamp: stamp, checked: now)
        }
        let bytes = try opened.read(0..<stamp.size)
        return Content(
            bytes: bytes, tag: EntityTag.strong(of: bytes), modified: stamp.seconds, stamp: stamp, checked: now)
    }

    /// Caches `content`, without its bytes if there is no room for them or the object is not shared.
    ///
    /// - Parameter isRoom: reserves the growth in bytes; returns false if the cache has no room for it.
    func keep(_ content: Content?, where isRoom: (Int) -> Bool) {
        kept.withLock { kept in
            let old = kept?.bytes?.count ?? 0
            kept = content
            guard isShared else {
                kept?.bytes = nil
                return
            }
            guard !isRoom((content?.bytes?.count ?? 0) - old) else { return }
            kept?.bytes = nil
            _ = isRoom(-old)
        }
    }

    /// Maximum size of a cached file in bytes. Larger files are streamed from the disk for each request. Caching is
    /// faster than sendfile(2): 247 µs instead of 293 µs for a file of 1 MiB, and no difference for one of 16 KiB.
    private static let keptAtMost = 1_048_576
}

extension StaticFile.Content {
    /// The content of a file of the program.
    ///
    /// - Parameter modified: in seconds since 1970.
    init(_ bytes: [UInt8], modified: Int) {
        self.init(
            bytes: bytes, tag: EntityTag.strong(of: bytes), modified: modified,
            stamp: OpenedFile.Stamp(size: bytes.count, seconds: modified), checked: 0)
    }
}
