import Cairn
import HTTPProtocol
import Synchronization
import Testing

@testable import CairnTesting

@Suite("The visitor clicks only rendered elements") struct VisitorTests {
    @Test func `one test body runs in memory and over a socket, each time with new apps`() async throws {
        var visits = 0
        try await Visitor.each(apps: { [Desk.hosted()] }) { visitor in
            try await visitor.visit("/desk")
            #expect(try await visitor.click("Count").texts == ["Counted to 1"])
            visits += 1
        }
        #expect(visits == 2)
    }

    @Test func `an error for a missing element lists the available ones`() async throws {
        try await Visitor.atDesk { visitor in
            await #expect(throws: VisitorError.self) { try await visitor.click("Count") }
            try await visitor.visit("/desk")
            let error = await #expect(throws: VisitorError.self) { try await visitor.click("Shred") }
            #expect(error?.description.contains("“Count” (content)") == true)
            #expect(error?.description.contains("“Drawer 1” (row)") == true)
            #expect(throws: VisitorError.self) { try visitor.fill("Item", with: "x") }
            await #expect(throws: VisitorError.self) { try await visitor.follow("Elsewhere") }
            await #expect(throws: VisitorError.self) { try await visitor.pressEnter() }
            #expect(throws: VisitorError.self) { try visitor.back() }
            await #expect(throws: VisitorError.self) { try await visitor.siren("http://elsewhere.test/") }
        }
    }

    @Test func `an empty required field keeps the form, unless the button skips validation`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk/order")
            await #expect(throws: VisitorError.self) { try await visitor.pressEnter() }
            try visitor.fill("Item", with: "far too long a name")
            await #expect(throws: VisitorError.self) { try await visitor.submit("Order") }
            try visitor.fill("Item", with: "")
            #expect(try await visitor.click("Back").heading == "Desk")
        }
    }

    @Test func `Back shows the previous page unchanged, Reload requests it again`() async throws {
        try await Visitor.atDesk { visitor in
            try await visitor.visit("/desk")
            try await visitor.click("Drawer 1")
            try await visitor.click("Drawer 3")
            #expect(try visitor.back().heading == "Drawer 1")
            #expect(try await visitor.reload().heading == "Drawer 1")
            #expect(try visitor.back().heading == "Desk")
            #expect(throws: VisitorError.self) { try visitor.back() }
        }
    }

    @Test func `a request whose response ends too early is not sent again`() async throws {
        let count = Atomic(0)
        struct Unreadable: Error {}
        var configuration = Transport.configuration
        configuration.host = "127.0.0.1"
        configuration.port = 0
        let server = try Server(configuration, apps: [], log: Log(isQuiet: true)) { request in
            guard request.path == "/broken" else { return nil }
            count.add(1, ordering: .relaxed)
            return .now(
                Response(
                    .ok,
                    body: .writer {
                        try await $0.write("begin")
                        throw Unreadable()
                    }))
        }
        let running = Task { try await server.run() }
        let visitor = Visitor(.socket(port: try #require(await server.waitUntilListening()?.port)))
        defer { server.stop() }
        #expect(try await visitor.send(Call("GET", "/healthz")).status == 200)
        await #expect(throws: SocketClient.Failure.self) { try await visitor.send(Call("GET", "/broken")) }
        #expect(count.load(ordering: .relaxed) == 1)
        server.stop()
        try await running.value
    }

    @Test func `a call with its own Host and Content-Length has each of them once`() {
        let call = Call("POST", "/", fields: [("host", "a.test"), ("content-length", "2")], body: [1, 2])
        let text = String(decoding: call.bytes, as: UTF8.self).lowercased()
        #expect(text.split(separator: "host:").count == 2 && text.split(separator: "content-length:").count == 2)
    }

    @Test(arguments: [
        "<p>", "</p>", "<p></b></p>", "<p>&</p>", "<p>&nope;</p>", "<p a=\"1\" a=\"2\"></p>", "<p \"></p>", "< p></p>",
        "<style>p{}", "<p a=\"&\"></p>",
    ])
    func `a malformed page is rejected`(source: String) {
        #expect(throws: VisitorError.self) { try Markup.parse(source) }
    }

    @Test func `text is parsed like in a browser`() throws {
        let page = try Markup.parse(
            "<!doctype html><p class=\"a b\">1 &lt; 2 &amp;&#x20;&#51;</p><br><textarea>\n\nx &gt;\n</textarea>"
                + "<style>p > b { }</style><i>\u{301}</i>")
        #expect(page.first { $0.has(class: "b") }?.text == "1 < 2 & 3")
        #expect(page.first { $0.name == "textarea" }?.rawText == "\nx >\n")
        #expect(page.first { $0.name == "style" }?.rawText == "p > b { }")
        #expect(page.first { $0.name == "i" }?.rawText == "\u{301}")
    }

    @Test func `forms are encoded as in browsers`() {
        let bytes = FormEncoding.bytes(of: [("a b", "1\n2\r\n3"), ("ü&=", "~*-._+%")])
        #expect(String(decoding: bytes, as: UTF8.self) == "a+b=1%0D%0A2%0D%0A3&%C3%BC%26%3D=%7E*-._%2B%25")
    }
}
