import Cairn
import CairnTesting
import Synchronization
import Testing

@testable import Gallery

@Suite("The gallery on several nodes") struct SeveralNodesTests {
    @Test func `letters and passports of one node are on the other`() async throws {
        let store = MemoryEventStore()
        let (first, second) = (PostOffice(), PostOffice())
        for post in [first, second] { try await post.log.open(in: store) }
        try await first.deliver("Is it cold?", from: "Tove", to: try Friend.named(5))
        try await second.deliver("And dark?", from: "Tove", to: try Friend.named(5))
        try await first.markRead(conversationOf: "Tove", with: "Bo <the Baker>")
        try await second.log.refresh()
        for post in [first, second] {
            #expect(post.messages(between: "Tove", and: "Eve O'Malley").map(\.text) == ["Is it cold?", "And dark?"])
            #expect(post.unreadCount(of: "Tove") == 2)
        }
        let offices = [PassportOffice(), PassportOffice()]
        for office in offices { try await office.register.open(in: store) }
        let record = PassportRecord(
            email: "ada@example.org", passwordLength: 8, details: PassportDetails(name: "Ada"))
        try await offices[0].issue(record)
        await #expect(throws: PassportExists.self) { try await offices[1].issue(record) }
        #expect(offices[1].record(of: record.id) == record)
    }

    @Test func `a letter that a node has stored is not sent again at another node`() async throws {
        let store = MemoryEventStore()
        let posts = [PostOffice(), PostOffice()]
        for post in posts { try await post.log.open(in: store) }
        let friend = try Friend.named(5)
        for key in ["one", "one", "two", nil, nil] {
            for post in posts { try await post.deliver("Is it cold?", from: "Tove", to: friend, key: key) }
        }
        for post in posts {
            try await post.log.refresh()
            #expect(post.messages(between: "Tove", and: friend.name).compactMap(\.key) == ["one", "two"])
            #expect(post.messages(between: "Tove", and: friend.name).count == 6)
        }
    }

    @Test func `two nodes sell the last piece once`() async throws {
        let store = MemoryEventStore()
        let shops = [ShopFakes(warehouse: Warehouse(capacity: 3)), ShopFakes(warehouse: Warehouse(capacity: 3))]
        for shop in shops { try await shop.warehouse.log.open(in: store) }
        let pages = try await withThrowingTaskGroup(of: RenderedPage.self) { group in
            for number in 0..<8 {
                group.addTask {
                    let pages = Pages()
                    try await Transport.memory.shop(shops[number % 2]) { visitor in
                        try await visitor.buy("The Night Atlas")
                        try await visitor.goToPayment()
                        pages.last = try await visitor.pay("71.50 EUR")
                    }
                    return try #require(pages.last)
                }
            }
            return try await group.reduce(into: [RenderedPage]()) { $0.append($1) }
        }
        #expect(pages.count { $0.heading == "Receipt 1" } == 3)
        #expect(pages.count { $0.alert?.title == "Somebody was faster" } == 5)
        // Customers who come too late pay nothing.
        #expect(shops.reduce(0) { $0 + $1.cashier.charges.count } == 3)
    }

    /// The last page of a visitor, who stays in one task.
    private final class Pages {
        var last: RenderedPage?
    }
}

@Suite("Shop: the stock") struct WarehouseTests {
    private static let line = Bill.Line(product: "night", title: "The Night Atlas", count: 2, cents: 100)

    @Test func `a day's stock is sold until nothing is left, and the next day's is full`() async throws {
        let day = Day("2026-03-09")
        let warehouse = Warehouse(capacity: 5) { day.text }
        for left in [3, 1] {
            #expect(try await warehouse.take([Self.line]) == "2026-03-09")
            #expect(warehouse.pieces(of: "night") == left && warehouse.pieces(of: "other") == 5)
        }
        let error = await #expect(throws: SoldOut.self) { try await warehouse.take([Self.line]) }
        #expect(error?.left == 1 && warehouse.pieces(of: "night") == 1)
        day.text = "2026-03-10"
        #expect(warehouse.pieces(of: "night") == 5)
        _ = try await warehouse.take([Self.line])
        #expect(warehouse.pieces(of: "night") == 3)
        // On a node whose clock is late it is another day's stock already.
        day.text = "2026-03-09"
        #expect(warehouse.pieces(of: "night") == 3)
        try await warehouse.putBack([Self.line], takenOn: "2026-03-09")
        #expect(warehouse.pieces(of: "night") == 3)
        try await warehouse.putBack([Self.line], takenOn: "2026-03-10")
        #expect(warehouse.pieces(of: "night") == 5)
    }

    @Test func `a declined card puts the pieces back`() async throws {
        let fakes = ShopFakes(warehouse: Warehouse(capacity: 1))
        try await Transport.memory.shop(fakes) { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            #expect(try await visitor.pay("71.50 EUR", code: "000").alert?.title == "Your card was declined")
            try await visitor.click("OK")
            #expect(try await visitor.pay("71.50 EUR").heading == "Receipt 1")
            #expect(fakes.cashier.charges == [7_150])
            #expect(try await visitor.click("Look for more").texts.contains("Sold out today"))
        }
    }

    private final class Day: Sendable {
        private let stored: Mutex<String>

        init(_ text: String) { stored = Mutex(text) }

        var text: String {
            get { stored.withLock(\.self) }
            set { stored.withLock { $0 = newValue } }
        }
    }
}

@Suite("Checkpoints of the gallery's shared data") struct CheckpointTests {
    @Test func `restored letters are the same, also after further events`() throws {
        var letters = LetterStore(capacity: 12, capacityForOne: 6)
        var copy = LetterStore(capacity: 12, capacityForOne: 6)
        let people = ["Tove", "Ida", "Ada & Byron", "Eve O'Malley"]
        var random = SystemRandomNumberGenerator()
        for number in 0..<300 {
            let (one, other) = (
                people[Int.random(in: 0..<4, using: &random)], people[Int.random(in: 0..<4, using: &random)]
            )
            let event: LetterStore.Event =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: .read(one, from: other)
                case 1: .markedUnread(one, from: other)
                case 2: .deleted(one, with: other)
                default: .delivered(Message(sender: one, recipient: other, text: "\(number)"))
                }
            letters.apply(event)
            copy.apply(event)
            if number % 7 == 0 {
                copy = LetterStore(capacity: 12, capacityForOne: 6)
                copy.restore(letters.checkpoint)
            }
            for person in people {
                #expect(copy.messages(of: person).map(\.text) == letters.messages(of: person).map(\.text))
                #expect(copy.unreadCount(of: person) == letters.unreadCount(of: person))
                let unread = letters.messages(of: person).count { $0.isUnread && $0.recipient == person }
                #expect(letters.unreadCount(of: person) == unread)
            }
        }
    }

    @Test func `letters in the events of earlier releases are read`() throws {
        var letters = LetterStore(capacity: 10, capacityForOne: 5)
        for number in 1...3 {
            var message = Message(sender: "Tove", recipient: "Ida", text: "\(number)", number: number)
            message.isUnread = number > 1
            letters.apply(.kept(message))
        }
        letters.apply(.clearedUpTo(2, person: "Ida", with: "Tove"))
        #expect(letters.messages(of: "Ida").map(\.text) == ["3"] && letters.unreadCount(of: "Ida") == 1)
        #expect(letters.messages(of: "Tove").map(\.text) == ["1", "2", "3"])
    }

    @Test func `restored passports are the same`() throws {
        var register = PassportRegister(capacity: 5)
        let records = (0..<3).map {
            PassportRecord(email: "\($0)@example.org", passwordLength: 8, details: PassportDetails(name: "Ada"))
        }
        for record in records.dropFirst() { register.apply(.issued(record)) }
        register.apply(.stamped(records[2].id, try Country.coded("IT")))
        var copy = PassportRegister(capacity: 5)
        copy.apply(.issued(records[0]))
        copy.restore(register.checkpoint)
        #expect(copy.checkpoint == register.checkpoint && copy.checkpoint.count == 2)
        #expect(copy.record(of: records[0].email) == nil && copy.record(of: records[2].email)?.stamps.count == 1)
        #expect(copy.record(of: PassportRecord.specimen.email) == PassportRecord.specimen)
    }
}
