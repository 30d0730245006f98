import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import Sockets
import Synchronization

/// The files of one folder, found once at start: a request can only name one of them, so no path from outside ever
/// reaches the file system. Hidden files and links are left out. Where the folder lacks a file of ``KitAssets``, the one
/// in the program is served.
final class StaticFiles: Sendable {
    private let files: [String: File]
    private let pool: BlockingPool
    /// Long files are read by threads of their own, so that sessions do not wait behind downloads. A connection has at most
    /// one piece in the queue.
    private let longFiles = BlockingPool(threads: 2, queueLimit: .max)
    /// Their URLs, which change with their content.
    let assets: Assets

    /// Larger files are read for each request, piece by piece as the client takes them; smaller ones are kept, which costs less
    /// than sendfile(2) does: 247 to 293 µs for a file of 1 MiB, and the same for one of 16 KiB.
    private static let keptAtMost = 1_048_576
    /// As much of all files together is kept, in bytes.
    private static let keptInAll = 64 * 1_048_576
    private let kept = Atomic<Int>(0)
    /// How long a kept file is served before the disk is asked again whether it changed, in seconds.
    private static let trustedSeconds = 1

    private final class File: Sendable {
        let path: String
        let mediaType: String
        /// The same in other codings, which lie beside it.
        let encoded: [(coding: ContentCoding, file: File)]
        let content = Mutex<Content?>(nil)
        /// However many read it at once, they share a descriptor.
        private let opened = Mutex(Opened())

        private struct Opened {
            weak var file: OpenedFile?
        }

        /// The file as it is now.
        func open() throws(OpenedFile.Unreadable) -> OpenedFile {
            let now = try OpenedFile(path)
            return opened.withLock { opened in
                if let shared = opened.file, shared.stamp == now.stamp { return shared }
                opened.file = now
                return now
            }
        }

        init(path: String, mediaType: String, encoded: [(coding: ContentCoding, file: File)] = []) {
            self.path = path
            self.mediaType = mediaType
            self.encoded = encoded
        }

        /// A file that is part of the program: it is kept from the start and never read.
        convenience init(asset bytes: [UInt8], at path: String) {
            self.init(path: path, mediaType: StaticFiles.mediaType(of: path))
            let stamp = OpenedFile.Stamp(size: bytes.count, seconds: KitAssets.modified)
            content.withLock {
                $0 = Content(
                    bytes: bytes, tag: EntityTag.strong(of: bytes), modified: stamp.seconds, stamp: stamp,
                    checked: .max)
            }
        }
    }

    private struct Content: Sendable {
        /// Nothing if it is too large to be kept.
        var bytes: [UInt8]?
        var tag: String
        var modified: Int
        var stamp: OpenedFile.Stamp
        var checked: Int

        /// What a URL says of this very content.
        var version: String { String(tag.dropFirst().dropLast()) }
    }

    /// `Public` in the current folder, or beside the executable.
    static var defaultFolder: String {
        if access("Public", R_OK) == 0 { return "Public" }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "Public" }
        let executable = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return executable.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Public"
    }

    /// - Parameter prefix: the path below which they are served, empty for the site itself.
    init(folder: String, below prefix: String = "", pool: BlockingPool) {
        var files: [String: File] = [:]
        Self.find(in: folder, below: prefix, into: &files, depth: 0)
        var served = files.mapValues { file in
            let name = file.path.dropFirst(folder.utf8.count)
            let encoded = ContentCoding.allCases.compactMap { coding in
                files[prefix + name + coding.suffix].map { (coding, $0) }
            }
            return encoded.isEmpty ? file : File(path: file.path, mediaType: file.mediaType, encoded: encoded)
        }
        for (path, bytes) in KitAssets.all where served[prefix + path] == nil {
            served[prefix + path] = File(asset: bytes, at: path)
        }
        self.pool = pool
        var urls: [String: String] = [:]
        for (path, file) in served {
            let kept = file.content.withLock(\.self)
            guard let version = try? (kept ?? Self.read(file, OpenedFile(file.path), now: 0)).version else { continue }
            urls[String(path.dropFirst(prefix.count))] =
                path.split(separator: "/", omittingEmptySubsequences: false)
                .map { PercentEncoding.encode($0.utf8) }.joined(separator: "/") + "?v=" + version
        }
        self.files = served
        assets = Assets(urls: urls)
    }

    private static func find(in folder: String, below prefix: String, into files: inout [String: File], depth: Int) {
        guard depth < 8, let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard !name.hasPrefix(".") else { continue }
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: find(in: folder + "/" + name, below: prefix + "/" + name, into: &files, depth: depth + 1)
            case S_IFREG: files[prefix + "/" + name] = File(path: folder + "/" + name, mediaType: mediaType(of: name))
            default: continue
            }
        }
    }

    func has(_ path: Substring) -> Bool { file(at: path) != nil }

    private func file(at path: Substring) -> File? {
        if let file = files[String(path)] { return file }
        guard path.utf8.contains(UInt8(ascii: "%")) else { return nil }
        return PercentEncoding.decode(path.utf8).flatMap { String(validating: $0, as: UTF8.self) }.flatMap { files[$0] }
    }

    /// The file that the request names, or `nil` if it names none.
    func respond(to request: Request) async -> Response? {
        guard let found = file(at: request.path) else { return nil }
        guard request.method == .get || request.method == .head else {
            return .allowing("GET, HEAD, OPTIONS", for: request)
        }
        let accepted = found.encoded.isEmpty ? nil : AcceptedCodings(request.fields.list(of: .acceptEncoding))
        let coding = accepted?.preferred(of: found.encoded.map(\.coding))
        let file = found.encoded.first { $0.coding == coding }?.file ?? found
        guard coding != nil || accepted?.permitsIdentity ?? true else {
            var response = Response(.notAcceptable)
            response.fields.add(.vary, "Accept-Encoding")
            response.protect()
            return response
        }
        let now = time(nil)
        let content: Content
        var opened: OpenedFile?
        if let kept = file.content.withLock(\.self), kept.bytes != nil, now - kept.checked < Self.trustedSeconds {
            content = kept
        } else {
            do {
                (content, opened) = try await pool.run { try self.load(file, now: now) }
            } catch let error as OpenedFile.Unreadable where error.errno == ENOENT {
                return nil
            } catch {
                // No descriptor or no thread was free: what is kept is better than nothing. Of a large file nothing is.
                guard let kept = file.content.withLock(\.self), kept.bytes != nil else {
                    return ErrorAnswer.unavailable()
                }
                content = kept
            }
        }
        var (response, part) = respond(to: request, with: content, of: found)
        if let part, let bytes = content.bytes {
            response.body = part == 0..<bytes.count ? bytes : Array(bytes[part])
        } else if let part, let opened {
            response.streamedBody = StreamedBody(byteCount: part.count) { [longFiles] range in
                let range = part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
                return try await longFiles.run { try opened.read(range) }
            }
        }
        if !found.encoded.isEmpty { response.fields.add(.vary, "Accept-Encoding") }
        if let coding { response.fields.add(.contentEncoding, coding.rawValue) }
        return response
    }

    /// The answer without its body, and what of the file that is.
    private func respond(
        to request: Request, with content: Content, of file: File
    ) -> (response: Response, part: Range<Int>?) {
        var response = Response(.ok)
        response.fields.add(.contentType, file.mediaType)
        response.fields.add(.etag, content.tag)
        response.fields.add(
            .lastModified, String(decoding: HTTPDate.bytes(secondsSince1970: content.modified), as: UTF8.self))
        // Only this very content may be kept for good under a versioned URL; after an update the old one must not be.
        let isVersioned = request.query.map { $0 == "v=" + content.version } ?? false
        response.fields.add(.cacheControl, isVersioned ? "public, max-age=31536000, immutable" : "no-cache")
        response.protect()
        response.fields.add(.acceptRanges, "bytes")
        switch Precondition.evaluate(request.fields, tag: content.tag, modified: content.modified) {
        case .proceed: break
        case .unchanged:
            response.status = .notModified
            response.fields.remove(.contentType)
            return (response, nil)
        case .failed:
            response.status = .preconditionFailed
            response.fields.remove(.contentType)
            return (response, nil)
        }
        // RFC 9110 §14.2: a range means something to GET only.
        var range = ByteRange.whole
        if request.method == .get, request.fields.contains(.range),
            Precondition.permitsRange(request.fields, tag: content.tag, modified: content.modified, now: time(nil))
        {
            // Several lines make a list, which asks for several ranges at best: the whole is sent.
            range = ByteRange(request.fields.list(of: .range), size: content.stamp.size)
        }
        switch range {
        case .whole: return (response, 0..<content.stamp.size)
        case .part(let part):
            response.status = .partialContent
            response.fields.add(
                .contentRange, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(content.stamp.size)")
            return (response, part)
        case .unsatisfiable:
            response.status = .rangeNotSatisfiable
            response.fields.remove(.contentType)
            response.fields.add(.contentRange, "bytes */\(content.stamp.size)")
            return (response, nil)
        }
    }

    /// What is kept of the file, or what it is now; a large one stays open, to be read from later.
    private func load(_ file: File, now: Int) throws -> (Content, OpenedFile?) {
        let old = file.content.withLock(\.self)
        let opened = try file.open()
        let content = try Self.read(file, opened, now: now)
        let growth = (content.bytes?.count ?? 0) - (old?.bytes?.count ?? 0)
        // Two may read it at once and count it twice; then a little less is kept.
        guard kept.add(growth, ordering: .relaxed).newValue <= Self.keptInAll else {
            kept.subtract(growth, ordering: .relaxed)
            return (content, opened)
        }
        file.content.withLock { $0 = content }
        return (content, opened)
    }

    /// Reads the file unless what is kept is still what the disk holds. Of a large one only what tells its versions apart.
    private static func read(_ file: File, _ opened: OpenedFile, now: Int) throws -> Content {
        let stamp = opened.stamp
        if var kept = file.content.withLock(\.self), kept.stamp == stamp {
            kept.checked = now
            return kept
        }
        guard stamp.size <= keptAtMost else {
            let tag = "\"\(String(stamp.size, radix: 36))-\(stamp.inode)-\(stamp.seconds)-\(stamp.nanoseconds)\""
            return Content(bytes: nil, tag: tag, modified: stamp.seconds, stamp: stamp, checked: now)
        }
        let bytes = try opened.read(0..<stamp.size)
        return Content(
            bytes: bytes, tag: EntityTag.strong(of: bytes), modified: stamp.seconds, stamp: stamp, checked: now)
    }

    private static func mediaType(of name: String) -> String {
        switch name.split(separator: ".").last.map({ $0.lowercased() }) {
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        default: "application/octet-stream"
        }
    }
}
