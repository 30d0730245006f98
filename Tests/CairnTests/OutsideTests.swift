import Cairn
import CairnTesting
import NavigationKit
import Testing

@Suite("Leaving the app for allowed hosts") struct OutsideTests {
    struct Leave: Action { var url: String }

    final class App: Application {
        override func makeRootViewController() -> ViewController { Door() }
        override class var actions: [Handler] { [.on(leave)] }
        func leave(_ action: Leave) throws { try open(action.url) }
    }

    final class Door: ViewController {
        @ViewBuilder override var view: any View {
            TextField("Address", name: "url", maximumLength: 4_000)
            Button("Leave", action: Leave(url: ""))
        }
    }

    private static let hosted = HostedApplication(
        "app", title: "App", outsideHosts: ["science.example", "www.example.org"]
    ) { App() }

    private func leave(to url: String) async throws -> Reply {
        var reply: Reply?
        try await Transport.memory.serve([Self.hosted]) { wire in
            var encoded = ""
            for byte in url.utf8 { encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
            reply = try await Visitor(wire).post("/app", "action=leave&url=\(encoded)")
        }
        return try #require(reply)
    }

    @Test(arguments: [
        "https://science.example", "https://science.example/", "https://www.example.org/a/b?c=d&e#f",
        "https://science.example?q=%22",
    ])
    func `an allowed host is redirected to with 303`(url: String) async throws {
        let reply = try await leave(to: url)
        #expect(reply.status == 303)
        #expect(reply["Location"] == url)
    }

    @Test(arguments: [
        "https://evil.example", "http://science.example/", "//science.example/",
        "https://science.example.evil.example/",
        "https://science.example@evil.example/", "https://evil.example/@science.example",
        "https://science.example:8443/",
        "https://science.example\\@evil.example/", "https://science.example\t.evil.example/", "javascript:alert(1)", "",
        "https:///science.example", "https://SCIENCE.example/", "https://science.example/\r\nSet-Cookie: a=b",
        "https://science.example/\u{E9}", "/app", "https://science.example/" + String(repeating: "a", count: 2_100),
    ])
    func `any other URL causes an alert, and the visitor stays`(url: String) async throws {
        let reply = try await leave(to: url)
        #expect(reply.status == 409)
        #expect(reply["Location"] == nil)
        #expect(reply["Content-Location"] == "/app?at=2")
        #expect(reply["Set-Cookie"]?.contains("a=b") != true)
    }

    @Test func `CSP Level 3 §6.4.1: forms can lead to the allowed hosts only`() async throws {
        try await Transport.memory.serve([Self.hosted, Desk.hosted()]) { wire in
            let policy = try await Visitor(wire).get("/app", accept: "text/html")["Content-Security-Policy"]
            #expect(policy?.contains("form-action 'self' https://science.example https://www.example.org;") == true)
            let other = try await Visitor(wire).get("/desk", accept: "text/html")["Content-Security-Policy"]
            #expect(other?.contains("form-action 'self';") == true)
        }
    }
}
