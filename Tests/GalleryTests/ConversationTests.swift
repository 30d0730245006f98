import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: reading letters") struct ConversationTests {
    @Test(arguments: Transport.allCases)
    func `a row deletes its own conversation before any container`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let list = try await visitor.click("Messages")
            #expect(list.rows.count == 3)
            let fewer = try await visitor.click("Delete", in: "Ada & Byron")
            #expect(visitor.chain == "ConversationCell;handled")
            #expect(fewer.rows.map(\.title) == list.rows.map(\.title).filter { $0 != "Ada & Byron" })
        }
    }

    @Test func `the conversation that is deleted in the list beside it is closed, and another one stays`() async throws
    {
        try await Transport.memory.letters { visitor in
            try await visitor.click("Messages")
            try await visitor.click("Ada & Byron")
            let other = try await visitor.click("Delete", in: "Bo <the Baker>")
            #expect(other.heading == "Ada & Byron" && !other.rows.map(\.title).contains("Bo <the Baker>"))
            let closed = try await visitor.click("Delete", in: "Ada & Byron")
            #expect(closed.heading == "Messages" && closed.rows.map(\.title) == ["Chloé d'Arc"])
            #expect(visitor.operation == "pop")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a row marks its conversation as read and forwards the selection to the container`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            let list = try await visitor.click("Messages")
            #expect(list.rows.map(\.isUnread) == [true, true, true])
            let friend = try await visitor.click("Bo <the Baker>")
            #expect(friend.heading == "Bo <the Baker>")
            #expect(visitor.chain == "ConversationCell;passed, MessageList;none, MessagesNavigation;handled")
            let read = try await visitor.click("Back")
            #expect(read.rows.first { $0.title == "Bo <the Baker>" }?.isUnread == false)
            #expect(read.rows.count(where: \.isUnread) == 2 && read.rows.allSatisfy { $0.badge == nil })
            let rows = try await visitor.siren("/letters/messages").entities(of: "row")
            #expect(rows.count { $0.properties?.unread == true } == 2)
        }
    }

    @Test(arguments: Transport.allCases)
    func `buttons without own handlers reach the container that handles their actions`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.click("Messages")
            try await visitor.click("New", at: .bar)
            #expect(visitor.chain == "MessageList;none, MessagesNavigation;handled")
            try await visitor.click("Cancel", at: .bar)
            try await visitor.click("Chloé d'Arc")
            let list = try await visitor.click("Mark as unread")
            #expect(visitor.chain == "Conversation;none, MessagesNavigation;handled")
            #expect(visitor.operation == "pop")
            #expect(list.rows.map(\.isUnread) == [true, true, true])
            try await visitor.click("Friends")
            try await visitor.click("Sign out", at: .bar)
            #expect(visitor.chain == "FriendList;none, FriendsNavigation;none, HomeTabs;none, LettersFlow;handled")
        }
    }
}

@Suite("Letters: a long conversation") struct LongConversationTests {
    /// The rows of the letters, which follow those of the three conversations.
    private func letters(on page: RenderedPage) -> ArraySlice<RenderedPage.Row> { page.rows.dropFirst(3) }

    @Test func `the newest letters are on the first page, and each page starts with its oldest letter`() async throws {
        let post = PostOffice()
        let ada = try Friend.named(1)
        for number in 1...45 { try await post.deliver("\(number)", from: "Tove", to: ada) }
        let app = HostedApplication("letters", title: "Letters") { Letters(post: post) }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/letters/messages/conversation:Ada%20&%20Byron")
            try await visitor.signIn(as: "Tove")
            #expect(letters(on: try visitor.page).map(\.title) == (26...45).map { "\($0)" })
            #expect(letters(on: try visitor.page).allSatisfy { $0.subtitle == "You" })
            #expect(letters(on: try await visitor.click("Next page")).map(\.title) == (6...25).map { "\($0)" })
            let oldest = try await visitor.click("Next page")
            #expect(letters(on: oldest).map(\.title) == [ada.greeting] + (1...5).map { "\($0)" })
            #expect(letters(on: oldest).first?.subtitle == ada.name)
            #expect(visitor.chain == "Conversation;handled")
            try await visitor.click("Reply")
            try visitor.fill("Message", with: "46")
            try await visitor.submit("Send")
            #expect(letters(on: try await visitor.click("Previous page")).count == 20)
            #expect(letters(on: try await visitor.click("Previous page")).last?.title == "46")
        }
    }

    @Test func `the longest conversation renders a page of normal size`() async throws {
        let post = PostOffice()
        let text = String(repeating: "&", count: 500)
        for _ in 1...5_000 { try await post.deliver(text, from: "Tove", to: try Friend.named(1)) }
        let app = HostedApplication("letters", title: "Letters") { Letters(post: post) }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/letters/messages/conversation:Ada%20&%20Byron")
            try await visitor.signIn(as: "Tove")
            // The rows of the letters, and that of the conversation.
            #expect(try visitor.page.rows.count == 21)
            #expect(try visitor.page.source.utf8.count < 100_000)
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 7])
    func `letters are split into pages from the newest one`(count: Int) {
        let messages = (0..<count).map { Message(sender: "", recipient: "", text: "\($0)") }
        let arranged = messages.newestPageFirst(of: 3).map(\.text)
        let expected: [Int: [String]] = [
            0: [], 1: ["0"], 2: ["0", "1"], 3: ["0", "1", "2"], 4: ["1", "2", "3", "0"],
            7: ["4", "5", "6", "1", "2", "3", "0"],
        ]
        #expect(arranged == expected[count])
    }
}

@Suite("Letters: the badge of unread letters") struct BadgeTests {
    private func badge(_ visitor: Visitor) throws -> String? {
        try visitor.page.tabs.first { $0.title == "Messages" }?.badge
    }

    @Test(arguments: Transport.allCases)
    func `the badge counts unread letters, and opening a conversation reduces it`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            #expect(try visitor.page.tabs.map(\.badge) == [nil, "3 new"])
            try await visitor.click("Messages")
            #expect(try badge(visitor) == "3 new")
            try await visitor.click("Ada & Byron")
            #expect(try badge(visitor) == "2 new")
            try await visitor.click("Mark as unread")
            #expect(try badge(visitor) == "3 new")
            try await visitor.click("Delete", in: "Ada & Byron")
            #expect(try badge(visitor) == "2 new")
            try await visitor.click("Bo <the Baker>")
            try await visitor.click("Back")
            try await visitor.click("Chloé d'Arc")
            #expect(try badge(visitor) == nil)
        }
    }

    @Test func `a GET of a conversation marks no letter as read`() async throws {
        try await Transport.memory.letters { visitor in
            let page = try await visitor.visit("/letters/messages/conversation:Ada%20&%20Byron")
            // Three conversations, and the letter of the one beside them.
            #expect(page.rows.count == 4 && page.rows.filter(\.isSelected).map(\.title) == ["Ada & Byron"])
            try await visitor.reload()
            #expect(try badge(visitor) == "3 new")
        }
    }

    @Test(arguments: Transport.allCases)
    func `all sessions of a person share one live unread count`(transport: Transport) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let (other, tove, again) = (Visitor(wire), Visitor(wire), Visitor(wire))
            for (visitor, name) in [(other, "Ida"), (tove, "Tove"), (again, "Tove")] {
                try await visitor.visit("/letters")
                try await visitor.signIn(as: name)
                #expect(try badge(visitor) == "3 new")
            }
            try await tove.click("Messages")
            try await tove.click("Bo <the Baker>")
            for (visitor, expected) in [(other, "3 new"), (tove, "2 new"), (again, "2 new")] {
                try await visitor.reload()
                #expect(try badge(visitor) == expected)
            }
            try await again.click("Messages")
            #expect(try again.page.rows.first { $0.title == "Bo <the Baker>" }?.badge == nil)
            try await again.click("Bo <the Baker>")
            try await again.click("Mark as unread")
            try await tove.reload()
            #expect(try badge(tove) == "3 new")
        }
    }

    @Test func `each person sees their own letters, also after the oldest were evicted`() async throws {
        let post = PostOffice(capacity: 40)
        let friends = try [3, 5, 7].map(Friend.named)
        let senders = ["Tove", "Ida", friends[1].name]
        let people = Set(senders + friends.map(\.name))
        var sent: [Message] = []
        func letters(of person: String) -> [Message] {
            let own = sent.filter { $0.sender == person || $0.recipient == person }
            guard own.isEmpty else { return own }
            return Friend.all.prefix(3).filter { $0.name != person }.map {
                Message(sender: $0.name, recipient: person, text: $0.greeting)
            }
        }
        for number in 0..<173 {
            let (sender, friend) = (senders[number % 3], friends[number / 2 % 3])
            try await post.deliver("\(number)", from: sender, to: friend)
            // A letter from a person of whom no letters are stored also stores their welcome letters.
            let first = letters(of: sender)
            if !sent.contains(where: { $0.sender == sender || $0.recipient == sender }) { sent += first }
            sent.append(Message(sender: sender, recipient: friend.name, text: "\(number)"))
            sent.removeFirst(max(0, sent.count - 40))
            for person in people {
                for other in people {
                    let texts = letters(of: person).filter { $0.other(than: person) == other }
                    #expect(post.messages(between: person, and: other).map(\.text) == texts.map(\.text))
                }
                #expect(post.conversations(of: person).first?.latest.text == letters(of: person).last?.text)
            }
        }
    }

    @Test func `evicted letters no longer count as unread`() async throws {
        let post = PostOffice(capacity: 8)
        let eve = try Friend.named(5)
        for number in 1...4 { try await post.deliver("\(number)", from: "Tove", to: eve) }
        #expect(post.unreadCount(of: eve.name) == 4)
        for number in 5...11 { try await post.deliver("\(number)", from: "Tove", to: eve) }
        #expect(post.unreadCount(of: eve.name) == 8)
        #expect(post.conversations(of: eve.name).map(\.unread) == [8])
        try await post.markRead(conversationOf: eve.name, with: "Tove")
        #expect(post.unreadCount(of: eve.name) == 0)
        try await post.markUnread(conversationOf: eve.name, with: "Tove")
        try await post.markUnread(conversationOf: eve.name, with: "Tove")
        #expect(post.unreadCount(of: eve.name) == 1)
        try await post.delete(conversationOf: eve.name, with: "Tove")
        #expect(post.unreadCount(of: eve.name) == 0)
        #expect(UnreadBadge.text(for: 0) == nil && UnreadBadge.text(for: 1) == "1 new")
        #expect(UnreadBadge.text(for: 100) == "99+ new")
    }
}

@Suite("Letters: the times of letters") struct LetterTimeTests {
    @Test func `conversations and letters have their time in words, counted by the clock of the post office`()
        async throws
    {
        let time = ManualTime(wallClock: 1_777_817_100_000_000_000)
        let post = PostOffice { .nanoseconds(time.wallClock) }
        let app = HostedApplication("letters", title: "Letters") { Letters(post: post) }
        try await post.deliver("Hello", from: "Tove", to: try Friend.named(1))
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/letters")
            try await visitor.signIn(as: "Tove")
            let times = try await visitor.click("Messages").rows.map(\.time)
            #expect(times == ["today 14:05", nil, nil])
            #expect(try visitor.page.source.contains("<time datetime=\"2026-05-03T14:05:00Z\">today 14:05</time>"))
            let row = try await visitor.siren("/letters/messages").entities(of: "row").first
            #expect(row?.properties?.time == "2026-05-03T14:05:00Z")
            time.advance(by: .seconds(86_400))
            #expect(try await visitor.visit("/letters/messages").rows.first?.time == "yesterday")
        }
    }
}
