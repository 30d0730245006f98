import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: a visitor's journeys") struct LettersTests {
    @Test(arguments: Transport.allCases)
    func `A2: signing in leads to two tabs, each a stack of its own`(transport: Transport) async throws {
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
    func `A11: a friend is pushed, Back pops, and the other tab keeps its place`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let friend = try await visitor.choose("Ada & Byron")
            #expect(friend.heading == "Ada & Byron")
            #expect(visitor.operation == "push")
            #expect(friend.rows.contains { $0.title == "Lives in" && $0.subtitle == "Nottingham" })
            let messages = try await visitor.choose("Messages")
            #expect(messages.selectedTab == "Messages")
            #expect(messages.heading == "Messages")
            let kept = try await visitor.choose("Friends")
            #expect(kept.heading == "Ada & Byron")
            let list = try await visitor.choose("Back")
            #expect(list.heading == "Friends")
            #expect(visitor.operation == "pop")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A9, A13: the friend list picks a recipient in the modal, and what was written is in the list`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.choose("Messages")
            let picker = try await visitor.choose("New")
            #expect(picker.heading == "Select Recipient")
            #expect(picker.rows.map(\.title) == Friend.all.map(\.name))
            #expect(picker.tabs.isEmpty)
            let composer = try await visitor.choose("Chloé d'Arc")
            #expect(composer.heading == "New Message")
            #expect(composer.texts.contains("To Chloé d'Arc"))
            try visitor.fill("Message", with: "Dear Chloé,\n<b>hooves & hats</b>")
            let list = try await visitor.submit("Send")
            #expect(list.heading == "Messages")
            #expect(list.rows.first?.title == "Chloé d'Arc")
            #expect(list.rows.first?.subtitle == "Dear Chloé, <b>hooves & hats</b>")
            let conversation = try await visitor.choose("Chloé d'Arc")
            #expect(conversation.rows.last?.title == "Dear Chloé, <b>hooves & hats</b>")
            #expect(conversation.rows.last?.subtitle == "You")
            #expect(!conversation.source.contains("<b>"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `A16: Cancel is carried out by the container that presented, and nothing was sent`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.choose("Messages")
            let before = try visitor.page.rows
            try await visitor.choose("New")
            try await visitor.choose("Eve O'Malley")
            try visitor.fill("Message", with: "never mind")
            let list = try await visitor.choose("Cancel")
            #expect(visitor.chain == "Composer;none, NewMessageNavigation;none, MessagesNavigation;handled")
            #expect(list.heading == "Messages")
            #expect(list.rows == before)
        }
    }

    @Test(arguments: Transport.allCases)
    func `every friend's name is shown as it is and never becomes markup`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let list = try visitor.page
            #expect(list.rows.map(\.title) == Friend.all.map(\.name))
            #expect(!list.source.contains("<the"))
            for friend in Friend.all {
                let page = try await visitor.choose(friend.name)
                #expect(page.heading == friend.name)
                #expect(page.title == "\(friend.name) · Letters")
                #expect(!page.source.contains("<the") && page.source.ranges(of: "</title>").count == 1)
                try await visitor.choose("Back")
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `A17: an error becomes the window's alert, the stack stands, and nothing else can be done before`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.choose("Messages")
            try await visitor.choose("New")
            let composer = try await visitor.choose("Nils Öster")
            try visitor.fill("Message", with: "Are you there?")
            let alerted = try await visitor.submit("Send")
            #expect(alerted.alert?.title == "Your letter came back")
            #expect(alerted.alert?.message.contains("Nils Öster") == true)
            #expect(alerted.heading == composer.heading)
            #expect(alerted.buttons.map(\.label) == ["OK"])
            let again = try await visitor.choose("OK")
            #expect(again.alert == nil)
            #expect(again.heading == composer.heading)
            #expect(again.texts == composer.texts)
            let list = try await visitor.choose("Cancel")
            #expect(!list.rows.contains { $0.title == "Nils Öster" })
        }
    }

    @Test(arguments: Transport.allCases)
    func `A12: a row deletes its own conversation before any container is asked`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let list = try await visitor.choose("Messages")
            #expect(list.rows.count == 3)
            let fewer = try await visitor.choose("Delete", in: "Ada & Byron")
            #expect(visitor.chain == "ConversationCell;handled")
            #expect(fewer.rows.map(\.title) == list.rows.map(\.title).filter { $0 != "Ada & Byron" })
            let friend = try await visitor.choose("Bo <the Baker>")
            #expect(friend.heading == "Bo <the Baker>")
            #expect(visitor.chain == "ConversationCell;none, MessageList;none, MessagesNavigation;handled")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A29: signing out shows the login flow and changes the session's name`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let signedIn = visitor.cookies
            let login = try await visitor.choose("Sign out")
            #expect(login.heading == "Welcome to Letters")
            #expect(login.tabs.isEmpty)
            #expect(visitor.cookies != signedIn)
            #expect(visitor.cookies.count == 1)
            let stillOut = try await visitor.visit("/letters/messages")
            #expect(stillOut.heading == "Welcome to Letters")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A48: a guarded deep link shows the login at the same URL and continues after it`(
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
            #expect(page.url.hasPrefix("/letters/friends/friend:7"))
            let list = try await visitor.choose("Back")
            #expect(list.heading == "Friends")
        }
    }

    @Test(arguments: Transport.allCases)
    func `A25: two sessions share the letters and nothing else`(transport: Transport) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let sender = Visitor(wire)
            let reader = Visitor(wire)
            for visitor in [sender, reader] {
                try await visitor.visit("/letters")
                try await visitor.signIn(as: "The twins")
            }
            #expect(sender.cookies != reader.cookies)
            try await sender.choose("Olu 100%")
            try await sender.choose("Write to Olu 100%")
            try sender.fill("Message", with: "From one of us")
            let friend = try await sender.submit("Send")
            #expect(friend.heading == "Olu 100%")
            #expect(try reader.page.heading == "Friends")
            let list = try await reader.choose("Messages")
            #expect(list.rows.first?.title == "Olu 100%")
            #expect(list.rows.first?.subtitle == "From one of us")
        }
    }

    @Test(arguments: Transport.allCases)
    func `B18: a refused field comes back with what was typed and what is wrong`(transport: Transport) async throws {
        try await transport.letters { visitor in
            try await visitor.visit("/letters/messages/~compose/=5")
            #expect(try visitor.page.heading == "New Message")
            await #expect(throws: VisitorError.self) { try await visitor.submit("Send") }
            var call = try visitor.call(for: try visitor.page.button("Cancel"))
            let body = String(decoding: call.body, as: UTF8.self)
                .replacing("action=dismiss", with: "action=send-message%3Frecipient%3D5").replacing(
                    "text=", with: "text=++")
            call.body = Array(body.utf8)
            let reply = try await visitor.send(call)
            #expect(reply.status == 422)
            #expect(reply.text.contains("Please fill in “Message”."))
        }
    }
}
