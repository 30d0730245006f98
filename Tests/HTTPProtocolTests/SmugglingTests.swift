import HTTPProtocol
import Testing

/// A request hidden in another: each way that is known, by the name it goes by. The README of the module has a line for each.
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
            name: "CL.CL", octets: post("Content-Length: 0\r\nContent-Length: 44", hidden),
            answer: .multipleContentLengths),
        Attack(name: "CL list", octets: post("Content-Length: 0, 44", hidden), answer: .invalidContentLength),
        Attack(name: "CL sign", octets: post("Content-Length: +44", hidden), answer: .invalidContentLength),
        Attack(
            name: "TE.TE, two fields",
            octets: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "TE.TE, unknown name", octets: post("Transfer-Encoding: xchunked", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "TE.TE, tab and vertical tab", octets: post("Transfer-Encoding:\u{B}chunked", "0\r\n\r\n" + hidden),
            answer: .invalidFieldValue),
        Attack(
            name: "TE.TE, space before the colon", octets: post("Transfer-Encoding : chunked", "0\r\n\r\n" + hidden),
            answer: .spaceBeforeColon),
        Attack(
            name: "TE.0", octets: post("Transfer-Encoding: chunked", "0\r\n\r\n" + hidden, line: "POST / HTTP/1.0"),
            answer: .transferEncodingInVersion10),
        Attack(
            name: "bare LF", octets: "POST / HTTP/1.1\nHost: a\r\nContent-Length: 0\r\n\r\n" + hidden,
            answer: .bareLineFeed),
        Attack(
            name: "bare LF between fields", octets: post("X: y\nTransfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .bareLineFeed),
        Attack(
            name: "bare CR", octets: post("X: y\rTransfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .bareCarriageReturn),
        Attack(
            name: "obs-fold", octets: post("X: y\r\n Transfer-Encoding: chunked", "0\r\n\r\n" + hidden),
            answer: .foldedField),
        Attack(
            name: "obs-fold of the coding", octets: post("Transfer-Encoding:\r\n chunked", "0\r\n\r\n" + hidden),
            answer: .invalidTransferEncoding),
        Attack(
            name: "NUL in a name", octets: post("Transfer-Encoding\0: chunked", "0\r\n\r\n" + hidden),
            answer: .invalidFieldName),
        Attack(
            name: "two hosts", octets: "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", answer: .multipleHosts),
        Attack(
            name: "chunk extension, bare LF",
            octets: post("Transfer-Encoding: chunked", "2;\nxx\r\n4c\r\n0\r\n\r\n" + hidden),
            answer: .bareLineFeed),
        Attack(
            name: "chunk extension, unclosed", octets: post("Transfer-Encoding: chunked", "2;a=\"\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkExtension),
        Attack(
            name: "chunk size with 0x", octets: post("Transfer-Encoding: chunked", "0x2\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkSize),
        Attack(
            name: "chunk size beyond 64 bits",
            octets: post("Transfer-Encoding: chunked", "10000000000000002\r\nxx\r\n0\r\n\r\n"),
            answer: .invalidChunkSize),
        Attack(
            name: "chunk longer than its size", octets: post("Transfer-Encoding: chunked", "2\r\nxxx\r\n0\r\n\r\n"),
            answer: .invalidChunkEnd),
        Attack(
            name: "chunk end by LF", octets: post("Transfer-Encoding: chunked", "2\r\nxx\n0\r\n\r\n"),
            answer: .invalidChunkEnd),
        Attack(
            name: "trailer with a length",
            octets: post("Transfer-Encoding: chunked", "0\r\nContent-Length: 44\r\n\r\n" + hidden),
            answer: .framingFieldInTrailer),
        Attack(
            name: "Expect obfuscated", octets: post("Expect: y 100-continue\r\nContent-Length: 44", hidden),
            answer: .unknownExpectation),
    ]

    @Test(arguments: refused, Feed.allCases)
    func `is refused, and nothing behind it is read`(attack: Attack, feed: Feed) {
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
    func `CL.0: a body that nobody asked for belongs to its request`(feed: Feed) throws {
        let octets =
            "GET /static HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.hidden.utf8.count)\r\n\r\n" + Self.hidden
        var connection = ServerConnection()
        let events = try feed(octets, to: &connection)
        #expect(events.compactMap(\.request).map(\.target) == ["/static"])
        #expect(events.compactMap(\.request).first?.body == Array(Self.hidden.utf8))
        _ = connection.answer(Response(.ok))
        #expect(connection.nextName() == (feed == .withMoreBehind ? "request /behind" : "needMore"))
    }

    @Test(arguments: ["2\r\nhi\r\n0\r\n\r\n", "0002 ; a = b ;c=\"d\\\"e\"\r\nhi\r\n000\r\n\r\n"], Feed.allCases)
    func `what only looks odd is legal`(body: String, feed: Feed) throws {
        #expect(try feed.request(Self.post("Transfer-Encoding: chunked", body)).body == Array("hi".utf8))
    }
}
