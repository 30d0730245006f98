/// Receives the parts of a `multipart/form-data` body as they arrive.
package protocol MultipartConsumer {
    /// Begins a part.
    ///
    /// - Throws: ``BodyError`` if the part exceeds a limit.
    mutating func beginPart(_ part: MultipartPart) throws(BodyError)
    /// Appends to the part's content. `bytes` is valid only during the call.
    ///
    /// - Throws: ``BodyError`` if the content exceeds a limit.
    mutating func appendToPart(_ bytes: Span<UInt8>) throws(BodyError)
    /// Ends the part.
    ///
    /// - Throws: ``BodyError`` if the content of the part is invalid.
    mutating func endPart() throws(BodyError)
}

/// The header fields of a part (RFC 7578 §4.2).
package struct MultipartPart: Sendable, Equatable {
    /// The name of the form field.
    package let name: String
    /// The file's name on the visitor's device, without folders; `nil` if the part has no `filename`.
    package let fileName: String?
    /// The media type that the client declares for the part.
    package let contentType: String?
}

/// An incremental parser for `multipart/form-data` (RFC 7578, RFC 2046 §5.1). It buffers at most one delimiter or the
/// header fields of one part, and passes content to its ``MultipartConsumer`` immediately.
///
/// The parser skips the preamble, the padding behind a boundary and the epilogue (RFC 2046 §5.1.1). It requires
/// exactly one `Content-Disposition: form-data` with exactly one name per part, because attackers use tolerant
/// parsers to bypass filters.
package struct MultipartParser: Sendable {
    /// `\r\n--` and the boundary, in this order.
    private let delimiter: [UInt8]
    private var phase = Phase.preamble
    /// Unread bytes that can be the beginning of a delimiter, or of a part's header fields.
    private var held: [UInt8] = []
    private var parts = 0
    /// The number of consumed bytes. The two bytes in ``held`` at the start are not part of the body.
    private var position = -2

    private enum Phase { case preamble, afterDelimiter, padding, fields, content, end }

    /// The maximum size of a part's header fields, in bytes.
    private static let maxFieldsLength = 4_096

    /// - Parameter contentType: the value of the request's `Content-Type`.
    /// - Throws: ``BodyError`` if `contentType` is not `multipart/form-data` with exactly one valid boundary of 1 to 70
    ///   characters (RFC 2046 §5.1.1).
    package init(contentType: String) throws(BodyError) {
        let parameters = ParameterList(contentType)
        let boundaries = parameters?.values(of: "boundary") ?? []
        guard parameters?.first == "multipart/form-data", boundaries.count == 1, let boundary = boundaries.first,
            Self.isBoundary(boundary)
        else {
            throw BodyError(.invalidMultipart, at: 0, "multipart/form-data needs one boundary of 1 to 70 characters.")
        }
        delimiter = Array(("\r\n--" + boundary).utf8)
        // The first delimiter can lack a line end before it, so start as if one had arrived.
        held = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private static func isBoundary(_ text: String) -> Bool {
        let allowed = "'()+_,-./:=? "
        return (1...70).contains(text.utf8.count) && text.last != " "
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || allowed.contains($0)) }
    }

    /// True after the last delimiter. All bytes after it are ignored.
    package var isComplete: Bool { phase == .end }

    /// Parses the next bytes of the body.
    ///
    /// - Throws: ``BodyError`` for malformed input, and every error of `consumer`.
    package mutating func parse(
        _ bytes: Span<UInt8>, into consumer: inout some MultipartConsumer
    ) throws(BodyError) {
        guard phase != .end else { return }
        // Usually `held` is empty, and no copy is needed.
        if held.isEmpty {
            let used = try read(bytes, into: &consumer)
            held = bytes.extracting(used..<bytes.count).array
        } else {
            bytes.withUnsafeBytes { held.append(contentsOf: $0) }
            let all = held
            let used = try read(all.span, into: &consumer)
            held = Array(all[used...])
        }
        if phase == .end { held = [] }
        let most = phase == .fields ? Self.maxFieldsLength + 3 : delimiter.count + 2
        guard held.count <= most else { throw malformed("The header fields of a part are longer than \(most) bytes.") }
    }

    /// Checks that the body is complete at its end.
    ///
    /// - Throws: ``BodyError`` if the last delimiter is missing.
    package func finish() throws(BodyError) {
        guard phase == .end else {
            throw malformed("The body ends before its last delimiter; send --boundary-- after the last part.")
        }
    }

    /// - Returns: The number of bytes consumed.
    private mutating func read(
        _ bytes: Span<UInt8>, into consumer: inout some MultipartConsumer
    ) throws(BodyError) -> Int {
        var used = 0
        while phase != .end {
            let rest = bytes.extracting(used..<bytes.count)
            let step: Int?
            switch phase {
            case .preamble: step = readPreamble(rest)
            case .afterDelimiter: step = try readAfterDelimiter(rest)
            case .padding: step = try readPadding(rest)
            case .fields: step = try readFields(rest, into: &consumer)
            case .content: step = try readContent(rest, into: &consumer)
            case .end: step = nil
            }
            guard let step else { break }
            used += step
            position += step
        }
        return used
    }

    private mutating func readPreamble(_ bytes: Span<UInt8>) -> Int? {
        guard let found = firstDelimiter(in: bytes) else { return bytes.isEmpty ? nil : bytes.count }
        guard found.isWhole else { return found.start > 0 ? found.start : nil }
        phase = .afterDelimiter
        return found.start + delimiter.count
    }

    /// Reads either two hyphens, which end the body, or nothing: padding, a line end and a part follow.
    private mutating func readAfterDelimiter(_ bytes: Span<UInt8>) throws(BodyError) -> Int? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] == UInt8(ascii: "-"), bytes[1] == UInt8(ascii: "-") else {
            phase = .padding
            return 0
        }
        phase = .end
        return 2
    }

    /// Reads `transport-padding CRLF`.
    private mutating func readPadding(_ bytes: Span<UInt8>) throws(BodyError) -> Int? {
        var padding = 0
        while padding < bytes.count, bytes[padding] == UInt8(ascii: " ") || bytes[padding] == UInt8(ascii: "\t") {
            padding += 1
        }
        if padding > 0 { return padding }
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] == UInt8(ascii: "\r"), bytes[1] == UInt8(ascii: "\n") else {
            throw malformed("Expected a line end or \"--\" after a boundary.")
        }
        parts += 1
        guard parts <= BodyError.maxFields else { throw .tooManyFields(at: max(0, position)) }
        phase = .fields
        return 2
    }

    private mutating func readFields(
        _ bytes: Span<UInt8>, into consumer: inout some MultipartConsumer
    ) throws(BodyError) -> Int? {
        guard bytes.isEmpty || bytes[0] != UInt8(ascii: "\r") else {
            throw malformed("A part has no header fields.")
        }
        guard let end = Self.firstEmptyLine(in: bytes) else {
            guard bytes.count < Self.maxFieldsLength + 4 else {
                throw malformed("The header fields of a part are longer than \(Self.maxFieldsLength) bytes.")
            }
            return nil
        }
        guard end <= Self.maxFieldsLength else {
            throw malformed("The header fields of a part are longer than \(Self.maxFieldsLength) bytes.")
        }
        guard let text = String(checked: bytes.extracting(0..<end)) else {
            throw malformed("The header fields of a part are not UTF-8.")
        }
        try consumer.beginPart(try part(of: text))
        phase = .content
        return end + 4
    }

    /// The position of the line end before the first empty line.
    private static func firstEmptyLine(in bytes: Span<UInt8>) -> Int? {
        var start = 0
        while let found = bytes.position(of: UInt8(ascii: "\r"), from: start) {
            guard found + 3 < bytes.count else { return nil }
            if bytes[found + 1] == UInt8(ascii: "\n"), bytes[found + 2] == UInt8(ascii: "\r"),
                bytes[found + 3] == UInt8(ascii: "\n")
            {
                return found
            }
            start = found + 1
        }
        return nil
    }

    private mutating func readContent(
        _ bytes: Span<UInt8>, into consumer: inout some MultipartConsumer
    ) throws(BodyError) -> Int? {
        guard let found = firstDelimiter(in: bytes) else {
            guard !bytes.isEmpty else { return nil }
            try consumer.appendToPart(bytes)
            return bytes.count
        }
        if found.start > 0 { try consumer.appendToPart(bytes.extracting(0..<found.start)) }
        guard found.isWhole else { return found.start > 0 ? found.start : nil }
        try consumer.endPart()
        phase = .afterDelimiter
        return found.start + delimiter.count
    }

    /// The position of the first delimiter. At the end of `bytes`, it can be an incomplete one.
    private func firstDelimiter(in bytes: Span<UInt8>) -> (start: Int, isWhole: Bool)? {
        var start = 0
        while let found = bytes.position(of: UInt8(ascii: "\r"), from: start) {
            if let known = bytes.matching(delimiter.span, from: found) { return (found, known == delimiter.count) }
            start = found + 1
        }
        return nil
    }

    // MARK: - A part's fields

    private func part(of fields: String) throws(BodyError) -> MultipartPart {
        var dispositions: [ParameterList] = []
        var contentType: String?
        for line in fields.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":"), line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 })
            else { throw malformed("\"\(line.prefix(40))\" is not a header field.") }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard let list = ParameterList(value) else {
                    throw malformed("\"\(value.prefix(40))\" is not a list of parameters.")
                }
                dispositions.append(list)
            case "content-type": contentType = String(value)
            default: break
            }
        }
        guard let disposition = dispositions.first, dispositions.count == 1, disposition.first == "form-data" else {
            throw malformed("Each part needs one Content-Disposition: form-data; name=\"…\".")
        }
        let (names, files) = (disposition.values(of: "name"), disposition.values(of: "filename"))
        // RFC 7578 §4.2 forbids `filename*`. Other parsers could prefer the extended parameters.
        let extended = disposition.values(of: "name*") + disposition.values(of: "filename*")
        guard let name = names.first, names.count == 1, files.count <= 1, extended.isEmpty else {
            throw malformed("A part must have one name and at most one filename.")
        }
        return MultipartPart(
            name: Self.unescaped(name), fileName: files.first.map { Self.withoutFolders(Self.unescaped($0)) },
            contentType: contentType)
    }

    /// Decodes the three escapes that browsers use in names (HTML §4.10.22.8).
    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        return text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    /// Removes folders, which some clients send, ASCII controls and line ends. The names `.` and `..` become empty.
    private static func withoutFolders(_ text: String) -> String {
        // Split at scalars, not characters: a slash with a combining mark is a different character, but still a slash
        // in a path.
        let last = text.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
        let lineEnds: Set<Unicode.Scalar> = ["\u{85}", "\u{2028}", "\u{2029}"]
        var name = String.UnicodeScalarView()
        name.append(contentsOf: last.lazy.filter { $0.value >= 0x20 && $0.value != 0x7F && !lineEnds.contains($0) })
        return name.elementsEqual(".".unicodeScalars) || name.elementsEqual("..".unicodeScalars) ? "" : String(name)
    }

    private func malformed(_ message: String) -> BodyError {
        BodyError(.invalidMultipart, at: max(0, position), message)
    }
}
