import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: signing in and out, tabs and sessions") struct LettersTests {
    @Test func `a location with an impossible name is none, and no error of the server`() async throws {
        try await Transport.memory.gallery { visitor in
            for name in ["!00", "%CC%81", "%E2%80%AE", String(repeating: "a", count: 100)] {
                let reply = try await visitor.send(Call("GET", "/letters/login/welcome:\(name)"))
                #expect(reply.status == 404, "\(name)")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `signing in shows two tabs, each with its own stack`(transport: Transport) async throws {
        try await transport.gallery { visitor in
            let login = try await visitor.visit("/letters")
            #expect(login.heading == "Welcome to Letters")
            #expect(login.tabs.isEmpty)
            #expect(visitor.cookies.isEmpty)
            try visitor.fill("What are you called?", with: "  Tove   Jansson ")
            let welcome = try await visitor.submit("Continue")
            #expect(welcome.heading == "Hello, Tove Jansson")
            let home = try await visitor.submit("Open my letters")
            #expect(home.heading == "Friends")
            #expect(home.tabs.map(\.title) == ["Friends", "Messages"])
            #expect(home.selectedTab == "Friends")
            #expect(home.rows.map(\.title) == Friend.all.map(\.name))
        }
    }

    @Test(arguments: Transport.allCases)
    func `selecting a friend pushes, Back pops, and the other tab keeps its stack`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let friend = try await visitor.click("Ada & Byron")
            #expect(friend.heading == "Ada & Byron")
            #expect(visitor.operation == "push")
            #expect(friend.rows.contains { $0.title == "Lives in" && $0.subtitle == "Nottingham" })
            let messages = try await visitor.click("Messages")
            #expect(messages.selectedTab == "Messages")
            #expect(messages.heading == "Messages")
            let kept = try await visitor.click("Friends")
            #expect(kept.heading == "Ada & Byron")
            let list = try await visitor.click("Back")
            #expect(list.heading == "Friends")
            #expect(visitor.operation == "pop")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a second client with the cookie sees both stacks, and one without it sees the login`(
        transport: Transport
    ) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/letters")
            try await visitor.signIn(as: "Tove")
            try await visitor.click("Ada & Byron")
            try await visitor.click("Write to Ada & Byron")
            try visitor.fill("Message", with: "Half a letter")
            try await visitor.click("Cancel")
            try await visitor.click("Keep editing")
            let composer = try visitor.page
            let friend = Visitor(wire)
            friend.shareCookies(of: visitor)
            let seen = try await friend.visit(composer.url)
            #expect(seen.heading == composer.heading)
            #expect(try seen.field("Message").value == "Half a letter")
            let json = try await friend.siren(composer.url)
            #expect(json.title == composer.heading)
            // The second client can also return to the screens below the modal.
            try await friend.click("Cancel")
            #expect(try await friend.click("Discard").heading == "Ada & Byron")
            let messages = try await friend.click("Messages")
            #expect(messages.selectedTab == "Messages")
            let tab = try await visitor.visit(messages.url)
            #expect(tab.heading == "Messages" && tab.rows == messages.rows)
            #expect(try await visitor.click("Friends").heading == "Ada & Byron")
            #expect(try await visitor.click("Back").heading == "Friends")
            let stranger = Visitor(wire)
            #expect(try await stranger.visit(composer.url).heading == "Welcome to Letters")
        }
    }

    @Test(arguments: Transport.allCases)
    func `every friend's name is shown unchanged and is never parsed as markup`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let list = try visitor.page
            #expect(list.rows.map(\.title) == Friend.all.map(\.name))
            #expect(!list.source.contains("<the"))
            for friend in Friend.all {
                let page = try await visitor.click(friend.name)
                #expect(page.heading == friend.name)
                #expect(page.title == "\(friend.name) · Letters")
                #expect(!page.source.contains("<the") && page.source.ranges(of: "</title>").count == 1)
                try await visitor.click("Back")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `signing out shows the login flow and changes the session id`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let signedIn = visitor.cookies
            let login = try await visitor.click("Sign out")
            #expect(login.heading == "Welcome to Letters")
            #expect(login.tabs.isEmpty)
            #expect(visitor.cookies != signedIn)
            #expect(visitor.cookies.count == 1)
            let stillOut = try await visitor.visit("/letters/messages")
            #expect(stillOut.heading == "Welcome to Letters")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a guarded deep link shows the login at the same URL and continues after it`(
        transport: Transport
    ) async throws {
        try await transport.gallery { visitor in
            let login = try await visitor.visit("/letters/friends/friend:7")
            #expect(login.status == 200)
            #expect(login.url == "/letters/friends/friend:7")
            #expect(login.heading == "Welcome to Letters")
            try await visitor.signIn(as: "Tove")
            let page = try visitor.page
            #expect(page.heading == "Grzegorz Brzęczyszczykiewicz")
            #expect(page.url == "/letters/friends/friend:7")
            let list = try await visitor.click("Back")
            #expect(list.heading == "Friends")
        }
    }

    @Test(arguments: Transport.allCases)
    func `two sessions share the letters and nothing else`(transport: Transport) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let sender = Visitor(wire)
            let reader = Visitor(wire)
            for visitor in [sender, reader] {
                try await visitor.visit("/letters")
                try await visitor.signIn(as: "The twins")
            }
            #expect(sender.cookies != reader.cookies)
            try await sender.click("Olu 100%")
            try await sender.click("Write to Olu 100%")
            try sender.fill("Message", with: "From one of us")
            let friend = try await sender.submit("Send")
            #expect(friend.heading == "Olu 100%")
            #expect(try reader.page.heading == "Friends")
            let list = try await reader.click("Messages")
            #expect(list.rows.first?.title == "Olu 100%")
            #expect(list.rows.first?.subtitle == "From one of us")
        }
    }
}
