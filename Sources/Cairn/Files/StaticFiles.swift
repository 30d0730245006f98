import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import Sockets
import Synchronization

/// The files of one folder. Files that are replaced or added are found without a restart. A missing file of
/// ``BuiltInAssets``, or of an app's theme, is served from the program.
final class StaticFiles: Sendable {
    private let folder: ServedFolder
    private let prefix: String
    private let pool: BlockingPool
    /// Large files are read by separate threads, so that downloads do not delay sessions. The queue needs no limit,
    /// since a connection has at most one piece in it.
    let longFiles = BlockingPool(threads: 2, queueLimit: .max)
    /// Files that existed at their last look-up, or could not be checked. Missing files are looked up each time, so
    /// that requests for them use no memory.
    private let known = Mutex<[FilePath: StaticFile]>([:])
    private let versions: AssetVersions
    /// The files that the program contains. They are served where the folder has no file of the same name.
    private let ofProgram = Mutex(contents(of: BuiltInAssets.all))
    /// Their compressed versions, by the paths that these would have in the folder.
    private let compressedOfProgram = Mutex(compressed(BuiltInAssets.compressed))
    private let bundles: [StyleSheetBundle]
    /// The URLs of the files that the bundles were made from.
    private let bundled = Mutex<Assets?>(nil)
    /// The current time in seconds since 1970.
    private let clock: @Sendable () -> Int

    /// Maximum number of remembered paths, because links can give one file any number of paths. Further paths are
    /// looked up each time.
    private static let knownAtMost = 16_384
    /// Maximum size of all cached contents together, in bytes.
    private static let keptInAll = 64 * 1_048_576
    private let kept = Atomic<Int>(0)
    /// Time for which cached content is served without a check of the disk, in seconds.
    private static let trustedSeconds = 1

    /// The versioned URLs of the files, which change with their content.
    var assets: Assets { versions.assets }

    /// `Public` in the current folder, or beside the executable.
    static var defaultFolder: String {
        if access("Public", R_OK) == 0 { return "Public" }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "Public" }
        let executable = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return executable.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 } + "/Public"
    }

    /// - Parameter prefix: the URL path below which the files are served; empty for the root of the site.
    /// - Parameter generated: returns further files of the program, such as the style sheets of themes, with their paths.
    /// - Parameter bundles: files that are made from the others, and again after these have changed.
    init(
        folder: String, below prefix: String = "", pool: BlockingPool,
        clock: @escaping @Sendable () -> Int = { time(nil) },
        generated: (Assets) -> [(path: String, bytes: [UInt8])] = { _ in [] }, bundles: [StyleSheetBundle] = []
    ) {
        self.clock = clock
        self.bundles = bundles
        self.folder = ServedFolder(path: folder)
        self.prefix = prefix
        self.pool = pool
        versions = AssetVersions(below: prefix)
        self.folder.forEachFile { path in
            guard let file = try? look(for: path, now: 0), let content = file.content else { return }
            versions.add(file.path, content.version)
        }
        versions.publish()
        addVersionsOfProgram()
        versions.publish()
        // Their content has the URLs of the files above.
        let generated = Self.contents(of: generated(versions.assets))
        ofProgram.withLock { $0.merge(generated) { $1 } }
        addVersionsOfProgram()
        versions.publish()
        // At the start nothing is cached, so the time does not matter.
        makeBundles(now: 0)
    }

    private func addVersionsOfProgram() {
        for path in ofProgram.withLock({ Array($0.keys) }) where known.withLock({ $0[path] }) == nil {
            guard let content = try? look(for: path, now: 0).content else { continue }
            versions.add(path, content.version)
        }
    }

    private static func contents(of files: [(path: String, bytes: [UInt8])]) -> [FilePath: StaticFile.Content] {
        let contents = files.map { path, bytes in
            (FilePath(Array(path.utf8.dropFirst())), StaticFile.Content(bytes, modified: BuiltInAssets.modified))
        }
        return Dictionary(contents) { first, _ in first }
    }

    private static func compressed(
        _ files: [(path: String, bytes: [UInt8], plain: [UInt8])]
    ) -> [FilePath: StaticFile.Content] {
        let contents = files.map { path, bytes, plain in
            var content = StaticFile.Content(bytes, modified: BuiltInAssets.modified)
            content.plainVersion = StaticFile.Content(plain, modified: BuiltInAssets.modified).version
            return (FilePath(Array(path.utf8.dropFirst())).inCoding(.gzip), content)
        }
        return Dictionary(contents) { first, _ in first }
    }

    /// Number of remembered files.
    var knownCount: Int { known.withLock(\.count) }

    /// True if the last look-up found a file at this path and remembered it. ``respond(to:)`` also finds new files.
    func has(_ path: Substring) -> Bool {
        guard let path = FilePath(path, below: prefix) else { return false }
        return known.withLock { $0[path] }?.content != nil
    }

    /// Updates the versioned URLs of some of the files from the disk: browsers cache such files and load them again
    /// only from a new URL. Blocks on the disk, so a timer calls it on the blocking pool.
    func refresh() {
        for path in versions.next() {
            guard let file = try? look(for: path, now: clock()), let content = file.content else { continue }
            versions.renew(path, content.version)
        }
        makeBundles(now: clock())
    }

    /// Makes the bundles if the URL of a file has changed since the last time. The URLs are read first, so that a change
    /// in the meantime is seen the next time.
    private func makeBundles(now: Int) {
        let assets = versions.assets
        let isNew = bundled.withLock { last in
            defer { last = assets }
            return last !== assets
        }
        guard isNew else { return }
        for bundle in bundles {
            let path = FilePath(Array(bundle.path.utf8.dropFirst()))
            let parts = bundle.parts.compactMap { content(at: $0, now: now) }
            let joined = StyleSheetBundle.joined(parts)
            ofProgram.withLock { $0[path] = joined }
            compressedOfProgram.withLock { compressed in
                let coded = path.inCoding(.gzip)
                guard compressed[coded]?.plainVersion != joined?.version else { return }
                compressed[coded] = joined.flatMap { StyleSheetBundle.compressed($0, of: parts) }
            }
            versions.set(path, joined == nil ? nil : (try? look(for: path, now: now).content)?.version)
        }
    }

    /// The content of a file; `nil` if there is none. If the disk cannot be read now, the cached one.
    private func content(at path: String, now: Int) -> StaticFile.Content? {
        let path = FilePath(Array(path.utf8.dropFirst()))
        do throws(OpenedFile.Unreadable) {
            return try look(for: path, now: now).content
        } catch {
            return error.isMissing ? nil : known.withLock { $0[path] }?.content
        }
    }

    // MARK: - Responses

    /// The response for the file, or the folder with an `index.html`, that the request names; `nil` if there is none.
    func respond(to request: Request) async -> Response? {
        guard let path = FilePath(request.path, below: prefix) else { return nil }
        let now = clock()
        let found: StaticFile
        if let file = known.withLock({ $0[path] }), let kept = file.content, now - kept.checked < Self.trustedSeconds {
            found = file
        } else {
            do {
                found = try await pool.run { try self.look(for: path, now: now) }
            } catch let error as OpenedFile.Unreadable where error.isMissing {
                return error.errno == EISDIR ? await respondToFolder(at: path, request) : nil
            } catch {
                // A temporary failure, such as no free descriptor or thread: serve the cached content.
                guard let file = known.withLock({ $0[path] }), file.content != nil else {
                    return ErrorResponse.unavailable()
                }
                found = file
            }
        }
        guard request.method == .get || request.method == .head else {
            return .allowing("GET, HEAD, OPTIONS", for: request)
        }
        return await respond(to: request, with: found, now: now)
    }

    /// Redirects to the folder's path with a slash appended if the folder has an `index.html`, so that relative links
    /// work.
    private func respondToFolder(at path: FilePath, _ request: Request) async -> Response? {
        guard (try? await pool.run { [folder] in _ = try folder.open(path.index) }) != nil else { return nil }
        guard request.method == .get || request.method == .head else {
            return .allowing("GET, HEAD, OPTIONS", for: request)
        }
        var response = Response(.permanentRedirect)
        response.fields.add(.location, "\(prefix)\(path.url)/" + (request.query.map { "?\($0)" } ?? ""))
        response.fields.add(.cacheControl, "no-cache")
        response.addSecurityHeaders()
        return response
    }

    private func respond(to request: Request, with found: StaticFile, now: Int) async -> Response? {
        guard let plain = found.content else { return nil }
        let codings = found.codings(of: plain)
        let accepted = codings.isEmpty ? nil : AcceptedCodings(request.fields.list(of: .acceptEncoding))
        let coding = accepted?.preferred(of: codings.map(\.coding))
        guard coding != nil || accepted?.permitsIdentity ?? true else {
            return codingNotAcceptable
        }
        let file = codings.first { $0.coding == coding }?.file ?? found
        var content = file.content
        var opened: OpenedFile?
        if content?.bytes == nil {
            do {
                (content, opened) = try await pool.run { try self.load(file, now: now) }
            } catch let error as OpenedFile.Unreadable where error.isMissing {
                // A file of the program, for which the cache had no room.
                content = ofProgram.withLock { $0[file.path] } ?? compressedOfProgram.withLock { $0[file.path] }
            } catch {
                return ErrorResponse.unavailable()
            }
        }
        guard let content else { return nil }
        var (response, part) = respond(to: request, with: content, of: found, now: now)
        if let part, let body = body(of: content, opened, part) { response.body = body }
        if !codings.isEmpty { response.fields.add(.vary, "Accept-Encoding") }
        if let coding { response.fields.add(.contentEncoding, coding.rawValue) }
        return response
    }

    /// The part of a file as a body: from memory, or in pieces from the opened file.
    private func body(of content: StaticFile.Content, _ opened: OpenedFile?, _ part: Range<Int>) -> ResponseBody? {
        if let bytes = content.bytes {
            guard part.count > Connection.highWaterMark else {
                return .bytes(part == 0..<bytes.count ? bytes : Array(bytes[part]))
            }
            // Stream from memory. If the content is cached, a slow client then holds one piece instead of a copy.
            return .reader(byteCount: part.count) { range in
                Array(bytes[part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound])
            }
        }
        return opened.map { opened in
            .reader(byteCount: part.count) { [longFiles] range in
                let range = part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound
                return try await longFiles.run { try opened.read(range) }
            }
        }
    }

    private var codingNotAcceptable: Response {
        var response = Response(.notAcceptable)
        response.fields.add(.vary, "Accept-Encoding")
        response.addSecurityHeaders()
        return response
    }

    /// The response without its body, and the range of the file that the body contains.
    private func respond(
        to request: Request, with content: StaticFile.Content, of file: StaticFile, now: Int
    ) -> (response: Response, part: Range<Int>?) {
        var response = head(for: request, of: content, as: file.mediaType)
        switch Precondition.evaluate(request.fields, tag: content.tag, modified: content.modified) {
        case .proceed: break
        case .unchanged:
            response.status = .notModified
            response.fields.remove(.contentType)
            return (response, nil)
        case .failed:
            response.status = .preconditionFailed
            response.fields.remove(.contentType)
            response.fields.set(.cacheControl, "no-store")
            return (response, nil)
        }
        // RFC 9110 §14.2: a range applies only to GET.
        var range = ByteRange.whole
        if request.method == .get, request.fields.contains(.range),
            Precondition.permitsRange(request.fields, tag: content.tag, modified: content.modified, now: now)
        {
            // Several field lines form a list of ranges; respond to a list with the whole file.
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
            response.fields.set(.cacheControl, "no-store")
            response.fields.add(.contentRange, "bytes */\(content.stamp.size)")
            return (response, nil)
        }
    }

    private func head(for request: Request, of content: StaticFile.Content, as mediaType: String) -> Response {
        var response = Response(.ok)
        response.fields.add(.contentType, mediaType)
        response.fields.add(.etag, content.tag)
        response.fields.add(
            .lastModified, String(decoding: HTTPDate.bytes(secondsSince1970: content.modified), as: UTF8.self))
        // Only the versioned URL of exactly this content is immutable; after an update the old URL must be revalidated.
        // A precompressed version from the folder is not immutable: pages link to the version of the uncompressed file,
        // so a wrong one would stay in caches for a year.
        let isVersioned = request.query.map { $0 == "v=" + (content.plainVersion ?? content.version) } ?? false
        response.fields.add(.cacheControl, isVersioned ? "public, max-age=31536000, immutable" : "no-cache")
        response.addSecurityHeaders()
        response.fields.add(.acceptRanges, "bytes")
        return response
    }

    // MARK: - The disk

    /// Loads the file at `path` and its precompressed versions. Blocks on the disk.
    private func look(for path: FilePath, now: Int) throws(OpenedFile.Unreadable) -> StaticFile {
        let file = known.withLock { known in
            if let file = known[path] { return file }
            let file = StaticFile(path, isShared: known.count < Self.knownAtMost)
            if known.count < Self.knownAtMost { known[path] = file }
            return file
        }
        do throws(OpenedFile.Unreadable) {
            _ = try load(file, now: now)
            for twin in file.twins {
                do throws(OpenedFile.Unreadable) {
                    _ = try load(twin.file, now: now)
                } catch {
                    if error.isMissing { forget(twin.file) }
                }
            }
        } catch {
            guard error.isMissing else { throw error }
            guard var content = ofProgram.withLock({ $0[path] }) else {
                forget(file)
                throw error
            }
            content.checked = now
            // Replace the content in one step, so that a concurrent response never finds the file without content.
            file.keep(content, where: isRoom)
            for twin in file.twins {
                let compressed = compressedOfProgram.withLock { $0[twin.file.path] }
                twin.file.keep(compressed?.plainVersion == content.version ? compressed : nil, where: isRoom)
            }
            versions.renew(path, content.version)
            known.withLock { $0[path] = file }
        }
        return file
    }

    /// Loads the file's content, from the cache if it is unchanged. A large file stays open for streaming.
    private func load(
        _ file: StaticFile, now: Int
    ) throws(OpenedFile.Unreadable) -> (StaticFile.Content?, OpenedFile?) {
        let opened = try file.open(in: folder)
        let content = try file.read(opened, now: now)
        file.keep(content, where: isRoom)
        versions.renew(file.path, content.version)
        return (content, opened)
    }

    private func forget(_ file: StaticFile) {
        known.withLock { known in
            if known[file.path] === file { known[file.path] = nil }
        }
        file.keep(nil, where: isRoom)
        for twin in file.twins { twin.file.keep(nil, where: isRoom) }
    }

    private func isRoom(for growth: Int) -> Bool {
        let total = kept.add(growth, ordering: .relaxed).newValue
        guard growth > 0, total > Self.keptInAll else { return true }
        kept.subtract(growth, ordering: .relaxed)
        return false
    }
}
