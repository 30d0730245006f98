import Foundation
import HTTPProtocol
import Testing

/// Known techniques of request smuggling by their usual names. A table in the module's README lists each name, without
/// the part after the comma.
@Suite("RFC 9112 §11.2: request smuggling") struct SmugglingTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let octets: String
        let answer: ProtocolError.Code
        var testDescription: String { name }
    }

    private static let hidden = "GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n"

    private static func post(_ fields: String, _ body: String, line: String = "POST / HTTP/1.1") -> String {
        "\(line)\r\nHost: a\r\n\(fields)\r\n\r\n\(body)"
    }

    static let refused = [
        Attack(
            name: "CL.TE", octets: post("Content-Length: 6\r\nTransfer-Encoding: chunked", "0\r\n\r\nG"),
            answer: .bothLengths),
        Attack(
            name: "TE.CL", octets: post("Transfer-Encoding: chunked\r\nContent-Length: 4", "5c\r\nGPOST"),
            answer: .bothLengths),
        Attack(
            name: "0.CL", octets: post("Content-Length : 44", hidden, line: "GET / HTTP/1.1"), answer: .spaceBeforeColon
        ),
        Attack(
            name: "0.CL, folded", octets: post("Content-Length:\r\n 44", hidden, line: "GET / HTTP/1.1"),
            answer: .invalidContentLength),
        Attack(
            name: "CL.CL", octets: post("Content-Length: 0\r\nContent-Length: 44", hidden),
            answer: .multipleContentLengths),
        Attack(name: "CL.CL, list", octets: post("Content-Length: 0, 44", hidden), answer: .invalidContentLength),
        Attack(name: "CL.CL, sign", octets: post("Content-Length: +44", hidden), answer: .invalidContentLength),
        Attack(
            name: "TE.TE, two fields",
            octets: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "TE.TE, list", octets: post("Transfer-Encoding: chunked, identity", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "TE.TE, unknown name", octets: post("Transfer-Encoding: xchunked", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "TE.TE, vertical tab", octets: post("Transfer-Encoding:\u{B}chunked", "0\r\n\r\n" + hidden),
            answer: .invalidFieldValue),
        Attack(
            name: "TE.TE, space before the colon", octets: post("Transfer-Encoding : chunked", "0\r\n\r\n" + hidden),
            answer: .spaceBeforeColon),
        Attack(
            name: "TE in HTTP/1.0",
            octets: post("Transfer-Encoding: chunked", "0\r\n\r\n" + hidden, line: "POST / HTTP/1.0"),
            answer: .transferEncodingInVersion10),
        Attack(
            name: "bare LF", octets: "POST / HTTP/1.1\nHost: a\r\nContent-Length: 0\r\n\r\n" + hidden,
            answer: .bareLineFeed),
        Attack(
            name: "bare LF, between fields", octets: post("X: y\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .bareLineFeed),
        Attack(
            name: "bare CR", octets: post("X: y\rTransfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .bareCarriageReturn),
        Attack(
            name: "bare CR, after the last field", octets: "GET / HTTP/1.1\r\nHost: a\r\r\n" + hidden,
            answer: .bareCarriageReturn),
        Attack(
            name: "obs-fold", octets: post("X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .foldedField),
        Attack(
            name: "obs-fold, of the first field",
            octets: "POST / HTTP/1.1\r\n Transfer-Encoding: chunked\r\nHost: a\r\n\r\n0\r\n\r\n" + hidden,
            answer: .foldedField),
        Attack(
            name: "obs-fold, of the coding", octets: post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "NUL, in a value", octets: post("Transfer-Encoding: chunked\0", "0\r\n\r\n" + hidden),
            answer: .invalidFieldValue),
        Attack(
            name: "NUL, in a name", octets: post("Transfer-Encoding\0: chunked", "0\r\n\r\n" + hidden),
            answer: .invalidFieldName),
        Attack(
            name: "duplicate fields, Host", octets: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            answer: .multipleHosts),
        Attack(
            name: "chunk extensions, bare LF (TERM.EXT)",
            octets: post("Transfer-Encoding: chunked", "2;\nxx\r\n4c\r\n0\r\n\r\n" + hidden),
            answer: .bareLineFeed),
        Attack(
            name: "chunk extensions, unclosed", octets: post("Transfer-Encoding: chunked", "2;a=\"\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkExtension),
        Attack(
            name: "chunk extensions, bare CR (EXT.TERM)",
            octets: post("Transfer-Encoding: chunked", "2;\rxx\r\n4c\r\n0\r\n\r\n" + hidden),
            answer: .invalidChunkExtension),
        Attack(
            name: "chunk extensions, long",
            octets: post("Transfer-Encoding: chunked", "2;\(String(repeating: "a", count: 300))\r\nxx\r\n0\r\n\r\n"),
            answer: .chunkLineTooLong),
        Attack(
            name: "chunk sizes, with 0x", octets: post("Transfer-Encoding: chunked", "0x2\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkSize),
        Attack(
            name: "chunk sizes, beyond 64 bits",
            octets: post("Transfer-Encoding: chunked", "10000000000000002\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkSize),
        Attack(
            name: "chunk ends, after more data (SPILL.TERM)",
            octets: post("Transfer-Encoding: chunked", "2\r\nxxx\r\n0\r\n\r\n"),
            answer: .invalidChunkEnd),
        Attack(
            name: "chunk ends, by LF (ONE.TWO)", octets: post("Transfer-Encoding: chunked", "2\r\nxx\n0\r\n\r\n"),
            answer: .invalidChunkEnd),
        Attack(
            name: "chunk ends, by nothing (ZERO.TWO)", octets: post("Transfer-Encoding: chunked", "2\r\nxx0\r\n\r\n"),
            answer: .invalidChunkEnd),
        Attack(
            name: "chunk ends, by two others (TWO.TWO)",
            octets: post("Transfer-Encoding: chunked", "2\r\nxx\n\n0\r\n\r\n"), answer: .invalidChunkEnd),
        Attack(
            name: "trailers, with a length",
            octets: post("Transfer-Encoding: chunked", "0\r\nContent-Length: 44\r\n\r\n" + hidden),
            answer: .framingFieldInTrailer),
        Attack(
            name: "Expect, obfuscated", octets: post("Expect: y 100-continue\r\nContent-Length: 44", hidden),
            answer: .unknownExpectation),
        Attack(
            name: "request line, two versions", octets: post("X: y", hidden, line: "GET / HTTP/1.1 HTTP/1.1"),
            answer: .malformedRequestLine),
        Attack(name: "HTTP/0.9", octets: "GET /hidden\r\n", answer: .malformedRequestLine),
        Attack(
            name: "HTTP/2 preface", octets: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + hidden, answer: .unsupportedVersion),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `each smuggling request is refused, and no later octet is read`(attack: Attack, feed: Feed) {
        var connection = ServerConnection()
        var requests = 0
        do throws(ProtocolError) {
            requests = try feed(attack.octets, to: &connection).count(where: { $0.request != nil })
            Issue.record("\(requests) requests came of it")
        } catch {
            #expect(error.code == attack.answer)
        }
        connection.receive(text: Self.hidden)
        #expect(connection.nextName() == "\(attack.answer)")
        #expect(connection.answer(Response(.badRequest)).contains("Connection: close\r\n"))
        let closes = connection.shouldClose
        #expect(closes)
    }

    @Test(arguments: Feed.allCases)
    func `CL.0: the body of a GET belongs to its request`(feed: Feed) throws {
        let octets =
            "GET /static HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.hidden.utf8.count)\r\n\r\n" + Self.hidden
        var connection = ServerConnection()
        let events = try feed(octets, to: &connection)
        #expect(events.compactMap(\.request).map(\.target) == ["/static"])
        #expect(events.compactMap(\.request).first?.body == Array(Self.hidden.utf8))
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == (feed == .withMoreBehind ? "request /behind" : "needMore"))
    }

    @Test(arguments: ["POST", "OPTIONS", "GET", "HEAD", "DELETE"], Feed.allCases)
    func `TE.0: unexpected chunks belong to their request`(method: String, feed: Feed) throws {
        let body = "\(String(Self.hidden.utf8.count, radix: 16))\r\n\(Self.hidden)\r\n0\r\n\r\n"
        var connection = ServerConnection()
        let events = try feed(
            Self.post("Transfer-Encoding: chunked", body, line: "\(method) / HTTP/1.1"), to: &connection)
        #expect(events.compactMap(\.request).map(\.body) == [Array(Self.hidden.utf8)])
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == (feed == .withMoreBehind ? "request /behind" : "needMore"))
    }

    @Test(arguments: ["Content-Length: 44", "Transfer-Encoding: chunked"], [Status.ok, .requestTimeout])
    func `pauses: octets after an early response are not a request`(framing: String, answer: Status) {
        var connection = ServerConnection()
        connection.receive(text: Self.post(framing, ""))
        #expect(connection.nextName() == "needMore")
        #expect(connection.answer(Response(answer)).contains("Connection: close\r\n"))
        connection.receive(text: Self.hidden)
        #expect(connection.nextName() == "end")
    }

    @Test(arguments: ["Content-Length", "close, Transfer-Encoding", "Host", "Content-Length, Host"], Feed.allCases)
    func `hop by hop: Connection removes no field`(options: String, feed: Feed) throws {
        for (framing, body) in [("Content-Length: 2", "hi"), ("Transfer-Encoding: chunked", "2\r\nhi\r\n0\r\n\r\n")] {
            let request = try feed.request(Self.post("Connection: \(options)\r\n\(framing)", body))
            #expect(request.body == Array("hi".utf8))
            #expect(request.authority == "a")
        }
    }

    @Test(arguments: Feed.allCases)
    func `h2c: an upgrade is ignored`(feed: Feed) throws {
        let fields = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__"
        var connection = ServerConnection()
        let events = try feed(Self.post(fields, "", line: "GET / HTTP/1.1"), to: &connection)
        #expect(events.compactMap(\.request).map(\.target) == ["/"])
        #expect(connection.answer(Response(.ok)).hasPrefix("HTTP/1.1 200 "))
        connection.receive(text: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        if feed == .withMoreBehind {
            #expect(connection.nextName() == "request /behind")
            _ = connection.answer(Response(.ok))
        }
        #expect(connection.nextName() == "unsupportedVersion")
    }

    @Test func `the README lists each technique, and each listed technique is tested`() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/HTTPProtocol/README.md")
        let text = try String(contentsOf: source, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "## Request smuggling").last?.components(separatedBy: "\n## ").first)
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let tested = Self.refused.map { String($0.name.prefix { $0 != "," }) }
        #expect(Set(named) == Set(tested + ["CL.0", "TE.0", "pauses", "hop by hop", "h2c"]))
        #expect(Set(named).count == named.count)
    }

    @Test(arguments: ["2\r\nhi\r\n0\r\n\r\n", "0002 ; a = b ;c=\"d\\\"e\"\r\nhi\r\n000\r\n\r\n"], Feed.allCases)
    func `unusual but valid chunks are accepted`(body: String, feed: Feed) throws {
        #expect(try feed.request(Self.post("Transfer-Encoding: chunked", body)).body == Array("hi".utf8))
    }
}
