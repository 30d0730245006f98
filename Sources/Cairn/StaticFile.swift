import Hypermedia
import Synchronization

/// A file that is served, and what is kept of it.
final class StaticFile: Sendable {
    let path: FilePath
    let mediaType: String
    /// The same in other codings, where they lie beside it.
    let twins: [(coding: ContentCoding, file: StaticFile)]
    /// Whether more than one request uses this object, so that its bytes are worth keeping.
    private let isShared: Bool
    private let kept = Mutex<Content?>(nil)
    /// However many read it at once, they share a descriptor.
    private let opened = Mutex(Opened())

    private struct Opened {
        weak var file: OpenedFile?
    }

    /// The content at one time.
    struct Content: Sendable {
        /// Nothing if it is not kept.
        var bytes: [UInt8]?
        var tag: String
        var modified: Int
        var stamp: OpenedFile.Stamp
        /// When it was last compared with the disk, in seconds since 1970.
        var checked: Int

        /// The value of `v` in the file's versioned URL.
        var version: String { String(tag.dropFirst().dropLast()) }
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

    /// The content that was read last; `nil` before the first read and after the file was removed.
    var content: Content? { kept.withLock(\.self) }

    /// The codings that the file is there in. One that is older than the file itself was made of another content.
    func codings(of content: Content) -> [(coding: ContentCoding, file: StaticFile)] {
        twins.filter { $0.file.content.map { $0.modified >= content.modified } ?? false }
    }

    /// The file as it is now.
    func open(in folder: ServedFolder) throws(OpenedFile.Unreadable) -> OpenedFile {
        let now = try folder.open(path)
        return opened.withLock { opened in
            if let shared = opened.file, shared.stamp == now.stamp { return shared }
            opened.file = now
            return now
        }
    }

    /// Reads the file unless what is kept is still what the disk holds. Of a large one only what tells its versions apart.
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

    /// Keeps `content`, without its bytes where there is no room for them.
    ///
    /// - Parameter isRoom: takes by how many bytes more is kept, and says whether that is permitted.
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

    /// Larger files are read for each request, piece by piece as the client takes them; smaller ones are kept, which costs less
    /// than sendfile(2) does: 247 to 293 µs for a file of 1 MiB, and the same for one of 16 KiB.
    private static let keptAtMost = 1_048_576
}
