import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: unusual names and texts") struct NameTests {
    @Test(arguments: [
        "..", ".", "/", "a/b", "~compose", "!e", "!2F", "%2F", "%", "<b>&\"'", "é\u{301}", "👩‍👩‍👧", "a:b", "=x", "?#&;",
        "\\",
        "</title><script>", "nil", "ſ\u{130}", "Ida & Byron", "a\u{A0}b", "♥", "7", "\u{5D0}\u{5B8}", "٣",
    ])
    func `an unusual valid name round-trips through a URL and can sign in`(name: String) async throws {
        try await Transport.memory.gallery { visitor in
            try await visitor.visit("/letters")
            try visitor.fill("What are you called?", with: name)
            let welcome = try await visitor.submit("Continue")
            let shown = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(welcome.heading == "Hello, \(shown)")
            #expect(welcome.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            #expect(try await visitor.reload().heading == "Hello, \(shown)")
            #expect(try await visitor.submit("Open my letters").heading == "Friends")
            #expect(try await visitor.click("Messages").rows.isEmpty == false)
        }
    }

    @Test func `a name that is too long for a URL gets a version URL and can sign in`() async throws {
        try await Transport.memory.gallery { visitor in
            let name = String(repeating: "花", count: 40)
            let login = try await visitor.siren("/letters")
            let welcome = try await visitor.perform("give-name", of: login, fields: ["name": name])
            #expect(welcome.title == "Hello, \(name)")
            #expect(visitor.replies.first?["Location"]?.contains("?at=2") == true)
            #expect(try await visitor.perform("sign-in", of: welcome).title == "Friends")
        }
    }

    /// Texts without a visible character, too long texts, and texts with controls, noncharacters or bidirectional
    /// formatting characters.
    private static let notNames = [
        "", " ", "\t\n", "\u{1}", "a\u{0}b", "a\u{1B}[0mb", String(repeating: "x", count: 41), "\u{200B}", "\u{301}",
        "\u{3164}", "\u{115F} \u{1160}", "\u{FFA0}", "\u{200D}", "\u{FEFF}", "\u{2800}", "\u{E0041}", "\u{FE0F}",
        "\u{202E}txt", "a\u{202A}b", "a\u{2066}b", "a\u{2069}", "a\u{FFFF}", "\u{10FFFE}a",
    ]

    @Test(arguments: notNames)
    func `an invalid name is refused with an error at its field`(name: String) async throws {
        try await Transport.memory.gallery { visitor in
            for (path, action) in [
                ("/letters", "give-name"), ("/shop", "enter-shop"), ("/atlas/~settings", "traveller-named"),
            ] {
                let login = try await visitor.siren(path)
                let fields = ["name": name, "password": "open sesame"].filter { path == "/shop" || $0.key == "name" }
                let reply = try await visitor.send(try visitor.call(action, of: login, fields: fields))
                #expect(reply.status == 422, "\(path)")
                #expect(try reply.problem.errors?.map(\.name) == ["name"], "\(path)")
            }
        }
    }

    @Test(arguments: [
        "Ada & Byron", "ada & byron", "ADA  &\u{A0}BYRON", "Ada&Byron", "Bo <the Baker>", "Chloe\u{301} d'Arc",
        "Eve O'Malley\u{200B}", "Z\u{307}aneta + Xavier",
    ])
    func `a friend's name is refused, because all visitors share the friends' letters`(name: String) async throws {
        try await Transport.memory.gallery { visitor in
            let login = try await visitor.siren("/letters")
            let reply = try await visitor.send(try visitor.call("give-name", of: login, fields: ["name": name]))
            #expect(reply.status == 422)
            let message = try #require(try reply.problem.errors?.first).detail
            #expect(message == "That is the name of one of your friends. Please choose another one.")
            let link = try await visitor.visit("/letters/login/welcome:Ada%20&%20Byron")
            #expect(!link.buttons.map(\.label).contains("Open my letters"))
        }
    }

    @Test func `control characters of a letter appear unescaped neither in HTML nor in JSON`() async throws {
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
