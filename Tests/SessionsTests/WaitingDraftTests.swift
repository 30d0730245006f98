import NavigationKit
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
}
