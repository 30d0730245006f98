import Testing

@testable import Hypermedia

@Suite("RFC 7578, RFC 2046 §5.1: multipart/form-data") struct MultipartTests {
    /// Records the parts, with their contents joined.
    private struct Recorder: MultipartConsumer {
        var parts: [(part: MultipartPart, content: [UInt8], isComplete: Bool)] = []
        var largestPiece = 0

        mutating func beginPart(_ part: MultipartPart) { parts.append((part, [], false)) }
        mutating func appendToPart(_ bytes: Span<UInt8>) {
            largestPiece = max(largestPiece, bytes.count)
            parts[parts.count - 1].content += bytes.withUnsafeBytes { Array($0) }
        }
        mutating func endPart() { parts[parts.count - 1].isComplete = true }
    }

    private static let contentType = "multipart/form-data; boundary=x-1"

    private func read(
        _ body: [UInt8], in size: Int? = nil, as contentType: String = MultipartTests.contentType
    ) throws -> Recorder {
        var parser = try MultipartParser(contentType: contentType)
        var recorder = Recorder()
        var start = 0
        while start < body.count {
            let end = min(start + (size ?? body.count), body.count)
            try parser.parse(body.span.extracting(start..<end), into: &recorder)
            start = end
        }
        try parser.finish()
        return recorder
    }

    private func read(_ body: String, as contentType: String = MultipartTests.contentType) throws -> Recorder {
        try read(Array(body.utf8), as: contentType)
    }

    private static func part(_ fields: String, _ content: String) -> String {
        "--x-1\r\n\(fields)\r\n\r\n\(content)\r\n"
    }
    private static let end = "--x-1--\r\n"

    @Test
    func `texts and files are parsed with their names, in pieces of any size, with and without an epilogue`()
        throws
    {
        let content = "a\r\n--x-\r\r\n-\r\n--x\r\n\r\n--x-2 \0\u{e4}\r\n"
        let body = Array(
            (Self.part("Content-Disposition: form-data; name=\"action\"", "send?to=7")
                + Self.part(
                    "content-disposition: form-data; name=file; filename=\"C:\\folder\\a \\\"b\\\".txt\"\r\nContent-Type: text/plain",
                    content) + Self.part("Content-Disposition: form-data; name=\"empty\"; filename=\"\"", "") + Self.end)
                .utf8)
        for (size, more) in [1, 2, 3, 5, 7, 11, 64, body.count].flatMap({ [($0, ""), ($0, "more\r\n--x-1\r\nX: y")] }) {
            let parts = try read(body + Array(more.utf8), in: size).parts
            #expect(
                parts.map(\.part) == [
                    MultipartPart(name: "action", fileName: nil, contentType: nil),
                    MultipartPart(name: "file", fileName: "a \"b\".txt", contentType: "text/plain"),
                    MultipartPart(name: "empty", fileName: "", contentType: nil),
                ])
            #expect(parts.map { String(decoding: $0.content, as: UTF8.self) } == ["send?to=7", content, ""])
            #expect(parts.count { $0.isComplete } == 3)
        }
    }

    @Test func `long content is passed on piece by piece, without buffering`() throws {
        let content = [UInt8](repeating: 13, count: 200_000)
        let head = Array("--x-1\r\nContent-Disposition: form-data; name=a; filename=b\r\n\r\n".utf8)
        let recorder = try read(head + content + Array("\r\n--x-1--".utf8), in: 1_000)
        #expect(recorder.parts.first?.content == content)
        #expect(recorder.largestPiece <= 1_100)
    }

    @Test(arguments: [
        ("name=\"a%22b%0D%0A\"", "a\"b\r\n"), ("name=a", "a"), ("name=\"\"", ""), ("name=\"ä€\"", "ä€"),
        ("name=\"a;b\"; x=y", "a;b"), ("NAME=\"a\"", "a"),
    ])
    func `field and file names are parsed in the forms that browsers and scripts send`(parameter: String, name: String)
        throws
    {
        let body = Self.part("Content-Disposition: form-data; \(parameter)", "x") + Self.end
        let parts = try read(body).parts
        #expect(parts.map(\.part.name) == [name])
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("a/b\\c", "c"), ("/", ""), ("..", ""), ("..\u{301}", "..\u{301}"),
        ("a/\u{301}b", "\u{301}b"), ("a\u{2028}b", "ab"),
    ])
    func `folders are removed from a file name`(sent: String, name: String) throws {
        let body = Self.part("Content-Disposition: form-data; name=f; filename=\"\(sent)\"", "x") + Self.end
        let parts = try read(body).parts
        #expect(parts.map(\.part.fileName) == [name])
    }

    @Test(arguments: [
        "", "--x-1", "--x-1\r\n", "--x-2--", "preamble", "preamble--x-1--", "pre\n--x-1--", "--x-1-", "--x-1 \r\n",
        "--x-1 --",
        "--x-1\t\n",
        "--x-1--x".replacing("--x", with: "-x"),
        part("Content-Disposition: form-data; name=a", "x"), part("Content-Type: text/plain", "x") + end,
        part("Content-Disposition: attachment; name=a", "x") + end, part("Content-Disposition: form-data", "x") + end,
        part("Content-Disposition: form-data; name=a; name=b", "x") + end,
        part("Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b", "x") + end,
        part("Content-Disposition: form-data; name=a; filename=b; filename=c", "x") + end,
        part("Content-Disposition form-data", "x") + end, part("Content-Disposition: form-data; name=\"a", "x") + end,
        part("Content-Disposition: form-data; name=a\r\nX: a\0b", "x") + end, "--x-1\r\n\r\nx\r\n" + end,
        part("X: " + String(repeating: "a", count: 5_000), "x") + end,
        "--x-1\r\n\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n" + end,
        part("Content-Disposition: form-data; x=1\u{37E} name=a", "x") + end,
        part("Content-Disposition: form-data; x=\"\u{301}; name=a; y=\"", "x") + end,
        part("Content-Disposition: form-data; name=\"a\"garbage", "x") + end,
        part("Content-Disposition: form-data; name*=UTF-8''b; name=a", "x") + end,
        part("Content-Disposition: form-data; name=a; filename*=UTF-8''b", "x") + end,
    ])
    func `a malformed body is refused, whole and octet by octet`(body: String) {
        for size in [1, 4_000, 100_000] {
            let error = #expect(throws: BodyError.self) { _ = try read(Array(body.utf8), in: size) }
            #expect(error?.code == .invalidMultipart)
        }
    }

    @Test func `the offset of an error is that of the part's fields in the body`() {
        let start = "--x-1\r\n"
        for (body, offset) in [(start + "X: a\r\n\r\n" + Self.end, start.utf8.count), ("", 0)] {
            let error = #expect(throws: BodyError.self) { _ = try read(Array(body.utf8), in: 4_000) }
            #expect(error?.offset == offset)
        }
    }

    @Test(
        arguments: ["", "a", "This is a message.\r\n\r\n--x-\r\n--x", "\r", "\r\n", "\r\r\n--", "--x-2"],
        ["", " ", "\t \t "])
    func `the preamble and the padding behind a boundary are skipped (RFC 2046 §5.1.1)`(
        preamble: String, padding: String
    ) throws {
        let field = "Content-Disposition: form-data; name=a\r\n\r\nx\r\n"
        let body = "\(preamble)\r\n--x-1\(padding)\r\n\(field)--x-1\(padding)\r\n\(field)--x-1--\(padding)\r\n"
        for size in [1, 2, 3, 7, 4_000] {
            let parts = try read(Array(body.utf8), in: size).parts
            #expect(parts.map(\.part.name) == ["a", "a"])
            #expect(parts.map(\.content) == [Array("x".utf8), Array("x".utf8)])
        }
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=a; boundary=b",
        "multipart/form-data; boundary=\"a ", "multipart/form-data; boundary=\"a\u{e4}\"",
        "multipart/form-data; boundary=" + String(repeating: "a", count: 71), "multipart/form-data; boundary=\"a \"",
    ])
    func `a content type without exactly one valid boundary is refused`(contentType: String) {
        #expect(throws: BodyError.self) { _ = try MultipartParser(contentType: contentType) }
    }

    @Test func `a quoted boundary can contain characters that a token cannot`() throws {
        let body = "--a=b ?c\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--a=b ?c--"
        let recorder = try read(body, as: "multipart/form-data; charset=utf-8; Boundary=\"a=b ?c\"")
        #expect(recorder.parts.count == 1)
    }

    @Test func `more than 256 parts are refused, and an epilogue is ignored`() throws {
        let one = Self.part("Content-Disposition: form-data; name=a", "x")
        let most = try read(String(repeating: one, count: 256) + Self.end)
        #expect(most.parts.count == 256)
        let error = #expect(throws: BodyError.self) { _ = try read(String(repeating: one, count: 257) + Self.end) }
        #expect(error?.code == .tooManyFields)
        let followed = try read(one + Self.end + "epilogue" + one)
        #expect(followed.parts.count == 1)
    }
}
