import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: attaching a file to a letter") struct AttachmentTests {
    /// Runs `body` with a visitor who has a draft and a chosen file, on the description screen: three modals are
    /// stacked.
    private func describing(_ transport: Transport, _ body: (Visitor) async throws -> Void) async throws {
        try await transport.letters { visitor in
            try await visitor.visit("/letters/messages/~compose/=5")
            try visitor.fill("Message", with: "From the harbour")
            try await visitor.click("Attach a file")
            try visitor.attach("sunset.png", Array(repeating: 7, count: 1_540), to: "File")
            try visitor.fill("Caption", with: "Red & <late>")
            try await visitor.submit("Continue")
            try await body(visitor)
        }
    }

    @Test(arguments: Transport.allCases)
    func `Cancel dismisses only the topmost of three stacked modals`(
        transport: Transport
    ) async throws {
        try await describing(transport) { visitor in
            #expect(visitor.chain == "FileScreen;none, AttachmentNavigation;handled")
            #expect(visitor.operation == "present")
            let third = try visitor.page
            #expect(third.heading == "Describe It")
            #expect(third.url == "/letters/messages/~compose/=5/~attachment/~description")
            #expect(third.rows.map(\.line) == ["Red & <late> | sunset.png, 1.5 KB"])
            #expect(third.tabs.isEmpty)
            let second = try await visitor.click("Cancel")
            #expect(visitor.chain == "DescriptionScreen;none, AttachmentNavigation;handled")
            #expect(second.heading == "Attach a File")
            let first = try await visitor.click("Cancel")
            #expect(visitor.chain == "FileScreen;none, AttachmentNavigation;none, NewMessageNavigation;handled")
            #expect(first.heading == "New Message")
            #expect(first.fields.map(\.value) == ["From the harbour"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `dismissing the middle modal also dismisses the one above it, in one step`(
        transport: Transport
    ) async throws {
        try await describing(transport) { visitor in
            let composer = try await visitor.click("Leave it out")
            #expect(
                visitor.chain == "DescriptionScreen;none, AttachmentNavigation;none, NewMessageNavigation;handled")
            #expect(visitor.operation == "dismiss")
            #expect(composer.heading == "New Message")
            #expect(composer.url.hasPrefix("/letters/messages/~compose/=5"))
            #expect(!composer.url.contains("~attachment"))
            #expect(composer.fields.map(\.value) == ["From the harbour"])
            #expect(composer.rows.isEmpty)
        }
    }

    @Test(arguments: Transport.allCases)
    func `the finished attachment is forwarded to the composer's container, which dismisses both modals`(
        transport: Transport
    ) async throws {
        try await describing(transport) { visitor in
            try visitor.fill("For those who cannot see it", with: "Boats, all home")
            let composer = try await visitor.submit("Add to letter")
            #expect(
                visitor.chain == "DescriptionScreen;none, AttachmentNavigation;passed, NewMessageNavigation;handled")
            #expect(composer.heading == "New Message")
            #expect(composer.rows.map(\.line) == ["Red & <late> | sunset.png, 1.5 KB: Boats, all home"])
            #expect(composer.fields.map(\.value) == ["From the harbour"])
            try await visitor.submit("Send")
            let conversation = try await visitor.click("Eve O'Malley")
            let attached = "Red & <late> | sunset.png, 1.5 KB: Boats, all home | Attached"
            // The letters follow the list of conversations.
            #expect(conversation.rows.suffix(2).map(\.line) == ["From the harbour | You", attached])
        }
    }

    @Test(arguments: Transport.allCases)
    func `leaving a letter with an attachment and no text asks for confirmation`(
        transport: Transport
    ) async throws {
        try await describing(transport) { visitor in
            try await visitor.submit("Add to letter")
            try visitor.fill("Message", with: "")
            #expect(try await visitor.click("Cancel").alert?.title == "Discard what you typed?")
            #expect(try await visitor.click("Keep editing").rows.map(\.title) == ["Red & <late>"])
            let without = try await visitor.click("Remove", in: "Red & <late>")
            #expect(without.rows.isEmpty)
            try visitor.fill("Message", with: "")
            #expect(try await visitor.click("Cancel").heading == "Messages")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a form with a refused caption keeps the uploaded file`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.visit("/letters/messages/~compose/=5/~attachment")
            try visitor.attach("sunset.png", [1, 2, 3], to: "File")
            try visitor.fill("Caption", with: "  ")
            let refused = try await visitor.submit("Continue")
            #expect(refused.status == 422)
            #expect(refused.fields.map(\.error) == [nil, "Please fill in “Caption”."])
            #expect(refused.texts.contains { $0.hasPrefix("sunset.png is kept.") })
            try visitor.fill("Caption", with: "Three bytes")
            let described = try await visitor.submit("Continue")
            #expect(described.rows.map(\.line) == ["Three bytes | sunset.png, 3 bytes"])
        }
    }

    @Test func `each of the three modals has a URL that opens without a session`() async throws {
        try await Transport.memory.letters { visitor in
            let modal = "/letters/messages/~compose/=5"
            let headings = [
                "": "New Message", "/~attachment": "Attach a File", "/~attachment/~description": "Describe It",
            ]
            for (path, heading) in headings {
                #expect(try await visitor.visit(modal + path).heading == heading)
            }
            try await visitor.visit(modal + "/~attachment/~description")
            #expect(try visitor.page.buttons.map(\.label) == ["Cancel"])
            #expect(try await visitor.click("Cancel").heading == "Attach a File")
        }
    }

    @Test(arguments: [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_540, "1.5 KB"), (9_999, "9.9 KB"),
        (12_345, "12 KB"), (2_500_000, "2.5 MB"), (Int.max, "9223372036 GB"),
    ])
    func `a file size is printed in a readable unit`(byteCount: Int, text: String) {
        var attachment = Attachment(name: "a", byteCount: byteCount, caption: "")
        #expect(attachment.size == text)
        attachment.description = "b"
        #expect(attachment.summary == "a, \(text): b")
    }
}
