@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Removed controllers are freed") struct MemoryTests {
    /// Performs `change` and returns the types of the previously visible controllers that are still alive.
    private func survivors(
        of change: (Visit<PostOffice>) async throws -> Void, at location: String
    ) async throws -> [String] {
        let visit = try PostOffice.visit(at: location)
        _ = try await visit.screen
        let before = try visit.path.map(Weak.init)
        try await change(visit)
        return before.compactMap { $0.controller.map { "\(type(of: $0))" } }
    }

    private struct Weak {
        weak var controller: ViewController?
    }

    @Test func `a pop frees the popped controller`() async throws {
        #expect(
            try await survivors(of: { try await $0.click("Back") }, at: "/letters/letter:7") == [
                "AppFlow", "Tabs", "Letters",
            ])
    }

    @Test func `a dismissal frees all presented controllers`() async throws {
        let left = try await survivors(
            of: { visit in
                try #require(try visit.path.first { $0 is Letters } as? Letters).dismiss()
                try await visit.app.settle()
            }, at: "/letters/~compose:4/~another/recipient")
        #expect(left == ["AppFlow", "Tabs", "Letters"])
    }

    @Test func `setRoutes frees the replaced controllers`() async throws {
        let left = try await survivors(
            of: { visit in
                try visit.visible(Letters.self).setRoutes([.inbox, .letter(1)])
                try await visit.app.settle()
            }, at: "/letters/letter:7/letter:8")
        #expect(left == ["AppFlow", "Tabs", "Letters"])
    }

    @Test func `a switch of the flow frees the old branch`() async throws {
        #expect(try await survivors(of: { try await $0.click("Sign out") }, at: "/letters") == ["AppFlow"])
    }

    @Test func `a session that was used and released frees its application, window and visible screen`() async throws {
        weak var app: PostOffice?
        weak var window: Window?
        weak var screen: ViewController?
        do {
            let visit = try PostOffice.visit(at: "/letters/letter:7/~compose:4")
            for title in ["Choose", "Friend 2", "Cancel", "Back", "Archive 1", "Friends"] {
                try await visit.click(title)
            }
            app = visit.app
            window = visit.app.window
            screen = try visit.path.last
            #expect(screen != nil)
        }
        #expect(app == nil)
        #expect(window == nil)
        #expect(screen == nil)
    }

    @Test func `a root controller that outlives its window has no window and no next responder`() throws {
        var visit: Visit<PostOffice>? = try PostOffice.visit(at: "/letters/letter:7")
        let path = try #require(try visit?.path)
        weak let window = visit?.app.window
        let (screen, root) = try (#require(path.last), #require(path.first))
        #expect(screen.parent != nil && root.window != nil)
        let container = screen.parent
        visit = nil
        #expect(window == nil)
        #expect(root.window == nil && root.next == nil)
        #expect(screen.parent === container)
    }

    @Test func `an upward reference and its copy become nil once their object is freed`() {
        var responder: Responder? = Responder()
        let reference = UpwardReference(responder)
        let copy = reference
        #expect(reference.target === responder)
        responder = nil
        #expect(reference.target == nil && copy.target == nil)
        #expect(UpwardReference<Responder>().target == nil)
    }

    @Test func `printing a stack entry creates no retain cycle`() throws {
        weak var bottom: StackEntry?
        do {
            let stack = Composing()
            stack.setRoutes([.picture("x")])
            #expect(Location.printed { stack.printArrangement(into: &$0) }.path == "/=picture:x")
            var entry = stack.makeState()?.top
            while let below = entry?.below { entry = below }
            bottom = entry
            #expect(bottom != nil)
        }
        #expect(bottom == nil)
    }
}
