import NavigationKit
import SessionStores
import Testing

@testable import Sessions

@Suite("The versions of a session") struct VersionTests {
    @Test func `a thrown error keeps the state and shows an alert`() async throws {
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

    @Test func `a screen that fails to load leaves the stack unchanged`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let done = try #require(try await branch.act("peek", for: id).done)
        #expect(done.failure is TornPage)
        #expect(done.location.path == "/old")
        #expect(try await branch.page(version: done.version, for: id).screen.alert != nil)
    }

    @Test func `invalid input leaves the version unchanged, even if the handler has changed the stack`() async throws {
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

    @Test func `an unhandled action changes nothing, and its error lists the responder chain`() async throws {
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

    @Test func `an action on an unknown version is not performed and shows the page of the path`() async throws {
        let branch = Branch()
        let id = try await branch.session()
        let page = try #require(try await branch.act("stamp", .version(9), for: id).stalePage)
        #expect(page.at == .version(1))
        #expect(page.notice == Notice.changed(since: "stamp", on: page.screen))
        #expect(try await branch.act("stamp", at: "/new", .version(2), for: id).stalePage?.at == .path)
        #expect(try await branch.act("stamp", .version(2), for: id).done?.version == 3)
    }

    @Test func `with _at=path an action starts from the path and keeps the other tab's stack`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        _ = try await branch.act("select-tab?tab=new", at: "/old/page:1", for: id)
        let done = try #require(try await branch.act("read?page=2", at: "/new/page:1", .path, for: id).done)
        #expect(done.location.path == "/new/page:1/page:2")
        let other = try #require(try await branch.act("select-tab?tab=old", at: done.location.path, for: id).done)
        #expect(other.location.path == "/old/page:1")
    }

    @Test func `without _at an action starts from the newest version at the posted location`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        #expect(
            try await branch.act("read?page=2", at: "/old/page:1", for: id).done?.location.path == "/old/page:1/page:2")
        #expect(try await branch.act("read?page=2", at: "/new", for: id).done?.location.path == "/new/page:2")
    }

    @Test(arguments: [("7", Page.Origin.version(7)), ("path", .path), ("0", nil), ("-1", nil), ("", nil), ("1x", nil)])
    func `an origin is parsed from _at or rejected`(text: String, origin: Page.Origin?) {
        #expect(Page.Origin(text) == origin)
    }

    @Test func `a GET of another location changes no version`() async throws {
        let branch = Branch()
        let id = try await branch.session(after: "read?page=1")
        let page = try await branch.page("/new/page:2", for: id)
        #expect(page.at == .path && page.screen.title == "Page 2")
        #expect(try await branch.page("/old/page:1", for: id).at == .version(2))
        await #expect(throws: LocationError.self) { try await branch.page("/old/cellar", for: id) }
    }
}
