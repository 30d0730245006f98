import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: writing a letter") struct ComposerTests {
    @Test(arguments: Transport.allCases)
    func `the friend list selects the recipient in a modal, and the sent letter is in the list`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Messages")
            let picker = try await visitor.click("New")
            #expect(picker.heading == "Select Recipient")
            #expect(picker.rows.map(\.title) == Friend.all.map(\.name))
            #expect(picker.tabs.isEmpty)
            let composer = try await visitor.click("Chloé d'Arc")
            #expect(visitor.chain == "FriendList;none, NewMessageNavigation;handled")
            #expect(visitor.operation == "set")
            #expect(composer.heading == "New Message")
            #expect(composer.texts.contains("To Chloé d'Arc"))
            try visitor.fill("Message", with: "Dear Chloé,\n<b>hooves & hats</b>")
            let list = try await visitor.submit("Send")
            #expect(list.heading == "Messages")
            #expect(list.rows.first?.title == "Chloé d'Arc")
            #expect(list.rows.first?.subtitle == "Dear Chloé, <b>hooves & hats</b>")
            let conversation = try await visitor.click("Chloé d'Arc")
            #expect(conversation.rows.last?.title == "Dear Chloé, <b>hooves & hats</b>")
            #expect(conversation.rows.last?.subtitle == "You")
            #expect(!conversation.source.contains("<b>"))
        }
    }

    @Test(arguments: Transport.allCases)
    func `the friend list is reused in a tab, and both tabs present the composer`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Ada & Byron")
            #expect(visitor.chain == "FriendList;none, FriendsNavigation;handled")
            #expect(visitor.operation == "push")
            #expect(try await visitor.click("Write to Ada & Byron").heading == "New Message")
            try visitor.fill("Message", with: "From the friends")
            #expect(try await visitor.submit("Send").heading == "Ada & Byron")
            try await visitor.click("Messages")
            try await visitor.click("Ada & Byron")
            #expect(try await visitor.click("Reply").heading == "New Message")
            #expect(visitor.chain == "Conversation;none, MessagesNavigation;handled")
            try visitor.fill("Message", with: "From the conversation")
            let conversation = try await visitor.submit("Send")
            #expect(conversation.heading == "Ada & Byron")
            #expect(conversation.rows.suffix(2).map(\.title) == ["From the friends", "From the conversation"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `the presenting container handles Cancel, and nothing is sent`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Messages")
            let before = try visitor.page.rows
            try await visitor.click("New")
            try await visitor.click("Eve O'Malley")
            let list = try await visitor.click("Cancel")
            #expect(visitor.chain == "Composer;none, NewMessageNavigation;none, MessagesNavigation;handled")
            #expect(list.heading == "Messages")
            #expect(list.alert == nil)
            #expect(list.rows == before)
        }
    }

    @Test(arguments: Transport.allCases)
    func `leaving a draft needs the visitor's confirmation`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let composer = try await visitor.visit("/letters/messages/~compose/=5")
            try visitor.fill("Message", with: "never mind")
            let asked = try await visitor.click("Cancel")
            #expect(visitor.chain == "Composer;none, NewMessageNavigation;none, MessagesNavigation;handled")
            #expect(asked.alert?.title == "Discard what you typed?")
            #expect(asked.heading == "New Message")
            #expect(asked.buttons.map(\.label) == ["Keep editing", "Discard"])
            let kept = try await visitor.click("Keep editing")
            #expect(kept.alert == nil)
            #expect(kept.texts == composer.texts)
            #expect(kept.fields.map(\.value) == ["never mind"])
            try await visitor.click("Cancel")
            let list = try await visitor.click("Discard")
            #expect(list.heading == "Messages")
            #expect(!list.rows.contains { $0.title == "Eve O'Malley" })
            try await visitor.click("New")
            #expect(try await visitor.click("Eve O'Malley").fields.map(\.value) == [""])
        }
    }

    @Test(arguments: Transport.allCases)
    func `an error becomes an alert, the stack stays, and no other action is on offer until it is dismissed`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Messages")
            try await visitor.click("New")
            let composer = try await visitor.click("Nils Öster")
            try visitor.fill("Message", with: "Are you there?")
            let alerted = try await visitor.submit("Send")
            #expect(alerted.alert?.title == "Your letter came back")
            #expect(alerted.alert?.message.contains("Nils Öster") == true)
            #expect(alerted.heading == composer.heading)
            #expect(alerted.buttons.map(\.label) == ["OK"])
            let again = try await visitor.click("OK")
            #expect(again.alert == nil)
            #expect(again.heading == composer.heading)
            #expect(again.fields.map(\.value) == ["Are you there?"])
            try await visitor.click("Cancel")
            let list = try await visitor.click("Discard")
            #expect(!list.rows.contains { $0.title == "Nils Öster" })
        }
    }

    @Test(arguments: Transport.allCases)
    func `the composer keeps the error that it forwards to the window`(
        transport: Transport
    ) async throws {
        let note = "It came back once, and is still here to be sent another day."
        try await transport.letters { visitor in
            #expect(try await visitor.visit("/letters/friends/friend:13/~write:13").texts == ["To Nils Öster"])
            try visitor.fill("Message", with: "Are you there?")
            let alerted = try await visitor.submit("Send")
            #expect(alerted.alert != nil)
            #expect(alerted.texts.contains(note))
            #expect(try await visitor.click("OK").texts == ["To Nils Öster", note])
            #expect(try await visitor.reload().texts == ["To Nils Öster", note])
            // The state belongs to this letter, not to the friend.
            try await visitor.click("Cancel")
            try await visitor.click("Discard")
            #expect(try await visitor.click("Write to Nils Öster").texts == ["To Nils Öster"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a refused field keeps its input and shows the error`(transport: Transport) async throws {
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
