import Digests
import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import SessionStores
import Synchronization

/// Receives the multipart body of one request: keeps texts in memory and writes files (RFC 7578).
///
/// Bytes are parsed as they arrive. File writes are returned as jobs for the blocking pool, and reading pauses until
/// they finish, so at most one piece is in memory even if the disk is slow. If the body is malformed, the rest is
/// discarded and ``finish()`` throws the error. If files are too large or cannot be kept, the texts are still read, so
/// that the form can be shown again with them.
final class MultipartUpload: Sendable {
    private struct State {
        var parser: MultipartParser?
        var parts: PartCollector
        var failure: BodyError?
        var byteCount = 0
    }

    /// Never contended: the loop's thread and the writing thread use it alternately.
    private let state: Mutex<State>
    private let uploads: UploadStore
    private let network: UInt64?
    private let maxByteCount: Int

    /// - Parameter network: the client's network, if known.
    init(_ request: Request, to uploads: UploadStore, limits: Limits, from network: UInt64?) {
        self.uploads = uploads
        self.network = network
        maxByteCount = limits.maxUpload
        var first = State(parts: PartCollector(uploads: uploads, room: limits.body, network: network))
        // Do not write files if Content-Length is too large.
        if let length = request.fields[.contentLength].flatMap({ Int($0) }), length > maxByteCount {
            first.parts.dropFiles(because: .tooLarge(maxByteCount))
        }
        do throws(BodyError) {
            let types = request.fields.values(of: .contentType)
            guard let type = types.first, types.count == 1 else {
                throw BodyError(.invalidMultipart, at: 0, "Send exactly one Content-Type field.")
            }
            first.parser = try MultipartParser(contentType: type)
        } catch {
            first.failure = error
        }
        state = Mutex(first)
    }

    /// Parses a piece of the body.
    ///
    /// - Returns: a write job that must run before the next piece is parsed, if there is one.
    func receive(_ bytes: Span<UInt8>) -> (@Sendable () -> Void)? {
        let mustWrite = state.withLock { state in
            guard state.failure == nil else { return false }
            state.byteCount += bytes.count
            if state.byteCount > maxByteCount { state.parts.dropFiles(because: .tooLarge(maxByteCount)) }
            do throws(BodyError) {
                try state.parser?.parse(bytes, into: &state.parts)
            } catch {
                state.failure = error
                return false
            }
            return state.parts.mustWrite
        }
        guard mustWrite else { return nil }
        return { self.write() }
    }

    private func write() {
        state.withLock { state in
            do throws(UploadStore.Failure) {
                try state.parts.write()
            } catch {
                state.parts.dropFiles(because: .unkept(error))
            }
        }
    }

    /// Runs a job from ``receive(_:)`` on the blocking pool.
    func write(_ work: @escaping @Sendable () -> Void) async {
        do throws(UploadStore.Failure) {
            try await uploads.perform(from: network, work)
        } catch {
            state.withLock { $0.parts.dropFiles(because: .unkept(error)) }
        }
    }

    /// The parsed form, after the whole body was received and written.
    func finish() throws(BodyError) -> UploadedForm {
        try state.withLock { state throws(BodyError) in
            if let failure = state.failure { throw failure }
            try state.parser?.finish()
            return state.parts.form()
        }
    }
}

/// The parsed body of a multipart form. When it is freed, the files of this body are removed unless they are kept.
final class UploadedForm: Sendable {
    /// The texts, and a token for each file that was written.
    let values: [FormSubmission.Value]
    /// The files of this body, by token.
    let files: [String: UploadedFile]
    /// The reason why all files of this body were dropped.
    let refusal: Refusal?
    /// The field with the largest file of this body, kept or dropped.
    let refusedField: String?
    private let written: [PartCollector.File]

    /// A reason to drop the files but read the texts.
    enum Refusal {
        /// The body is longer than this many bytes.
        case tooLarge(Int)
        case unkept(UploadStore.Failure)
    }

    fileprivate init(
        values: [FormSubmission.Value], files: [String: UploadedFile], written: [PartCollector.File], refusal: Refusal?,
        refusedField: String?
    ) {
        self.values = values
        self.files = files
        self.written = written
        self.refusal = refusal
        self.refusedField = refusedField
    }

    /// Keeps the received files of these fields, because the action has run or the form is shown again to `session`.
    ///
    /// - Returns: the files.
    @discardableResult
    func keep(for session: SessionID?, where isWanted: (String) -> Bool) -> [UploadedFile] {
        written.filter { isWanted($0.name) }.compactMap { $0.keep(for: session) }
    }
}

/// Keeps the texts of a multipart body in memory, and writes its files to the folder of the ``UploadStore``.
struct PartCollector: MultipartConsumer {
    private let uploads: UploadStore
    /// The number of bytes of texts and their names that are still allowed.
    private var room: Int
    private let network: UInt64?
    private var values: [FormSubmission.Value] = []
    private var files: [File] = []
    private var text: (name: String, bytes: [UInt8])?
    private var steps: [(file: File, bytes: [UInt8])] = []
    private var refusal: UploadedForm.Refusal?
    /// The file part that is being read, and the largest one so far.
    private var part: (name: String, byteCount: Int)?
    private var largest: (name: String, byteCount: Int)?

    /// Maximum number of file parts in a form. Forms have few files, and each has a cost beyond its bytes.
    private static let maxFiles = 16

    init(uploads: UploadStore, room: Int, network: UInt64?) {
        self.uploads = uploads
        self.room = room
        self.network = network
    }

    /// A file that is being written. It is removed when this object is freed, unless it is kept.
    final class File: @unchecked Sendable {  // ok: written before the form that holds it is made
        let name: String
        private let part: MultipartPart
        private let uploads: UploadStore
        private let network: UInt64?
        private var place: (id: String, path: String)?
        private var byteCount = 0
        /// Hash of the written bytes. A keyed or a one-way hash would be many times slower: SHA-256 here hashes 28 MB/s.
        private var hash = FastHash.Stream()
        private var isKept = false

        fileprivate init(_ part: MultipartPart, uploads: UploadStore, network: UInt64?) {
            self.part = part
            self.uploads = uploads
            self.network = network
            name = part.name
        }

        deinit {
            guard let place, !isKept else { return }
            uploads.drop(place.path, byteCount, network)
        }

        var isAbsent: Bool { place == nil }
        var isNamed: Bool { part.fileName?.isEmpty == false }

        fileprivate var file: UploadedFile? {
            place.map { place in
                UploadedFile(
                    id: place.id, name: isNamed ? String((part.fileName ?? "").unicodeScalars.prefix(255)) : "file",
                    contentType: part.contentType.map { String($0.unicodeScalars.prefix(255)) }, byteCount: byteCount,
                    path: place.path, digest: hash.value)
            }
        }

        fileprivate func keep(for session: SessionID?) -> UploadedFile? {
            guard let file else { return nil }
            if !isKept { uploads.keep(file, for: session, from: network) }
            isKept = true
            return file
        }

        /// Appends a piece. Opens the file for each piece: otherwise slow clients would hold many descriptors.
        fileprivate func append(_ bytes: [UInt8]) throws(UploadStore.Failure) {
            if place == nil { place = try uploads.make(from: network) }
            guard let path = place?.path else { return }
            try uploads.reserve(bytes.count, from: network)
            byteCount += bytes.count
            bytes.withUnsafeBytes { hash.add($0) }
            let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw .system(path, errno) }
            defer { close(descriptor) }
            try UploadStore.write(bytes, to: descriptor, path)
        }
    }

    var mustWrite: Bool { !steps.isEmpty }

    mutating func beginPart(_ part: MultipartPart) throws(BodyError) {
        guard part.fileName != nil else {
            try take(part.name.utf8.count)
            text = (part.name, [])
            return
        }
        self.part = (part.name, 0)
        guard refusal == nil else { return }
        guard files.count < Self.maxFiles else {
            throw BodyError(.tooManyFields, at: 0, "The form has more than \(Self.maxFiles) files.")
        }
        files.append(File(part, uploads: uploads, network: network))
    }

    mutating func appendToPart(_ bytes: Span<UInt8>) throws(BodyError) {
        if text != nil {
            try take(bytes.count)
            bytes.withUnsafeBytes { text?.bytes.append(contentsOf: $0) }
            return
        }
        part?.byteCount += bytes.count
        if let file = files.last { steps.append((file, bytes.array)) }
    }

    mutating func endPart() throws(BodyError) {
        if let (name, bytes) = text {
            text = nil
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw BodyError(.invalidText, at: 0, "The text of \"\(name)\" is not UTF-8.")
            }
            values.append(FormSubmission.Value(name: name, text: text))
            return
        }
        if let part, part.byteCount > largest?.byteCount ?? 0 { largest = part }
        part = nil
        if let file = files.last, file.isNamed {
            // Create the file even if it has no bytes. An empty part without a file name means that no file was chosen.
            steps.append((file, []))
        }
    }

    private mutating func take(_ bytes: Int) throws(BodyError) {
        guard bytes <= room else {
            throw BodyError(.tooLarge, at: 0, "The texts of the form are too long; only files can be this large.")
        }
        room -= bytes
    }

    /// Drops all files, including those that follow. Texts are still read, so that the form can be shown again with
    /// them.
    mutating func dropFiles(because reason: UploadedForm.Refusal) {
        guard refusal == nil else { return }
        refusal = reason
        steps = []
        files = []
    }

    /// Performs the pending writes. Blocks on the disk.
    mutating func write() throws(UploadStore.Failure) {
        defer { steps = [] }
        for step in steps { try step.file.append(step.bytes) }
    }

    /// The parsed form. A newly chosen file replaces the earlier file of its field.
    fileprivate mutating func form() -> UploadedForm {
        var found: [String: UploadedFile] = [:]
        let written = files.filter { !$0.isAbsent }
        for part in written {
            guard let file = part.file else { continue }
            values.removeAll { $0.name == part.name && found[$0.text] == nil }
            values.append(FormSubmission.Value(name: part.name, text: file.token))
            found[file.token] = file
        }
        return UploadedForm(
            values: values, files: found, written: written, refusal: refusal, refusedField: largest?.name)
    }
}
