import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("The session quota of a network") struct NetworkQuotaTests {
    /// Creates a session with `clicks` actions from `network`, and returns its id.
    private func session(
        _ branch: Branch, from network: UInt64?, clicks: Int = 1, user: String? = nil
    ) async throws -> SessionID {
        var id: SessionID?
        for click in 1...clicks {
            let token = user.map { "log-in?user=\($0)" } ?? "stamp"
            let request = ActionRequest(
                location: Location("/old"), at: click == 1 ? .path : nil, submission: try FormSubmission(token: token),
                network: network)
            id = try await branch.table.act(request, for: id).done?.newID ?? id
        }
        return try #require(id)
    }

    @Test(arguments: [1, 2, 5]) func `a network at its limit loses its oldest sessions, at any click count`(
        clicks: Int
    ) async throws {
        let branch = Branch { $0.countPerNetwork = 3 }
        let other = try await session(branch, from: 2)
        var ids: [SessionID] = []
        for _ in 1...50 {
            branch.clock.advance(by: 1)
            ids.append(try await session(branch, from: 1, clicks: clicks))
        }
        #expect(branch.table.contains(other))
        #expect(ids.filter(branch.table.contains) == Array(ids.suffix(3)))
        #expect(branch.table.count == 4 && branch.table.quota.count == 4)
    }

    @Test func `a network at its limit loses an unused session before a used one`() async throws {
        let branch = Branch { $0.countPerNetwork = 3 }
        var ids: [SessionID] = []
        for _ in 1...3 {
            branch.clock.advance(by: 1)
            ids.append(try await session(branch, from: 1))
        }
        branch.clock.advance(by: 1)
        _ = try await branch.page(for: ids[0])
        branch.clock.advance(by: 1)
        _ = try await session(branch, from: 1)
        #expect(ids.map(branch.table.contains) == [true, false, true])
    }

    @Test func `a full table with one session per network evicts the least recently used sessions`() async throws {
        let branch = Branch { $0.count = 20 }
        var ids: [SessionID] = []
        for network in 1...20 { ids.append(try await session(branch, from: UInt64(network))) }
        for network in 21...30 {
            // Use the sessions in the order of their creation.
            for id in ids {
                branch.clock.advance(by: 1)
                _ = try await branch.page(for: id)
            }
            // The eviction removes the least recently used of eight sessions, so never one of the seven used last.
            let last = ids.suffix(7)
            ids.append(try await session(branch, from: UInt64(network)))
            #expect(last.allSatisfy(branch.table.contains))
            ids = ids.filter(branch.table.contains)
            #expect(ids.count == 20)
        }
    }

    @Test func `a network at its limit loses logged-in sessions last`() async throws {
        let branch = Branch { $0.countPerNetwork = 3 }
        let ada = try await session(branch, from: 1, user: "ada")
        branch.clock.advance(by: 1)
        for _ in 1...20 { _ = try await session(branch, from: 1, clicks: 2) }
        #expect(branch.table.contains(ada))
        for _ in 1...3 {
            branch.clock.advance(by: 1)
            _ = try await session(branch, from: 1, user: "bob")
        }
        #expect(!branch.table.contains(ada))
        #expect(branch.table.count == 3)
    }

    @Test func `an IPv6 network has the limit and an IPv6 site of 48 bits has eight times the limit`() async throws {
        let branch = Branch { $0.countPerNetwork = 2 }
        let site: UInt64 = 0x2001_0db8_0001_0000
        for _ in 1...5 { _ = try await session(branch, from: site) }
        #expect(branch.table.count == 2)
        for network in 1...100 as ClosedRange<UInt64> { _ = try await session(branch, from: site + network) }
        #expect(branch.table.count == 16)
        let other = try await session(branch, from: site + 0x1_0000)
        #expect(branch.table.count == 17 && branch.table.contains(other))
    }

    @Test(arguments: [1, 2]) func `a flood from one network evicts only its own sessions, also in a full table`(
        clicks: Int
    ) async throws {
        let branch = Branch {
            $0.count = 200
            $0.countPerNetwork = 1_000
        }
        var visitors: [SessionID] = []
        for number in 1...20 as ClosedRange<UInt64> {
            visitors.append(try await session(branch, from: 2 + number % 2, user: "ada"))
            visitors.append(try await session(branch, from: 10 + number))
        }
        branch.clock.advance(by: 1)
        for _ in 1...400 { _ = try await session(branch, from: 1, clicks: clicks) }
        #expect(visitors.allSatisfy(branch.table.contains))
        #expect(branch.table.count == 200 && branch.table.quota.count == 200)
    }

    @Test func `a flood from many networks of one IPv6 site evicts only its own sessions`() async throws {
        let branch = Branch { $0.count = 50 }
        let visitors = [try await session(branch, from: 1), try await session(branch, from: 1, clicks: 2)]
        branch.clock.advance(by: 1)
        for network in 1...100 as ClosedRange<UInt64> {
            _ = try await session(branch, from: 0x2001_0db8_0001_0000 + network)
        }
        #expect(visitors.allSatisfy(branch.table.contains))
        #expect(branch.table.count == 50)
    }

    @Test func `anonymous sessions of any network are evicted before a logged-in one`() async throws {
        let branch = Branch { $0.count = 10 }
        var visitors: [SessionID] = []
        for _ in 1...9 { visitors.append(try await session(branch, from: 1, user: "ada")) }
        branch.clock.advance(by: 1)
        for network in 1...50 as ClosedRange<UInt64> { _ = try await session(branch, from: 100 + network) }
        #expect(visitors.allSatisfy(branch.table.contains))
    }

    @Test func `a logout makes a session anonymous again`() async throws {
        let branch = Branch { $0.countPerNetwork = 2 }
        let ada = try await session(branch, from: 1, user: "ada")
        let left = try #require(try await branch.act("leave", for: ada).done?.newID)
        branch.clock.advance(by: 1)
        for _ in 1...2 { _ = try await session(branch, from: 1) }
        #expect(!branch.table.contains(left))
    }

    @Test func `expired sessions do not count, with and without a user`() async throws {
        let branch = Branch {
            $0.countPerNetwork = 2
            $0.idle = .nanoseconds(100)
        }
        for _ in 1...3 {
            let id = try await session(branch, from: 1)
            _ = try await branch.act("join", for: id)
            _ = try await session(branch, from: 1)
            #expect(branch.table.quota.count == 2)
            branch.clock.advance(by: 101)
            #expect(branch.table.reap() == 2)
            #expect(branch.table.quota.count == 0)
        }
    }

    @Test func `a busy session is not evicted`() async throws {
        let branch = Branch { $0.countPerNetwork = 1 }
        let id = try await session(branch, from: 1)
        let slow = Task { try await branch.act("queue", for: id).done?.version }
        await branch.gate.untilReached()
        _ = try await session(branch, from: 1)
        #expect(branch.table.contains(id))
        branch.gate.open()
        _ = try await slow.value
        branch.clock.advance(by: 1)
        let newest = try await session(branch, from: 1)
        #expect(branch.table.contains(newest) && branch.table.count == 1)
    }

    @Test func `a hibernated session counts towards its network's limit, and is restored with its network and user`()
        async throws
    {
        let branch = Branch {
            $0.countPerNetwork = 2
            $0.hibernation = .nanoseconds(100)
        }
        let ada = try await session(branch, from: 1, user: "ada")
        branch.clock.advance(by: 101)
        #expect(branch.table.hibernate() == 1)
        for _ in 1...5 { _ = try await session(branch, from: 1) }
        #expect(branch.table.count == 2 && branch.table.contains(ada))
        _ = try await branch.page(for: ada)
        #expect(try #require(branch.table.place(of: ada)?.session).owner.network == 1)
        #expect(branch.table.quota.count == 2)
    }

    @Test func `a session that is loaded from a store counts for its network`() async throws {
        let branch = Branch(store: Shelf()) { _ in
        } change: {
            $0.countPerNetwork = 2
            $0.hibernation = .nanoseconds(100)
        }
        var ids: [SessionID] = []
        for _ in 1...5 {
            branch.clock.advance(by: 1)
            ids.append(try await session(branch, from: 1))
        }
        #expect(branch.table.count == 2)
        for id in ids { #expect(try await branch.page(for: id).texts == ["Stamped 1 times"]) }
        #expect(branch.table.count == 2 && branch.table.quota.count == 2)
        branch.clock.advance(by: 101)
        branch.table.evictToStore()
        #expect(branch.table.count == 0 && branch.table.quota.count == 0)
    }
}
