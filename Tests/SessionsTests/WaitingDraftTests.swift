import NavigationKit
import Synchronization
import Testing

@testable import Sessions

@Suite("What waits behind a login") struct WaitingDraftTests {
    @Test(arguments: [(0, false), (1, true), (32_764, true), (32_765, false)])
    func `a waiting draft is bounded, and an empty form is not kept`(length: Int, isKept: Bool) throws {
        let values = length == 0 ? [] : [Submission.Value(name: "text", text: String(repeating: "x", count: length))]
        let submission = try Submission(token: "send", values: values, files: [:])
        #expect((WaitingDraft(submission, at: Location("/a"), of: nil) != nil) == isKept)
    }

    @Test func `is for the user who typed it, and for anybody where that is not known`() throws {
        let values = [Submission.Value(name: "text", text: "x")]
        let submission = try Submission(token: "send", values: values, files: [:])
        let ofIda = try #require(WaitingDraft(submission, at: Location("/a"), of: "Ida"))
        #expect(ofIda.isFor("Ida") && !ofIda.isFor("Bo") && !ofIda.isFor(nil))
        let ofSomebody = try #require(WaitingDraft(submission, at: Location("/a"), of: nil))
        #expect(ofSomebody.isFor("Bo"))
    }

    @Test func `a session in which a draft waits is not hibernated`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let session = try #require(branch.table.place(of: id)?.session)
        let values = [Submission.Value(name: "text", text: "x")]
        let submission = try Submission(token: "send", values: values, files: [:])
        session.history.withLock { $0.waiting = WaitingDraft(submission, at: Location("/a"), of: "Ida") }
        branch.clock.advance(by: branch.table.limits.parked + 1)
        #expect(branch.table.park() == 0)
        session.history.withLock { $0.waiting = nil }
        #expect(branch.table.park() == 1)
    }

    @Test func `the former user is known after hibernation`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "log-in?user=ada")
        let request = ActionRequest(
            location: Location("/new"), at: nil, submission: try Submission(token: "leave"), tag: id.tag)
        let left = try #require(try await branch.table.act(request, for: id).done?.newID)
        let session = try #require(branch.table.place(of: left)?.session)
        #expect(session.history.withLock { $0.formerUser(withTag: id.tag) } == "ada")
        let restored = try History(snapshot: session.snapshot(), now: 0)
        #expect(restored.formerUser(withTag: id.tag) == "ada" && restored.formerUser(withTag: "x") == nil)
    }

    @Test(arguments: [("Ida", true), ("Bo", false)])
    func `comes back to the user who typed it, and waits while another one is here`(
        user: String, isGiven: Bool
    ) throws {
        let values = [Submission.Value(name: "text", text: "x")]
        let submission = try Submission(token: "send", values: values, files: [:])
        let version = try Version(number: 1, of: try Branch().hosted.makeApplication(limits: SessionLimits()))
        var owner = SessionOwner(since: 0)
        owner.user = user
        var history = History(version, saved: nil, owner: owner)
        history.waiting = WaitingDraft(submission, at: version.location, of: "Ida")
        history.endWaiting(Draft(values: values), at: version, hasNewIdentity: true, limits: SessionLimits())
        #expect((history.draft(of: version) != nil) == isGiven)
        #expect((history.waiting == nil) == isGiven)
    }
}
