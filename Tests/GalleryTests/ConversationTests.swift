import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: reading them") struct ConversationTests {
    @Test(arguments: Transport.allCases)
    func `A12: a row deletes its own conversation before any container is asked`(transport: Transport) async throws {
        try await transport.letters { visitor in
            let list = try await visitor.choose("Messages")
            #expect(list.rows.count == 3)
            let fewer = try await visitor.choose("Delete", in: "Ada & Byron")
            #expect(visitor.chain == "ConversationCell;handled")
            #expect(fewer.rows.map(\.title) == list.rows.map(\.title).filter { $0 != "Ada & Byron" })
        }
    }

    @Test(arguments: Transport.allCases)
    func `A12, A18: a row notes that it was chosen, and passes that along to the container`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            let list = try await visitor.choose("Messages")
            #expect(list.rows.map(\.badge) == ["1 new", "1 new", "1 new"])
            let friend = try await visitor.choose("Bo <the Baker>")
            #expect(friend.heading == "Bo <the Baker>")
            #expect(visitor.chain == "ConversationCell;passed, MessageList;none, MessagesNavigation;handled")
            let read = try await visitor.choose("Back")
            #expect(read.rows.first { $0.title == "Bo <the Baker>" }?.badge == nil)
            #expect(read.rows.compactMap(\.badge) == ["1 new", "1 new"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `A11: buttons without code of their own reach the container that knows what they mean`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            try await visitor.choose("Messages")
            try await visitor.choose("New", at: .bar)
            #expect(visitor.chain == "MessageList;none, MessagesNavigation;handled")
            try await visitor.choose("Cancel", at: .bar)
            try await visitor.choose("Chloé d'Arc")
            let list = try await visitor.choose("Mark as unread")
            #expect(visitor.chain == "Conversation;none, MessagesNavigation;handled")
            #expect(visitor.operation == "pop")
            #expect(list.rows.map(\.badge) == ["1 new", "1 new", "1 new"])
            try await visitor.choose("Friends")
            try await visitor.choose("Sign out", at: .bar)
            #expect(visitor.chain == "FriendList;none, FriendsNavigation;none, HomeTabs;none, LettersFlow;handled")
        }
    }
}

@Suite("Letters: the badge of unread letters") struct BadgeTests {
    private func badge(_ visitor: Visitor) throws -> String? {
        try visitor.page.tabs.first { $0.title == "Messages" }?.badge
    }

    @Test(arguments: Transport.allCases)
    func `the tab counts the letters that are not read, and opening a conversation takes it down`(
        transport: Transport
    ) async throws {
        try await transport.letters { visitor in
            #expect(try visitor.page.tabs.map(\.badge) == [nil, "3 new"])
            try await visitor.choose("Messages")
            #expect(try badge(visitor) == "3 new")
            try await visitor.choose("Ada & Byron")
            #expect(try badge(visitor) == "2 new")
            try await visitor.choose("Mark as unread")
            #expect(try badge(visitor) == "3 new")
            try await visitor.choose("Delete", in: "Ada & Byron")
            #expect(try badge(visitor) == "2 new")
            try await visitor.choose("Bo <the Baker>")
            try await visitor.choose("Back")
            try await visitor.choose("Chloé d'Arc")
            #expect(try badge(visitor) == nil)
        }
    }

    @Test func `B4: looking at a conversation by its address marks nothing as read`() async throws {
        try await Transport.memory.letters { visitor in
            let page = try await visitor.visit("/letters/messages/conversation:Ada%20&%20Byron")
            #expect(page.rows.count == 1)
            try await visitor.reload()
            #expect(try badge(visitor) == "3 new")
        }
    }

    @Test(arguments: Transport.allCases)
    func `the count is a person's, in all their sessions, and live in each`(transport: Transport) async throws {
        try await transport.serve(Gallery.apps()) { wire in
            let (sender, eve, again) = (Visitor(wire), Visitor(wire), Visitor(wire))
            for (visitor, name) in [(sender, "Tove"), (eve, "Eve O'Malley"), (again, "Eve O'Malley")] {
                try await visitor.visit("/letters")
                try await visitor.signIn(as: name)
                #expect(try badge(visitor) == "3 new")
            }
            try await sender.visit("/letters/friends/friend:5/~write:5")
            try sender.fill("Message", with: "High water at six")
            try await sender.submit("Send")
            #expect(try badge(sender) == "3 new")
            for visitor in [eve, again] {
                try await visitor.reload()
                #expect(try badge(visitor) == "4 new")
            }
            let list = try await eve.choose("Messages")
            #expect(list.rows.first?.line == "Tove | High water at six | 1 new")
            #expect(try await eve.choose("Tove").rows.last?.title == "High water at six")
            try await again.reload()
            #expect(try badge(again) == "3 new")
        }
    }

    @Test func `of many letters each person finds their own, also when the oldest have made room`() throws {
        let post = PostOffice(capacity: 40)
        let friends = try [3, 5, 7].map(Friend.named)
        let senders = ["Tove", "Ida", friends[1].name]
        var sent: [(sender: String, recipient: String, text: String)] = []
        for number in 0..<173 {
            let (sender, friend) = (senders[number % 3], friends[number / 2 % 3])
            try post.deliver("\(number)", from: sender, to: friend)
            sent.append((sender, friend.name, "\(number)"))
            // In blocks of ten over the forty.
            if sent.count > 50 { sent.removeFirst(11) }
            for person in Set(senders + friends.map(\.name)) {
                for other in Set(senders + friends.map(\.name)) {
                    let texts = sent.filter {
                        [$0.sender, $0.recipient] == [person, other] || [$0.sender, $0.recipient] == [other, person]
                    }
                    #expect(post.messages(between: person, and: other).map(\.text) == texts.map(\.text))
                }
                let latest = sent.last { $0.sender == person || $0.recipient == person }?.text
                #expect(post.conversations(of: person).first?.latest.text == latest)
            }
        }
        #expect(post.conversations(of: "Nobody").isEmpty)
    }

    @Test func `letters that make room for newer ones are not counted any more`() throws {
        let post = PostOffice(capacity: 8)
        let eve = try Friend.named(5)
        let unread = post.unreadCount(of: eve.name)
        for number in 1...10 { try post.deliver("\(number)", from: "Tove", to: eve) }
        #expect(unread.value == 10)
        try post.deliver("11", from: "Tove", to: eve)
        #expect(unread.value == 8)
        #expect(post.conversations(of: eve.name).map(\.unread) == [8])
        post.markRead(conversationOf: eve.name, with: "Tove")
        #expect(unread.value == 0)
        #expect(unread.badge == nil)
        post.markUnread(conversationOf: eve.name, with: "Tove")
        post.markUnread(conversationOf: eve.name, with: "Tove")
        #expect(unread.badge == "1 new")
        post.delete(conversationOf: eve.name, with: "Tove")
        #expect(unread.value == 0)
        unread.add(100)
        #expect(unread.badge == "99+ new")
    }
}
