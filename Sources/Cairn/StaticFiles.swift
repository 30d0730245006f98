import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import Sockets
import Synchronization

/// The files of one folder, found once at start: a request can only name one of them, so no path from outside ever
/// reaches the file system. Hidden files and links are left out.
final class StaticFiles: Sendable {
    private let files: [String: File]
    private let pool: BlockingPool
    /// The URL of the style sheet, which changes with its content.
    let stylesheet: String

    /// Larger files are read for each request, smaller ones are kept.
    private static let keptAtMost = 1_048_576
    /// How long a kept file is served before the disk is asked again whether it changed, in seconds.
    private static let trustedSeconds = 1

    private final class File: Sendable {
        let path: String
        let mediaType: String
        /// The same in other codings, which lie beside it.
        let encoded: [(coding: ContentCoding, file: File)]
        let content = Mutex<Content?>(nil)

        init(path: String, mediaType: String, encoded: [(coding: ContentCoding, file: File)] = []) {
            self.path = path
            self.mediaType = mediaType
            self.encoded = encoded
        }
    }

    private struct Content: Sendable {
        var bytes: [UInt8]
        var tag: String
        var modified: Int
        var stamp: Stamp
        var checked: Int
    }

    private struct Stamp: Sendable, Equatable {
        var size: Int
        var seconds: Int
        var nanoseconds: Int
        var inode: UInt
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
        self.files = files.mapValues { file in
            let name = file.path.dropFirst(folder.utf8.count)
            let encoded = ContentCoding.allCases.compactMap { coding in
                files[prefix + name + coding.suffix].map { (coding, $0) }
            }
            return encoded.isEmpty ? file : File(path: file.path, mediaType: file.mediaType, encoded: encoded)
        }
        self.pool = pool
        let sheet = files[prefix + "/cairn.css"].flatMap { try? Self.load($0, now: 0) }
        let version = sheet.map { String($0.tag.filter { $0 != "\"" }) }
        stylesheet = prefix + (version.map { "/cairn.css?v=" + $0 } ?? "/cairn.css")
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
        let accepted = found.encoded.isEmpty ? nil : AcceptedCodings(request.fields[.acceptEncoding])
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
        if let kept = file.content.withLock(\.self), now - kept.checked < Self.trustedSeconds {
            content = kept
        } else {
            do {
                content = try await pool.run { try Self.load(file, now: now) }
            } catch let error as Unreadable where error.errno == ENOENT {
                return nil
            } catch {
                // No descriptor or no thread was free: what is kept is better than nothing.
                guard let kept = file.content.withLock(\.self) else { return ErrorAnswer.unavailable() }
                content = kept
            }
        }
        var response = respond(to: request, with: content, of: found)
        if !found.encoded.isEmpty { response.fields.add(.vary, "Accept-Encoding") }
        if let coding { response.fields.add(.contentEncoding, coding.rawValue) }
        return response
    }

    private func respond(to request: Request, with content: Content, of file: File) -> Response {
        var response = Response(.ok)
        response.fields.add(.contentType, file.mediaType)
        response.fields.add(.etag, content.tag)
        response.fields.add(
            .lastModified, String(decoding: HTTPDate.bytes(secondsSince1970: content.modified), as: UTF8.self))
        // Only this very content may be kept for good under a versioned URL; after an update the old one must not be.
        let isVersioned = request.query.map { $0 == "v=" + content.tag.filter { $0 != "\"" } } ?? false
        response.fields.add(.cacheControl, isVersioned ? "public, max-age=31536000, immutable" : "no-cache")
        response.protect()
        response.fields.add(.acceptRanges, "bytes")
        switch Precondition.evaluate(request.fields, tag: content.tag, modified: content.modified) {
        case .proceed: break
        case .unchanged:
            response.status = .notModified
            response.fields.remove(.contentType)
            return response
        case .failed:
            response.status = .preconditionFailed
            response.fields.remove(.contentType)
            return response
        }
        // RFC 9110 §14.2: a range means something to GET only.
        var range = ByteRange.whole
        if request.method == .get, request.fields.contains(.range),
            Precondition.permitsRange(request.fields, tag: content.tag, modified: content.modified)
        {
            range = ByteRange(request.fields[.range], size: content.bytes.count)
        }
        switch range {
        case .whole: response.body = content.bytes
        case .part(let part):
            response.status = .partialContent
            response.fields.add(
                .contentRange, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(content.bytes.count)")
            response.body = Array(content.bytes[part])
        case .unsatisfiable:
            response.status = .rangeNotSatisfiable
            response.fields.remove(.contentType)
            response.fields.add(.contentRange, "bytes */\(content.bytes.count)")
        }
        return response
    }

    private struct Unreadable: Error {
        let errno: Int32
    }

    /// Reads the file unless what is kept is still what the disk holds.
    private static func load(_ file: File, now: Int) throws -> Content {
        let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Unreadable(errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw Unreadable(errno: EIO) }
        let stamp = Stamp(
            size: status.st_size, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
            inode: UInt(status.st_ino))
        if var kept = file.content.withLock(\.self), kept.stamp == stamp {
            kept.checked = now
            file.content.withLock { $0 = kept }
            return kept
        }
        var bytes = [UInt8](repeating: 0, count: stamp.size)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Unreadable(errno: EIO) }
            filled += count
        }
        let content = Content(
            bytes: bytes, tag: EntityTag.strong(of: bytes), modified: stamp.seconds, stamp: stamp, checked: now)
        if bytes.count <= keptAtMost { file.content.withLock { $0 = content } }
        return content
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
