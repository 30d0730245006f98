import HTTPProtocol
import Testing

@Suite("RFC 9110 §5.5: opaque octets in field values") struct OpaqueValueTests {
    @Test(arguments: Feed.allCases)
    func `octets above ASCII are read unchanged, on every line of a name`(feed: Feed) throws {
        var connection = ServerConnection()
        let head = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8)
        let events = try feed(
            head + [0x80, 0x20, 0xFF] + Array("\r\nY: b\r\nx:".utf8) + [0xC3, 0xA4, 13, 10, 13, 10], to: &connection)
        let fields = try required(events.compactMap(\.request).first).fields
        var values: [[UInt8]] = []
        fields.forEachValue(of: "X") { value in values.append(value.withUnsafeBytes { Array($0) }) }
        #expect(values == [[0x80, 0x20, 0xFF], [0xC3, 0xA4]])
        #expect(Array(fields.octets(at: 1).value) == [0x80, 0x20, 0xFF])
        #expect(Array(fields.octets(at: 3).name) == Array("x".utf8))
        fields.forEachValue(of: "Z") { _ in Issue.record("there is none") }
    }

    @Test func `a response sends opaque octets unchanged and in order, but no controls`() {
        var response = Response(.noContent)
        response.fields.add("A", "1")
        let isAdded = response.fields.add("B", octets: [0x22, 0xFF, 0x80, 0x22])
        #expect(isAdded)
        response.fields.add("C", "3")
        for octets: [UInt8] in [[13, 10], [0], [0x7F]] {
            let isAdded = response.fields.add("D", octets: octets)
            #expect(!isAdded)
        }
        let isOwned = response.fields.add(.contentLength, octets: [0x31])
        #expect(!isOwned)
        // Replacing another field keeps the opaque octets.
        response.fields.set("E", "5")
        response.fields.set("E", "6")
        var connection = ServerConnection()
        connection.receive(text: "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = connection.nextName()
        var out: [UInt8] = []
        connection.send(response, date: [], into: &out)
        let expected =
            Array("HTTP/1.1 204 No Content\r\nA: 1\r\nB: ".utf8) + [0x22, 0xFF, 0x80, 0x22]
            + Array("\r\nC: 3\r\nE: 6\r\n\r\n".utf8)
        #expect(out == expected)
    }
}
