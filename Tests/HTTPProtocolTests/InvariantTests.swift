import HTTPProtocol
import Testing

/// SplitMix64, seeded, so that every run has the same numbers.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite("RFC 9112 §2.2: any octets give messages or a ProtocolError") struct InvariantTests {
    static let seeds = [
        "GET /a?b HTTP/1.1\r\nHost: localhost:8080\r\nAccept: */*\r\nCookie: a=b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
        "PUT /x HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\n",
        "\r\nOPTIONS http://a/ HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx",
        "HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nCONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    ].map { Array($0.utf8) }

    static let dictionary = [
        "\r\n", "\n", "\r", " ", "\t", ":", ",", ";", "\0", "0", "ffffffffffffffff", "Content-Length: 1\r\n",
        "Transfer-Encoding: chunked\r\n", "Host: b\r\n", "HTTP/1.1", "chunked", "\u{7F}", "%", "[", "]", "\r\n\r\n",
        "\"", "\\",
    ].map { Array($0.utf8) }

    /// Returns the requests and the end, or the error, of octets in pieces of these sizes; responds to each request.
    private func transcript(of octets: [UInt8], sizes: () -> Int) -> [String] {
        var limits = Limits()
        limits.headerBytes = 256
        limits.requestLine = 64
        limits.body = 64
        var connection = ServerConnection(limits: limits)
        var lines: [String] = []
        var position = 0
        var out: [UInt8] = []
        while true {
            do throws(ProtocolError) {
                switch try connection.next() {
                case .needMore:
                    guard position < octets.count else {
                        connection.receiveEnd()
                        continue
                    }
                    let end = min(octets.count, position + max(sizes(), 1))
                    connection.receive(Array(octets[position..<end]))
                    position = end
                case .paused: lines.append("paused without a request")
                // Depends on the sizes by design: 100 is sent only before the body arrives.
                case .sendContinue: connection.sendContinue(into: &out)
                case .request(let request):
                    lines.append("\(request.method) \(request.target) \(request.authority ?? "-") \(request.version)")
                    lines += request.fields.map { "\($0.name)=\($0.value)" }
                    lines.append("\(request.body)")
                    connection.send(Response(.ok), date: [], into: &out)
                case .upload, .content: break
                case .end: return lines + ["end"]
                }
            } catch {
                return lines + ["\(error)"]
            }
        }
    }

    private func mutated(_ octets: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var octets = octets
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...octets.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: octets.insert(UInt8.random(in: 0...255, using: &generator), at: place)
            case 1: octets.insert(contentsOf: Self.dictionary.randomElement(using: &generator) ?? [], at: place)
            case 2: octets.removeSubrange(place..<min(place + 3, octets.count))
            default: octets.insert(contentsOf: octets.prefix(place).suffix(24), at: place)
            }
        }
        return octets
    }

    @Test(arguments: 0..<8)
    func `mutated requests give the same events in parts of any size`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let start = try #require(Self.seeds.randomElement(using: &generator))
            let octets = mutated(start, using: &generator)
            let whole = transcript(of: octets) { octets.count }
            let single = transcript(of: octets) { 1 }
            let parts = transcript(of: octets) { Int.random(in: 1...20, using: &generator) }
            #expect(whole == single, "\(String(decoding: octets, as: UTF8.self).debugDescription)")
            #expect(whole == parts)
        }
    }

    @Test(arguments: 0..<4)
    func `random octets end in an error or in the end of the input`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed + 100)
        for _ in 0..<500 {
            let count = Int.random(in: 0...300, using: &generator)
            let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let whole = transcript(of: octets) { octets.count }
            #expect(whole.last?.isEmpty == false)
            #expect(whole == transcript(of: octets) { 1 })
        }
    }

    @Test func `a large head can arrive octet by octet`() throws {
        let value = String(repeating: "v", count: 30_000)
        let request = try Feed.octetByOctet.request("GET / HTTP/1.1\r\nHost: a\r\nX: \(value)\r\n\r\n")
        #expect(request.fields["x"] == value)
    }

    @Test func `pipelined requests in parts of odd sizes are all parsed`() throws {
        var octets: [UInt8] = []
        for number in 0..<500 {
            octets += Array("POST /\(number) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc".utf8)
        }
        let lines = transcript(of: octets) { 777 }
        #expect(lines.filter { $0.hasPrefix("post /") }.count == 500)
        #expect(lines.last == "end")
    }
}
