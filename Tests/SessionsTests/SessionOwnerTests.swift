import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("The user of a session") struct SessionOwnerTests {
    private func owner(_ branch: Branch, _ id: SessionID) throws -> SessionOwner {
        try #require(branch.table.place(of: id)?.session).owner
    }

    @Test func `a session keeps the user that the app gave until the next identity change`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        #expect(try owner(branch, id).user == nil && !owner(branch, id).isIdentified)
        branch.clock.advance(by: 5_000_000_000)
        let ada = try #require(try await branch.act("log-in?user=ada", for: id).done?.newID)
        #expect(try owner(branch, ada).user == "ada" && owner(branch, ada).isIdentified)
        #expect(try owner(branch, ada).since == 1_700_000_005_000_000_000)
        let left = try #require(try await branch.act("leave", for: ada).done?.newID)
        #expect(try owner(branch, left).user == nil && !owner(branch, left).isIdentified)
    }

    @Test func `an identity change without a user also identifies the session, unless it is a logout`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "join")
        #expect(try owner(branch, id).user == nil && owner(branch, id).isIdentified)
    }

    @Test func `a change from a user to no user is a logout that clears caches`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "log-in?user=ada")
        let left = try #require(try await branch.act("join", for: id).done)
        #expect(left.clearsCache)
        let anonymous = try #require(left.newID)
        #expect(try !owner(branch, anonymous).isIdentified)
    }

    @Test(arguments: [nil, 7, UInt64.max]) func `the snapshot contains the owner`(network: UInt64?) async throws {
        let branch = Branch()
        let request = ActionRequest(
            location: Location("/old"), at: .path, submission: try FormSubmission(token: "log-in?user=ada"),
            network: network)
        let id = try #require(try await branch.table.act(request, for: nil).done?.newID)
        let session = try #require(branch.table.place(of: id)?.session)
        let restored = try History(snapshot: session.snapshot()).owner
        #expect(restored == session.owner)
        #expect(restored.user == "ada" && restored.network == network && restored.since == 1_700_000_000_000_000_000)
    }

    @Test func `the page after a logout clears caches until the next action, also after a restart`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "join")
        #expect(try await !branch.table.page(at: Location("/old"), version: nil, for: id).clearsCache)
        let left = try #require(try await branch.act("leave", for: id).done)
        let newID = try #require(left.newID)
        #expect(try await branch.table.page(at: left.location, version: left.version, for: newID).clearsCache)
        #expect(try await !branch.table.page(at: Location("/new"), version: nil, for: newID).clearsCache)
        let session = try #require(branch.table.place(of: newID)?.session)
        let restored = try History(snapshot: session.snapshot())
        #expect(restored.owner == session.owner && restored.clearsCache(at: restored.newest))
        let next = try #require(try await branch.act("stamp", for: newID).done)
        #expect(try await !branch.table.page(at: next.location, version: next.version, for: newID).clearsCache)
    }
}
