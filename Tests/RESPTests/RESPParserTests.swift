import Testing

@testable import RESP

@Suite("Replies in RESP2 and RESP3") struct RESPParserTests {
    /// The values of `octets` that arrive in pieces of `size`.
    private func values(
        of octets: [UInt8], pieces size: Int = .max, limits: RESPParser.Limits = RESPParser.Limits()
    ) throws -> [RESPValue] {
        var parser = RESPParser(limits: limits)
        var values: [RESPValue] = []
        var rest = octets[...]
        while !rest.isEmpty {
            parser.receive(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let value = try parser.next() { values.append(value) }
        }
        return values
    }

    private func values(of text: String) throws -> [RESPValue] { try values(of: Array(text.utf8)) }

    private func error(of text: String, _ change: (inout RESPParser.Limits) -> Void = { _ in }) -> RESPError? {
        var limits = RESPParser.Limits()
        change(&limits)
        return #expect(throws: RESPError.self) { try values(of: Array(text.utf8), limits: limits) }
    }

    private static func bulk(_ text: String) -> RESPValue { .bulkString(Array(text.utf8)) }

    static let replies: [(String, RESPValue)] = [
        ("+OK\r\n", .simpleString("OK")), ("+\r\n", .simpleString("")),
        ("-ERR unknown command\r\n", .error(RESPErrorReply("ERR unknown command"))),
        (":0\r\n", .integer(0)), (":-9223372036854775808\r\n", .integer(.min)),
        (":+9223372036854775807\r\n", .integer(.max)), ("$0\r\n\r\n", bulk("")), ("$5\r\nhe\r\no\r\n", bulk("he\r\no")),
        ("$-1\r\n", .null), ("*-1\r\n", .null), ("_\r\n", .null), ("#t\r\n", .boolean(true)),
        ("#f\r\n", .boolean(false)), (",1.5\r\n", .double(1.5)), (",-1e-3\r\n", .double(-0.001)),
        (",inf\r\n", .double(.infinity)), (",-inf\r\n", .double(-.infinity)), (",10\r\n", .double(10)),
        (
            "(-3492890328409238509324850943850943825024385\r\n",
            .bigNumber("-3492890328409238509324850943850943825024385")
        ),
        ("!21\r\nSYNTAX invalid syntax\r\n", .error(RESPErrorReply("SYNTAX invalid syntax"))),
        ("=15\r\ntxt:Some string\r\n", bulk("Some string")), ("*0\r\n", .array([])), ("%0\r\n", .map([])),
        ("*3\r\n:1\r\n*1\r\n$1\r\na\r\n_\r\n", .array([.integer(1), .array([bulk("a")]), .null])),
        (
            "%2\r\n+a\r\n:1\r\n+b\r\n%1\r\n+c\r\n~0\r\n",
            .map([
                RESPPair(key: .simpleString("a"), value: .integer(1)),
                RESPPair(
                    key: .simpleString("b"), value: .map([RESPPair(key: .simpleString("c"), value: .set([]))])),
            ])
        ),
        ("~2\r\n+a\r\n+b\r\n", .set([.simpleString("a"), .simpleString("b")])),
        (
            ">2\r\n$10\r\ninvalidate\r\n*1\r\n$3\r\nkey\r\n",
            .push([bulk("invalidate"), .array([bulk("key")])])
        ),
        ("|1\r\n+ttl\r\n:3600\r\n*1\r\n|0\r\n:2\r\n", .array([.integer(2)])),
    ]

    @Test(arguments: replies) func `each type is parsed`(text: String, value: RESPValue) throws {
        #expect(try values(of: text) == [value])
    }

    @Test func `a number that is none is a double`() throws {
        for text in [",nan\r\n", ",-nan\r\n"] {
            guard case .double(let number) = try values(of: text).first else {
                Issue.record("no double: \(text)")
                continue
            }
            #expect(number.isNaN)
        }
    }

    @Test func `the values are the same in pieces of every size`() throws {
        let stream = Array(Self.replies.map(\.0).joined().utf8)
        for size in 1...stream.count {
            #expect(try values(of: stream, pieces: size) == Self.replies.map(\.1), "\(size)")
        }
    }

    @Test func `an error reply has a code`() {
        #expect(RESPErrorReply("MOVED 3999 127.0.0.1:6381").code == "MOVED")
        #expect(RESPErrorReply("NOAUTH").code == "NOAUTH")
    }

    @Test(arguments: [
        "?\r\n", "\r\n", "\n", "+OK\n", "+a\rb\r\n", ":\r\n", ":+\r\n", ":1a\r\n", ":9223372036854775808\r\n",
        ":-9223372036854775809\r\n", "$\r\n", "$-2\r\n", "$+1\r\na\r\n", "$1x\r\n", "$00000000001\r\na\r\n",
        "$1\r\nab\r\n", "$1\r\na\n\r", "*-2\r\n", "%-1\r\n", "~-1\r\n", "!-1\r\n", "_x\r\n", "#x\r\n", "#tt\r\n",
        ",\r\n", ",0x1p3\r\n", ",infinity\r\n", ",1,5\r\n", ",1.5e\r\n", "(\r\n", "(-\r\n", "(1.5\r\n", "=3\r\ntxt\r\n",
        "=4\r\ntext\r\n", "*1\r\n>0\r\n", "GET / HTTP/1.1\r\n", "HTTP/1.1 400 Bad Request\r\n",
    ])
    func `octets that are not RESP are refused`(text: String) {
        #expect(error(of: text)?.code == .malformed)
    }

    @Test(arguments: ["$?\r\n", "*?\r\n", "%?\r\n", "~?\r\n"])
    func `streamed values are refused`(text: String) {
        #expect(error(of: text)?.code == .unsupported)
    }

    @Test func `an error names its position and is thrown again`() throws {
        var parser = RESPParser()
        parser.receive(Array("+OK\r\n".utf8))
        #expect(try parser.next() == .simpleString("OK"))
        parser.receive(Array("*2\r\n:1\r\n:x\r\n+OK\r\n".utf8))
        let error = RESPError(code: .malformed, position: 13)
        #expect(throws: error) { try parser.next() }
        #expect(error.description == "malformed value (octet 13 of the replies)")
        parser.receive(Array("+OK\r\n".utf8))
        #expect(throws: error) { try parser.next() }
        #expect(!parser.isInValue)
    }

    @Test func `a connection that ends within a value is noticed`() throws {
        for text in ["+O", "$5\r\n", "$5\r\nab", "*2\r\n:1\r\n"] {
            var parser = RESPParser()
            parser.receive(Array(text.utf8))
            #expect(try parser.next() == nil)
            #expect(parser.isInValue)
        }
        var parser = RESPParser()
        parser.receive(Array("+OK\r\n".utf8))
        #expect(try parser.next() == .simpleString("OK"))
        #expect(!parser.isInValue)
    }

    // MARK: - Limits

    @Test func `a line has a maximum length, also before its end has arrived`() throws {
        let limit = { (limits: inout RESPParser.Limits) in limits.line = 10 }
        #expect(error(of: "+" + String(repeating: "x", count: 11) + "\r\n", limit)?.code == .lineTooLong)
        #expect(error(of: "+" + String(repeating: "x", count: 12), limit)?.code == .lineTooLong)
        var limits = RESPParser.Limits()
        limits.line = 10
        let longest = "+" + String(repeating: "x", count: 10) + "\r\n"
        #expect(try values(of: Array(longest.utf8), pieces: 1, limits: limits).count == 1)
    }

    @Test func `a string has a maximum length, which is checked before its octets arrive`() {
        #expect(error(of: "$16777217\r\n")?.code == .stringTooLong)
        #expect(error(of: "$2147483648\r\n")?.code == .stringTooLong)
        #expect(error(of: "$11\r\n") { $0.string = 10 }?.code == .stringTooLong)
        #expect(error(of: "*2\r\n$8\r\n12345678\r\n$8\r\n") { $0.value = 24 }?.code == .valueTooLarge)
    }

    @Test(arguments: ["*2147483648\r\n", "%2147483648\r\n", "*9999999999\r\n", "*100000\r\n*1\r\n", "%50001\r\n"])
    func `a value has a maximum number of elements, which is checked before they arrive`(text: String) {
        #expect(error(of: text)?.code == .tooManyElements)
    }

    @Test func `the elements are counted for each value on its own`() throws {
        var limits = RESPParser.Limits()
        limits.elements = 2
        let reply = "*2\r\n:1\r\n:2\r\n"
        #expect(try values(of: Array((reply + reply).utf8), limits: limits).count == 2)
    }

    @Test func `aggregates have a maximum depth`() throws {
        let nested = { String(repeating: "*1\r\n", count: $0) + ":1\r\n" }
        #expect(error(of: nested(17))?.code == .tooDeep)
        #expect(try values(of: nested(16)).count == 1)
    }

    @Test func `attributes without a value have a limit, too`() {
        #expect(error(of: String(repeating: "|0\r\n", count: 30)) { $0.value = 100 }?.code == .valueTooLarge)
    }

    @Test func `the buffer does not keep parsed octets`() throws {
        var parser = RESPParser()
        let reply = Array("$100000\r\n".utf8) + [UInt8](repeating: 7, count: 100_000) + Array("\r\n".utf8)
        for _ in 0..<100 {
            parser.receive(reply)
            #expect(try parser.next() == .bulkString([UInt8](repeating: 7, count: 100_000)))
            #expect(try parser.next() == nil)
            #expect(parser.bufferedCount <= 2 * reply.count)
        }
        parser.receive(Array("+OK\r\n".utf8))
        #expect(parser.bufferedCount == 5)
    }
}

@Suite("Commands of RESP") struct RESPCommandTests {
    @Test func `a command is an array of bulk strings`() {
        var command = RESPCommand("SET", "ä")
        command.append([0, 13, 10, 255])
        command.append("EX")
        command.append(30)
        var octets = Array("x".utf8)
        command.encode(into: &octets)
        let start = Array("x*5\r\n$3\r\nSET\r\n$2\r\nä\r\n$4\r\n".utf8)
        #expect(octets == start + [0, 13, 10, 255] + Array("\r\n$2\r\nEX\r\n$2\r\n30\r\n".utf8))
    }

    @Test func `a server's parser reads what was encoded`() throws {
        let long = String(repeating: "x", count: 70_000)
        let command = RESPCommand("HSET", "key", "", long)
        var octets: [UInt8] = []
        command.encode(into: &octets)
        var parser = RESPParser()
        parser.receive(octets)
        #expect(try parser.next() == .array(["HSET", "key", "", long].map { .bulkString(Array($0.utf8)) }))
    }
}
