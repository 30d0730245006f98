import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("The history of a session") struct HistoryTests {
    @Test(arguments: [(0, 0), (256, 256), (257, 0), (8_000, 0)])
    func `a version keeps no long token, since a client can lengthen it with empty pairs`(sent: Int, kept: Int) {
        #expect(ScrollTarget.kept(String(repeating: "&", count: sent)).utf8.count == kept)
    }

    @Test func `an action on an older version starts from its state and creates a branch`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act("mark", at: "/old/page:1", .version(2), for: id)
        _ = try await branch.act("read?page=2", at: "/old/page:1", .version(3), for: id)
        let done = try #require(try await branch.act("mark", at: "/old/page:1", .version(2), for: id).done)
        #expect(done.version == 5)
        #expect(try await branch.page("/old/page:1", version: 5, for: id).texts.last == "Marked 1 times")
        let onward = try #require(try await branch.act("read?page=2", at: "/old/page:1", .version(5), for: id).done)
        #expect(onward.location.path == "/old/page:1/page:2")
    }

    @Test func `two browser tabs have independent states, with reloads in between`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        var (one, two) = (2, 2)
        for round in 1...5 {
            one = try #require(try await branch.act("mark", at: "/old/page:1", .version(one), for: id).done).version
            for _ in 1...2 {
                two = try #require(try await branch.act("mark", at: "/old/page:1", .version(two), for: id).done).version
            }
            #expect(try await branch.page("/old/page:1", version: one, for: id).texts.last == "Marked \(round) times")
            #expect(
                try await branch.page("/old/page:1", version: two, for: id).texts.last == "Marked \(round * 2) times")
        }
    }

    @Test func `saved values of the session are not rolled back`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        _ = try await branch.act("stamp", .version(2), for: id)
        let page = try await branch.page(version: 2, for: id)
        #expect(page.at == .version(2))
        #expect(page.texts == ["Stamped 2 times"])
        _ = try await branch.act("stamp", .version(2), for: id)
        #expect(try await branch.page(version: 4, for: id).texts == ["Stamped 3 times"])
    }

    @Test func `a location becomes canonical only if it is new or shows the same page as before`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        let marked = try #require(try await branch.act("mark", at: "/old/page:1", .version(2), for: id).done)
        #expect(!marked.isCanonical)
        #expect(try await branch.page("/old/page:1", for: id).at == .version(2))
        let away = try #require(try await branch.act("back", at: "/old/page:1", .version(3), for: id).done)
        #expect(away.isCanonical)
        let unlike = try #require(try await branch.act("mark", at: "/old", .version(4), for: id).done)
        let read = try #require(try await branch.act("read?page=1", at: "/old", .version(unlike.version), for: id).done)
        #expect(read.isCanonical)
        #expect(try await branch.page("/old/page:1", for: id).at == .version(read.version))
    }

    @Test func `a GET of any version changes nothing`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act("mark", at: "/old/page:1", .version(2), for: id)
        for number in [1, 2, 3, 9] {
            for location in ["/old", "/old/page:1", "/new"] {
                _ = try await branch.page(location, version: number, for: id)
            }
        }
        #expect(try await branch.act("mark", at: "/old/page:1", .version(3), for: id).done?.version == 4)
        #expect(try await branch.page("/old/page:1", version: 4, for: id).texts.last == "Marked 2 times")
    }

    @Test func `the oldest versions are dropped first, and a form from one is shown again, filled`() async throws {
        let branch = Branch { $0.versions = 3 }
        let id = try await branch.session()
        for _ in 1...4 { _ = try await branch.act("stamp", for: id) }
        let page = try #require(
            try await branch.act("note", .version(2), typing: ["text": "hello"], for: id).stalePage)
        #expect(page.notice == Notice.changed(since: "note", on: page.screen))
        #expect(page.typed["text"] == "hello")
        #expect(try await branch.act("stamp", .version(5), for: id).done?.version == 7)
    }

    @Test func `a change of identity starts a new history`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let done = try #require(try await branch.act("join", .version(2), for: id).done)
        let newID = try #require(done.newID)
        #expect(try await branch.page(version: 2, for: newID).at != .version(2))
        #expect(try await branch.act("stamp", .version(2), for: newID).stalePage != nil)
        #expect(try await branch.act("stamp", .version(3), for: newID).done?.version == 4)
        #expect(try await branch.page(version: 3, for: id).isOfUnknownSession)
    }

    // MARK: - Drafts

    @Test func `a draft is restored after Back, but never a password`() async throws {
        let branch = Branch()
        let typed = ["text": "hello", "secret": "s3cret"]
        let id = try #require(
            try await branch.act("read?page=1", .path, typing: typed, for: nil).done?.newID)
        let page = try await branch.page(for: id)
        #expect(page.typed == ["text": "hello", "secret": ""])
        _ = try await branch.act("back", at: "/old/page:1", .version(2), for: id)
        #expect(try await branch.page(for: id).typed["text"] == "hello")
    }

    @Test func `a draft in one tab of the app is restored when the visitor returns to the tab`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act(
            "select-tab?tab=new", at: "/old/page:1", .version(2), typing: ["text": "draft"], for: id)
        let back = try #require(try await branch.act("select-tab?tab=old", at: "/new", .version(3), for: id).done)
        #expect(try await branch.page("/old/page:1", version: back.version, for: id).typed["text"] == "draft")
    }

    @Test func `submitted values remain only on the page that they were typed on`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let done = try #require(
            try await branch.act("note", .version(2), typing: ["text": "hello", "secret": ""], for: id).done)
        #expect(try await branch.page(version: done.version, for: id).typed["text"] == "")
        #expect(try await branch.page(version: 2, for: id).typed["text"] == "hello")
    }

    @Test func `after invalid input and after an error the form is filled, also after a reload`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        guard
            case .invalid(let page, _) = try await branch.act("misread", .version(2), typing: ["text": "one"], for: id)
        else {
            Issue.record("accepted")
            return
        }
        #expect(page.typed["text"] == "one")
        #expect(try await branch.page(version: 2, for: id).typed["text"] == "one")
        let failed = try #require(try await branch.act("tear", .version(2), typing: ["text": "two"], for: id).done)
        let after = try #require(
            try await branch.act("dismiss-alert", .version(failed.version), for: id).done)
        #expect(try await branch.page(version: after.version, for: id).typed["text"] == "two")
    }

    @Test func `the total size of drafts is limited`() async throws {
        let branch = Branch { $0.bytes = 10_000 }
        let id = try await branch.session()
        for number in 2...9 {
            let long = String(repeating: "\(number)", count: 4_000)
            _ = try await branch.act("mark", .version(number), typing: ["text": long], for: id)
        }
        let kept = try await (2...9).asyncCount { try await branch.page(version: $0, for: id).at == .version($0) }
        #expect(kept == 2)
        #expect(try await branch.page(version: 9, for: id).typed["text"]?.first == "9")
    }

    // MARK: - Policies

    @Test func `a repeated action under the policy once returns the first result`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=70")
        let first = try #require(try await branch.act("stamp", at: "/old/page:70", .version(2), for: id).done)
        branch.clock.advance(by: 3_600_000_000_000)
        let again = try #require(try await branch.act("stamp", at: "/old/page:70", .version(2), for: id).done)
        #expect(again.version == first.version)
        #expect(try await branch.page(version: 1, for: id).texts == ["Stamped 1 times"])
    }

    @Test func `under the policy reject an action on an older version shows the current state`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=71")
        _ = try await branch.act("mark", at: "/old/page:71", .version(2), for: id)
        let page = try #require(try await branch.act("mark", at: "/old/page:71", .version(2), for: id).stalePage)
        #expect(page.at == .version(3))
        #expect(try await branch.act("mark", at: "/old/page:71", .version(3), for: id).done?.version == 4)
    }

    @Test func `an ended flow cannot be opened again and redirects its visitors`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "select-tab?tab=new")
        _ = try await branch.act("read?page=1", at: "/new", .version(2), for: id)
        let closed = try #require(try await branch.act("close", at: "/new/page:1", .version(3), for: id).done)
        #expect(closed.location.path == "/old")
        let over = EndedFlowError(onward: Location("/old"))
        for version in [2, nil] {
            await #expect(throws: over) { try await branch.page("/new", version: version, for: id) }
        }
        await #expect(throws: over) { try await branch.page("/new/page:1", version: 3, for: id) }
        for origin in [Page.Origin.version(3), .path, nil] {
            await #expect(throws: over) { try await branch.act("mark", at: "/new/page:1", origin, for: id) }
        }
        let again = try #require(
            try await branch.act("select-tab?tab=new", at: "/old", .version(closed.version), for: id).done)
        #expect(try await branch.page("/new", for: id).at == .version(again.version))
        await #expect(throws: over) { try await branch.act("mark", at: "/new/page:1", .version(3), for: id) }
    }
}

extension Sequence {
    fileprivate func asyncCount(where isWanted: (Element) async throws -> Bool) async rethrows -> Int {
        var count = 0
        for element in self where try await isWanted(element) { count += 1 }
        return count
    }
}
