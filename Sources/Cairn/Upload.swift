import Glibc
import HTTPProtocol
import Hypermedia
import NavigationKit

/// The body of one request with files, as it arrives: texts are kept, files are written (RFC 7578, feature B31).
///
/// What has come is read at once; what has to be written is handed out as work for a thread that may wait, and until that
/// is done no more is taken. So no more than one piece is in memory, however slow the disk.
final class Upload: @unchecked Sendable {  // ok: its user waits for the work before it goes on
    private var parser: MultipartParser
    private var form: Form
    private let mostTextBytes: Int

    /// What a body with files says.
    struct Result: Sendable {
        /// The texts, and of each file what a form says of it.
        let values: [Submission.Value]
        let files: [String: UploadedFile]
    }

    /// Why it is refused.
    enum Failure: Error {
        case malformed(BodyError)
        case unkept(Uploads.Failure)
    }

    /// - Throws: ``BodyError`` if `request` gives no boundary.
    init(_ request: Request, to uploads: Uploads, limits: Limits) throws(BodyError) {
        parser = try MultipartParser(contentType: request.fields[.contentType] ?? "")
        mostTextBytes = limits.body
        form = Form(uploads: uploads, room: limits.body)
    }

    deinit { form.dropUnfinished() }

    /// Takes a piece of the body. - Returns: what has to be written before the next one, if anything.
    func receive(_ bytes: UnsafeRawBufferPointer) throws(BodyError) -> (@Sendable () throws(Uploads.Failure) -> Void)? {
        try parser.parse(bytes, into: &form)
        guard form.mustWrite else { return nil }
        return { () throws(Uploads.Failure) in try self.form.write() }
    }

    /// Everything, once all has come and all is written.
    func finish() throws(BodyError) -> Result {
        try parser.finish()
        return form.result()
    }
}

/// The parts so far.
private struct Form: MultipartConsumer {
    let uploads: Uploads
    /// How many bytes of texts there is yet room for.
    var room: Int
    private var values: [Submission.Value] = []
    private var files: [Part] = []
    private var text: (name: String, bytes: [UInt8])?
    private var steps: [Step] = []

    init(uploads: Uploads, room: Int) {
        self.uploads = uploads
        self.room = room
    }

    /// A file that is being written.
    private final class Part {
        let part: MultipartPart
        var descriptor: Int32 = -1
        var id = ""
        var path = ""
        var byteCount = 0
        var hasContent = false
        var isKept = false

        init(_ part: MultipartPart) { self.part = part }
    }

    /// What is left to do, in order.
    private enum Step {
        case append(Part, [UInt8])
        case close(Part)
    }

    var mustWrite: Bool { !steps.isEmpty }

    mutating func beginPart(_ part: MultipartPart) throws(BodyError) {
        if part.fileName != nil {
            files.append(Part(part))
        } else {
            try take(part.name.utf8.count)
            text = (part.name, [])
        }
    }

    mutating func appendToPart(_ bytes: UnsafeRawBufferPointer) throws(BodyError) {
        if text != nil {
            try take(bytes.count)
            text?.bytes += Array(bytes)
        } else if let file = files.last {
            file.hasContent = true
            steps.append(.append(file, Array(bytes)))
        }
    }

    mutating func endPart() throws(BodyError) {
        if let (name, bytes) = text {
            text = nil
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw BodyError(.invalidText, at: 0, "The text of \"\(name)\" is not UTF-8.")
            }
            values.append(Submission.Value(name: name, text: text))
        } else if let file = files.last {
            // An empty file is one; without a name it says that none was chosen.
            if !file.hasContent, file.part.fileName?.isEmpty == false { steps.append(.append(file, [])) }
            steps.append(.close(file))
        }
    }

    private mutating func take(_ bytes: Int) throws(BodyError) {
        guard bytes <= room else {
            throw BodyError(.tooLarge, at: 0, "The texts of the form are too long; only files may be.")
        }
        room -= bytes
    }

    /// On a thread that may wait.
    mutating func write() throws(Uploads.Failure) {
        defer { steps = [] }
        for step in steps {
            switch step {
            case .append(let file, let bytes): try append(bytes, to: file)
            case .close(let file):
                if file.descriptor >= 0 { close(file.descriptor) }
                file.descriptor = -1
            }
        }
    }

    private func append(_ bytes: [UInt8], to file: Part) throws(Uploads.Failure) {
        if file.descriptor < 0 { (file.id, file.path, file.descriptor) = try uploads.make() }
        try uploads.reserve(bytes.count)
        file.byteCount += bytes.count
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(file.descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(file.path, count < 0 ? errno : ENOSPC) }
            start += count
        }
    }

    /// The values in order. A file without name and content is none: so browsers say that nobody chose one, and then the
    /// one that came before stands, if the form speaks of it. A chosen one takes its place.
    mutating func result() -> Upload.Result {
        var kept: [String: UploadedFile] = [:]
        for part in files where !part.path.isEmpty {
            let name = String((part.part.fileName ?? "").prefix(255))
            let file = UploadedFile(
                id: part.id, name: name, contentType: part.part.contentType, byteCount: part.byteCount, path: part.path)
            part.isKept = true
            uploads.keep(file)
            values.removeAll { $0.name == part.part.name }
            values.append(Submission.Value(name: part.part.name, text: file.token))
            kept[file.token] = file
        }
        kept.merge(uploads.files(in: values.map(\.text))) { file, _ in file }
        return Upload.Result(values: values, files: kept)
    }

    /// Removes the files of a body that did not come to its end.
    mutating func dropUnfinished() {
        for part in files where !part.isKept {
            if part.descriptor >= 0 { close(part.descriptor) }
            if !part.path.isEmpty { unlink(part.path) }
            uploads.giveBack(part.byteCount)
        }
    }
}
