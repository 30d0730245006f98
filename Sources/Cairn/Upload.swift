import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit
import Synchronization

/// The body of one request with files, as it arrives: texts are kept, files are written (RFC 7578, feature B31).
///
/// What has come is read at once; what has to be written is handed out as work for a thread that may wait, and until that
/// is done no more is taken. So no more than one piece is in memory, however slow the disk. Once the body is malformed, the
/// rest is thrown away, and ``finish()`` says what it was. Of one whose files are too large or cannot be kept the texts
/// are still read, so that the form can come back with them.
final class Upload: Sendable {
    private struct State {
        var parser: MultipartParser?
        var parts: UploadedParts
        var failure: BodyError?
        var byteCount = 0
    }

    /// Nobody ever waits for it: the loop's thread and the one that writes take turns.
    private let state: Mutex<State>
    private let uploads: Uploads
    private let network: UInt64?
    private let maxByteCount: Int

    /// - Parameter network: where it comes from, if that is known.
    init(_ request: Request, to uploads: Uploads, limits: Limits, from network: UInt64?) {
        self.uploads = uploads
        self.network = network
        maxByteCount = limits.longestUpload
        var first = State(parts: UploadedParts(uploads: uploads, room: limits.body, network: network))
        // What is known to be too large is not written first.
        if let length = request.fields[.contentLength].flatMap({ Int($0) }), length > maxByteCount {
            first.parts.dropFiles(because: .tooLarge(maxByteCount))
        }
        do throws(BodyError) {
            let types = request.fields.values(of: .contentType)
            guard let type = types.first, types.count == 1 else {
                throw BodyError(.invalidMultipart, at: 0, "A body has one Content-Type.")
            }
            first.parser = try MultipartParser(contentType: type)
        } catch {
            first.failure = error
        }
        state = Mutex(first)
    }

    /// Takes a piece of the body. - Returns: what has to be written before the next one, if anything.
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
            do throws(Uploads.Failure) {
                try state.parts.write()
            } catch {
                state.parts.dropFiles(because: .unkept(error))
            }
        }
    }

    /// Does what ``receive(_:)`` handed out, where one may wait.
    func write(_ work: @escaping @Sendable () -> Void) async {
        do throws(Uploads.Failure) {
            try await uploads.write(from: network, work)
        } catch {
            state.withLock { $0.parts.dropFiles(because: .unkept(error)) }
        }
    }

    /// Everything, once all has come and all is written.
    func finish() throws(BodyError) -> UploadedForm {
        try state.withLock { state throws(BodyError) in
            if let failure = state.failure { throw failure }
            try state.parser?.finish()
            return state.parts.form()
        }
    }
}

/// What a body with files says. Its files are gone with it, unless they are kept.
final class UploadedForm: Sendable {
    /// The texts, and of each file what a form says of it.
    let values: [Submission.Value]
    /// The files that came with it, and those that came before and it speaks of.
    let files: [String: UploadedFile]
    /// Why none of the files that came with it is there.
    let refusal: Refusal?
    /// The field of the largest of them.
    let refusedField: String?
    private let written: [UploadedParts.File]

    /// Why files are dropped while the texts beside them are read.
    enum Refusal {
        /// The body is longer than this many bytes.
        case tooLarge(Int)
        case unkept(Uploads.Failure)
    }

    fileprivate init(
        values: [Submission.Value], files: [String: UploadedFile], written: [UploadedParts.File], refusal: Refusal?,
        refusedField: String?
    ) {
        self.values = values
        self.files = files
        self.written = written
        self.refusal = refusal
        self.refusedField = refusedField
    }

    /// Keeps the files of these fields that came with it: something was done with them, or the form comes back.
    func keep(where isWanted: (String) -> Bool) {
        for file in written where isWanted(file.name) { file.keep() }
    }
}

/// The parts so far.
struct UploadedParts: MultipartConsumer {
    private let uploads: Uploads
    /// How many bytes of texts there is yet room for.
    private var room: Int
    private let network: UInt64?
    private var values: [Submission.Value] = []
    private var files: [File] = []
    private var text: (name: String, bytes: [UInt8])?
    private var steps: [(file: File, bytes: [UInt8])] = []
    private var refusal: UploadedForm.Refusal?
    /// The part with a file that is being read, and the largest one so far.
    private var part: (name: String, byteCount: Int)?
    private var largest: (name: String, byteCount: Int)?

    /// A form asks for few files, and each costs more than its bytes.
    private static let mostFiles = 16

    init(uploads: Uploads, room: Int, network: UInt64?) {
        self.uploads = uploads
        self.room = room
        self.network = network
    }

    /// A file that is written, and goes with this object unless it is kept.
    final class File: @unchecked Sendable {  // ok: written before the form that holds it is made
        let name: String
        private let part: MultipartPart
        private let uploads: Uploads
        private let network: UInt64?
        private var place: (id: String, path: String)?
        private var byteCount = 0
        /// Of what was written, under a key of this process.
        private var hasher = Hasher()
        private var isKept = false

        fileprivate init(_ part: MultipartPart, uploads: Uploads, network: UInt64?) {
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
                    id: place.id, name: isNamed ? String((part.fileName ?? "").prefix(255)) : "file",
                    contentType: part.contentType.map { String($0.prefix(255)) }, byteCount: byteCount,
                    path: place.path,
                    digest: hasher.finalize())
            }
        }

        fileprivate func keep() {
            guard let file, !isKept else { return }
            isKept = true
            uploads.keep(file, from: network)
        }

        /// No descriptor is held between two pieces: those who send slowly would hold many.
        fileprivate func append(_ bytes: [UInt8]) throws(Uploads.Failure) {
            if place == nil { place = try uploads.make(from: network) }
            guard let path = place?.path else { return }
            try uploads.reserve(bytes.count, from: network)
            byteCount += bytes.count
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { throw .system(path, errno) }
            defer { close(descriptor) }
            var start = 0
            while start < bytes.count {
                let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw .system(path, count < 0 ? errno : ENOSPC) }
                start += count
            }
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
        guard files.count < Self.mostFiles else {
            throw BodyError(.tooManyFields, at: 0, "The form has more than \(Self.mostFiles) files.")
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
            values.append(Submission.Value(name: name, text: text))
            return
        }
        if let part, part.byteCount > largest?.byteCount ?? 0 { largest = part }
        part = nil
        if let file = files.last, file.isNamed {
            // An empty file is one; without a name it says that none was chosen.
            steps.append((file, []))
        }
    }

    private mutating func take(_ bytes: Int) throws(BodyError) {
        guard bytes <= room else {
            throw BodyError(.tooLarge, at: 0, "The texts of the form are too long; only files may be.")
        }
        room -= bytes
    }

    /// Forgets the files, those to come too. Texts are still read, so that the form can come back with them.
    mutating func dropFiles(because reason: UploadedForm.Refusal) {
        guard refusal == nil else { return }
        refusal = reason
        steps = []
        files = []
    }

    /// On a thread that may wait.
    mutating func write() throws(Uploads.Failure) {
        defer { steps = [] }
        for step in steps { try step.file.append(step.bytes) }
    }

    /// The values in order. A file that was chosen takes the place of the one that the form still speaks of.
    fileprivate mutating func form() -> UploadedForm {
        var found: [String: UploadedFile] = [:]
        let written = files.filter { !$0.isAbsent }
        for part in written {
            guard let file = part.file else { continue }
            values.removeAll { $0.name == part.name && found[$0.text] == nil }
            values.append(Submission.Value(name: part.name, text: file.token))
            found[file.token] = file
        }
        found.merge(uploads.files(in: values.map(\.text))) { file, _ in file }
        return UploadedForm(
            values: values, files: found, written: written, refusal: refusal, refusedField: largest?.name)
    }
}
