import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("Letters: storage limits of the post office") struct PostOfficeTests {
    @Test func `signing in stores nothing, and each new person gets welcome letters`() async throws {
        let post = PostOffice(capacity: 20, capacityForOne: 10)
        try await post.deliver("Kept", from: "Tove", to: try Friend.named(5))
        let app = HostedApplication("letters", title: "Letters") { Letters(post: post) }
        try await Transport.memory.serve([app]) { wire in
            for number in 1...40 {
                let visitor = Visitor(wire)
                try await visitor.visit("/letters")
                try await visitor.signIn(as: "Newcomer \(number)")
                #expect(try visitor.page.tabs.last?.badge == "3 new")
                #expect(try await visitor.click("Messages").rows.map(\.isUnread) == [true, true, true])
            }
        }
        #expect(post.messages(between: "Tove", and: "Eve O'Malley").map(\.text) == ["Kept"])
    }

    @Test func `a welcome letter that was read or deleted is not added again`() async throws {
        let post = PostOffice()
        #expect(post.unreadCount(of: "Tove") == 3)
        try await post.markRead(conversationOf: "Tove", with: "Ada & Byron")
        #expect(post.unreadCount(of: "Tove") == 2)
        try await post.delete(conversationOf: "Tove", with: "Bo <the Baker>")
        #expect(post.unreadCount(of: "Tove") == 1)
        #expect(post.conversations(of: "Tove").map(\.other) == ["Chloé d'Arc", "Ada & Byron"])
        #expect(post.conversations(of: "Tove").map(\.unread) == [1, 0])
        for friend in ["Ada & Byron", "Chloé d'Arc"] { try await post.delete(conversationOf: "Tove", with: friend) }
        #expect(post.conversations(of: "Tove").isEmpty && post.unreadCount(of: "Tove") == 0)
        try await post.deliver("Hello", from: "Tove", to: try Friend.named(2))
        #expect(post.messages(between: "Tove", and: "Bo <the Baker>").map(\.text) == ["Hello"])
        #expect(post.conversations(of: "Tove").count == 1)
    }

    @Test func `changing letters that do not exist stores nothing`() async throws {
        let post = PostOffice(capacity: 4)
        try await post.deliver("Kept", from: "Tove", to: try Friend.named(5))
        for number in 1...40 {
            try await post.markRead(conversationOf: "\(number)", with: "Nobody")
            try await post.markUnread(conversationOf: "\(number)", with: "Ada & Byron")
            try await post.delete(conversationOf: "\(number)", with: "Nobody")
        }
        #expect(post.messages(between: "Tove", and: "Eve O'Malley").count == 1)
    }

    @Test func `a person who writes many letters loses only their own oldest ones`() async throws {
        let post = PostOffice(capacity: 100, capacityForOne: 10)
        let (ada, eve) = (try Friend.named(1), try Friend.named(5))
        try await post.deliver("First", from: "Ida", to: ada)
        for number in 1...200 { try await post.deliver("\(number)", from: "Tove", to: number % 2 == 0 ? ada : eve) }
        #expect(post.messages(between: "Ida", and: ada.name).map(\.text).last == "First")
        #expect(post.messages(between: "Tove", and: eve.name).map(\.text) == ["191", "193", "195", "197", "199"])
        #expect(post.conversations(of: "Tove").map(\.other) == [ada.name, eve.name])
        // Tove's evicted letters were removed from the friends' mailboxes too.
        #expect(post.messages(between: ada.name, and: "Tove").map(\.text) == ["192", "194", "196", "198", "200"])
    }

    @Test func `the total number of letters is limited, and a person without letters is welcomed again`() async throws {
        let post = PostOffice(capacity: 10, capacityForOne: 8)
        let eve = try Friend.named(5)
        try await post.deliver("Old", from: "Ida", to: eve)
        try await post.markRead(conversationOf: "Ida", with: "Ada & Byron")
        #expect(post.unreadCount(of: "Ida") == 2)
        for number in 1...20 { try await post.deliver("New", from: "\(number)", to: eve) }
        #expect(post.conversations(of: "Ida").map(\.other).sorted() == Friend.all.prefix(3).map(\.name))
        #expect(post.unreadCount(of: "Ida") == 3)
        #expect(post.messages(between: "20", and: eve.name).map(\.text) == ["New"])
        #expect(post.conversations(of: eve.name).reduce(0) { $0 + $1.unread } <= 10)
    }
}
