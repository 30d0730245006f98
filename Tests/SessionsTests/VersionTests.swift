import NavigationKit
import Testing

@testable import Sessions

@Suite("D9: versions") struct VersionTests {
    @Test func `A17: a thrown error drops the tree, the version stands, and an alert says so`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let before = branch.living
        let done = try #require(try await branch.act("tear", for: id).done)
        #expect(done.failure is TornPage)
        #expect(done.location.path == "/old")
        #expect(branch.living == before)
        let page = try await branch.page(version: done.version, for: id)
        #expect(page.screen.title == "Cover")
        #expect(page.screen.alert?.alert.title == "That did not work")
        #expect(page.texts == ["Stamped 1 times"])
        #expect(try await branch.act("stamp", for: id).stalePage != nil)
        #expect(try await branch.act("dismiss-alert", for: id).done?.version == 4)
        #expect(try await branch.page(version: 4, for: id).screen.alert == nil)
    }

    @Test func `a screen that cannot load leaves the stack as it was`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let done = try #require(try await branch.act("peek", for: id).done)
        #expect(done.failure is TornPage)
        #expect(done.location.path == "/old")
        #expect(try await branch.page(version: done.version, for: id).screen.alert != nil)
    }

    @Test func `invalid input leaves the version, whatever the handler did before it said so`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        guard case .invalid(let page, let problems) = try await branch.act("misread", for: id) else {
            Issue.record("accepted")
            return
        }
        #expect(page.at == .version(2))
        #expect(page.screen.title == "Cover")
        #expect(problems.problems.map(\.field) == ["page"])
        #expect(try await branch.act("stamp", for: id).done?.version == 3)
    }

    @Test func `A7: what nobody took changes nothing and names the chain`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        guard case .unhandled(let page, let chain) = try await branch.act("hum", for: id) else {
            Issue.record("taken")
            return
        }
        #expect(page.at == .version(2))
        #expect(chain.map(\.name) == ["Leaf", "Book", "Shelves", "Window", "Library"])
        #expect(chain.allSatisfy { $0.disposition == .none })
        #expect(try await branch.act("stamp", for: id).done?.version == 3)
    }

    @Test func `a version that was never made is stale, with the page of the path to decide on`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let page = try #require(try await branch.act("stamp", .version(9), for: id).stalePage)
        #expect(page.at == .version(1))
        #expect(page.notice == Notice.expired)
        #expect(try await branch.act("stamp", at: "/new", .version(2), for: id).stalePage?.at == .path)
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
    }

    @Test func `_at=path builds the state of the path and keeps the other tab's stack`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act("select-tab?tab=new", at: "/old/page:1", for: id)
        let done = try #require(try await branch.act("read?page=2", at: "/new/page:1", .path, for: id).done)
        #expect(done.location.path == "/new/page:1/page:2")
        let other = try #require(try await branch.act("select-tab?tab=old", at: done.location.path, for: id).done)
        #expect(other.location.path == "/old/page:1")
    }

    @Test func `without _at the newest version of the posted location is meant`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        #expect(
            try await branch.act("read?page=2", at: "/old/page:1", for: id).done?.location.path == "/old/page:1/page:2")
        #expect(try await branch.act("read?page=2", at: "/new", for: id).done?.location.path == "/new/page:2")
    }

    @Test(arguments: [("7", Page.Origin.version(7)), ("path", .path), ("0", nil), ("-1", nil), ("", nil), ("1x", nil)])
    func `what a form may say as _at`(text: String, origin: Page.Origin?) {
        #expect(Page.Origin(text) == origin)
    }

    @Test func `reading another location changes nothing`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        let page = try await branch.page("/new/page:2", for: id)
        #expect(page.at == .path && page.screen.title == "Page 2")
        #expect(try await branch.page("/old/page:1", for: id).at == .version(2))
        await #expect(throws: LocationError.self) { try await branch.page("/old/cellar", for: id) }
    }
}
