import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("A draft that waits for a login") struct WaitingDraftTests {
    @Test(arguments: [(0, false), (1, true), (32_700, true), (32_701, false)])
    func `the size of a waiting draft is limited, and an empty form is not kept`(length: Int, isKept: Bool) throws {
        let values =
            length == 0 ? [] : [FormSubmission.Value(name: "text", text: String(repeating: "x", count: length))]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        #expect((WaitingDraft(submission, at: Location("/a"), in: DraftRoom(), of: nil) != nil) == isKept)
    }

    @Test func `a draft is restored only for the user who typed it, or for any user if its writer is unknown`() throws {
        let values = [FormSubmission.Value(name: "text", text: "x")]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        let ofIda = try #require(WaitingDraft(submission, at: Location("/a"), in: DraftRoom(), of: "Ida"))
        #expect(ofIda.isFor("Ida") && !ofIda.isFor("Bo") && !ofIda.isFor(nil))
        let ofSomebody = try #require(WaitingDraft(submission, at: Location("/a"), in: DraftRoom(), of: nil))
        #expect(ofSomebody.isFor("Bo"))
    }

    @Test func `a session with a waiting draft is not hibernated`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let session = try #require(branch.table.place(of: id)?.session)
        let values = [FormSubmission.Value(name: "text", text: "x")]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        session.history.withLock {
            $0.waiting = WaitingDraft(submission, at: Location("/a"), in: DraftRoom(), of: "Ida")
        }
        branch.clock.advance(by: branch.table.limits.nanoseconds.hibernation + 1)
        #expect(branch.table.hibernate() == 0)
        session.history.withLock { $0.waiting = nil }
        #expect(branch.table.hibernate() == 1)
    }

    @Test func `blank fields are not part of a draft`() throws {
        let values = [FormSubmission.Value(name: "text", text: ""), FormSubmission.Value(name: "query", text: " \n")]
        let submission = try FormSubmission(token: "dismiss", values: values, files: [:])
        #expect(WaitingDraft(submission, at: Location("/a"), in: DraftRoom(), of: nil) == nil)
    }

    @Test func `the memory of all drafts is limited, and dropped drafts release it`() throws {
        let values = [FormSubmission.Value(name: "text", text: String(repeating: "x", count: 932))]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        let room = DraftRoom(limit: 10_000)
        var drafts: [WaitingDraft] = []
        for _ in 1...20 {
            if let draft = WaitingDraft(submission, at: Location("/a"), in: room, of: nil) { drafts.append(draft) }
        }
        #expect(drafts.count == 10)
        drafts.removeLast(3)
        for _ in 1...20 {
            if let draft = WaitingDraft(submission, at: Location("/a"), in: room, of: nil) { drafts.append(draft) }
        }
        #expect(drafts.count == 10)
    }

    @Test func `a page contains a hash of its user, also after hibernation`() async throws {
        let branch = Branch()
        #expect(try await branch.page(for: try await branch.session()).userFingerprint == nil)
        let ada = try await branch.session(after: "log-in?user=ada")
        let tag = try #require(try await branch.page(for: ada).userFingerprint)
        let session = try #require(branch.table.place(of: ada)?.session)
        #expect(tag.utf8.count == 8)
        #expect(try History(snapshot: session.snapshot()).owner.userFingerprint == tag)
        let bob = try await branch.session(after: "log-in?user=bob")
        #expect(try await branch.page(for: bob).userFingerprint != tag)
        let left = try #require(try await branch.act("leave", for: ada).done?.newID)
        #expect(try await branch.page(for: left).userFingerprint == nil)
    }

    @Test(arguments: [("Ida", true), ("Bo", false)])
    func `a draft is restored for the user who typed it, and waits while another is logged in`(
        user: String, isGiven: Bool
    ) throws {
        let values = [FormSubmission.Value(name: "text", text: "x")]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        let version = try Version(number: 1, of: try Branch().hosted.makeApplication(limits: SessionLimits()))
        var owner = SessionOwner(since: 0)
        owner.user = user
        var history = History(version, saved: nil, owner: owner)
        var ida = SessionOwner(since: 0)
        ida.user = "Ida"
        history.waiting = WaitingDraft(submission, at: version.location, in: DraftRoom(), of: ida.userFingerprint)
        history.endWaiting(.draft(Draft(values: values)), at: version, hasNewIdentity: true, limits: SessionLimits())
        #expect((history.draft(of: version) != nil) == isGiven)
        #expect((history.waiting == nil) == isGiven)
    }

    @Test func `a draft of an unknown user waits for the new user if the form cannot be loaded at login`() throws {
        let values = [FormSubmission.Value(name: "text", text: "x")]
        let submission = try FormSubmission(token: "send", values: values, files: [:])
        let version = try Version(number: 1, of: try Branch().hosted.makeApplication(limits: SessionLimits()))
        var ida = SessionOwner(since: 0)
        ida.user = "Ida"
        var history = History(version, saved: nil, owner: ida)
        history.waiting = WaitingDraft(submission, at: version.location, in: DraftRoom(), of: nil)
        history.endWaiting(.unknown, at: version, hasNewIdentity: true, limits: SessionLimits())
        let waiting = try #require(history.waiting)
        #expect(waiting.isFor(ida.userFingerprint) && !waiting.isFor("Bo"))
        history.endWaiting(.draft(Draft(values: values)), at: version, hasNewIdentity: false, limits: SessionLimits())
        #expect(history.waiting == nil && history.draft(of: version) != nil)
    }
}
