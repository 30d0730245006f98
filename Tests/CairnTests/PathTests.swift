import Cairn
import CairnTesting
import Testing

@Suite("RFC 9110 §15.6.1, RFC 3986 §3.3: no unusual path causes a 500") struct PathTests {
    /// The visible ASCII characters except `#`, all percent-encoded octets, and other parts with a special meaning in
    /// paths, queries, files, locations or their parsers.
    private static let parts =
        (0x21...0x7E as ClosedRange<UInt8>).filter { $0 != UInt8(ascii: "#") }.map { String(UnicodeScalar($0)) }
        + (0...255 as ClosedRange<UInt8>).map { "%" + (($0 < 16) ? "0" : "") + String($0, radix: 16) }
        + [
            "%", "%4", "%zz", "%%", "..", "../..", "//", "/./", "~", "~~", "!", "!~", "~/", "drawer:", "drawer:1",
            "order",
            "drawer:99999999999999999999", "drawer:-1", "drawer:1.5", "drawer:1:2", "top", "~order", "desk",
            "cairn.css",
            "?at=99999999999999999999", "?at=", "?%00", "?&&==", "%c3%28", "%ed%a0%80", "%f4%90%80%80", "%e2%80%ae",
        ]

    private static func status(_ method: String, _ path: String, of visitor: Visitor) async throws -> Int {
        let isForm = method == "POST"
        return try await visitor.send(
            Call(
                method, path,
                fields: [("Accept", "text/html")]
                    + (isForm ? [("Content-Type", "application/x-www-form-urlencoded")] : []),
                body: isForm ? Array("action=increment".utf8) : [])
        ).status
    }

    @Test(arguments: [true, false])
    func `each unusual path segment at each position gets 200, 404 or 410`(mountsAtRoot: Bool) async throws {
        try await Transport.memory.serve([Desk.hosted()], mountsAtRoot: mountsAtRoot) { wire in
            let visitor = Visitor(wire)
            let base = mountsAtRoot ? "" : "/desk"
            for part in Self.parts {
                for path in [
                    "/\(part)", "\(base)\(part)", "\(base)/\(part)", "\(base)/drawer:1/\(part)x",
                    "\(base)/\(part)/order",
                ] where path.hasPrefix("/") {
                    let status = try await Self.status("GET", path, of: visitor)
                    #expect([200, 404, 410].contains(status), "\(path)")
                }
            }
        }
    }

    @Test(arguments: 0..<4)
    func `random sequences of unusual path segments cause no 500`(seed: UInt64) async throws {
        try await Visitor.atDesk { visitor in
            var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
            func next(below bound: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33) % bound
            }
            for _ in 0..<250 {
                let count = 1 + next(below: 6)
                let path = "/desk/" + (0..<count).map { _ in Self.parts[next(below: Self.parts.count)] }.joined()
                for method in ["GET", "HEAD", "POST", "OPTIONS", "DELETE"] {
                    let status = try await Self.status(method, path, of: visitor)
                    #expect(status < 500, "\(method) \(path)")
                }
            }
        }
    }

    @Test(arguments: [
        "/%64esk", "/%64%65%73%6B", "/d%65sk/", "/%64esk?at=path", "/de%73k/drawer:1", "/%64esk/drawer%3A1",
    ])
    func `RFC 9110 §4.2.3, RFC 3986 §6.2.2.2: unreserved octets of the app's name can be percent-encoded`(
        path: String
    ) async throws {
        try await Visitor.atDesk { visitor in
            let page = try await visitor.visit(path)
            #expect(page.status == 200)
            #expect(page.heading == (path.contains("drawer") ? "Drawer 1" : "Desk"))
            // The page's links are canonical, without percent-encoding.
            #expect(page.links.allSatisfy { !$0.target.contains("%") })
            // A drawer does not offer the posted action.
            let posted = try await Self.status("POST", path, of: visitor)
            #expect(posted == (path.contains("drawer") ? 409 : 303))
        }
    }

    @Test(arguments: ["/%2Fdesk", "/%64eskx", "/%44esk", "/%6", "/%64", "/%64es", "/%2564esk", "/desk%2Fdrawer:1"])
    func `RFC 3986 §2.2, §6.2.2.1: a path that is not equivalent to the app's path gets 404`(path: String)
        async throws
    {
        try await Visitor.atDesk { visitor in
            let reply = try await visitor.get(path)
            #expect(reply.status == 404)
        }
    }

    @Test func `invalid octets in a path over a socket cause no 500 either`() async throws {
        try await Transport.socket.serve([Desk.hosted()]) { wire in
            guard case .socket(let port) = wire.kind else { return }
            for part in Self.parts + ["\u{1}", "\u{7F}", "ü", "#a", "\t", "\0", "\\..\\"] {
                let client = try await SocketClient(port: port)
                try await client.send("GET /desk/\(part) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                #expect(try await client.reply().status < 500, "\(part)")
            }
        }
    }
}
