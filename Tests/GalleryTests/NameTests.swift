import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: names and texts that are hard to print") struct NameTests {
    @Test(arguments: [
        "..", ".", "/", "a/b", "~compose", "!e", "!2F", "%2F", "%", "<b>&\"'", "é\u{301}", "👩‍👩‍👧", "a:b", "=x", "?#&;",
        "\\",
        "</title><script>", "nil", "ſ\u{130}", "\u{202E}txt", "Ada & Byron", "a\u{A0}b",
    ])
    func `A49: any name stands in a URL, comes back from it, and signs in`(name: String) async throws {
        try await Transport.memory.gallery { visitor in
            try await visitor.visit("/letters")
            try visitor.fill("What are you called?", with: name)
            let welcome = try await visitor.submit("Continue")
            let shown = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(welcome.heading == "Hello, \(shown)")
            #expect(welcome.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(try await visitor.reload().heading == "Hello, \(shown)")
            #expect(try await visitor.submit("Open my letters").heading == "Friends")
            #expect(try await visitor.choose("Messages").rows.isEmpty == false)
        }
    }

    @Test func `a name too long for a URL leads to its version and still signs in`() async throws {
        try await Transport.memory.gallery { visitor in
            let name = String(repeating: "花", count: 40)
            let login = try await visitor.siren("/letters")
            let welcome = try await visitor.perform("give-name", of: login, fields: ["name": name])
            #expect(welcome.title == "Hello, \(name)")
            #expect(visitor.replies.first?["Location"]?.contains("?at=2") == true)
            #expect(try await visitor.perform("sign-in", of: welcome).title == "Friends")
        }
    }

    @Test(arguments: ["", " ", "\t\n", "\u{1}", "a\u{0}b", "a\u{1B}[0mb", String(repeating: "x", count: 41)])
    func `what is no name is refused at its field`(name: String) async throws {
        try await Transport.memory.gallery { visitor in
            let login = try await visitor.siren("/letters")
            let reply = try await visitor.send(try visitor.call("give-name", of: login, fields: ["name": name]))
            #expect(reply.status == 422)
            #expect(try reply.problem.errors?.map(\.name) == ["name"])
        }
    }

    @Test func `controls in a letter reach neither the markup nor the JSON as they are`() async throws {
        try await Transport.memory.letters { visitor in
            let composer = try await visitor.siren("/letters/messages/~compose/=5")
            let text = "a\u{0}b\u{1B}[31mc\u{7F}d\r\ne\u{2028}f"
            let call = try visitor.call("send-message", of: composer, fields: ["text": text])
            for accept in ["text/html", "application/json"] {
                var call = call
                call.fields = call.fields.filter { $0.name != "Accept" } + [("Accept", accept)]
                let reply = try await visitor.send(call)
                #expect(reply.status == 422)
                let controls = reply.body.filter { $0 < 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
                #expect(controls.isEmpty, "\(accept)")
            }
            _ = try await visitor.perform("send-message", of: composer, fields: ["text": "d\r\ne\u{2028}f"])
            #expect(try await visitor.visit("/letters/messages").rows.first?.title == "Eve O'Malley")
            #expect(!(try visitor.page.source.contains("&#13;")))
        }
    }
}
