@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("The responder chain") struct ChainTests {
    @Test func `the chain of a row leads through its containers and the window to the delegate`() async throws {
        let visit = try PostOffice.visit()
        let delegate = ApplicationDelegate()
        visit.app.delegate = delegate
        let offers = try await visit.see().offers
        let row = try #require(offers.first { $0.offered.title == "Archive 2" }).start
        #expect(
            row.chain.map { "\(type(of: $0))" } == [
                "LetterRow", "Inbox", "Letters", "Tabs", "AppFlow", "Window", "PostOffice", "ApplicationDelegate",
            ])
        #expect(row.chain.last === delegate)
    }

    @Test func `the chain of a screen in a flow contains the stack between them`() async throws {
        let visit = try PostOffice.visit(at: "/friends/friend:7")
        #expect(
            try visit.visible(Page.self).chainDescription
                == "Page → Friends → Tabs → AppFlow → Window → PostOffice")
    }

    @Test func `an override of next reroutes the chain`() async throws {
        final class Detour: ViewController {
            var other: Responder?
            override var next: Responder? { other ?? super.next }
        }
        let (detour, elsewhere) = (Detour(), Friends())
        detour.other = elsewhere
        #expect(detour.chain.count == 2)
        #expect(try await detour.send(SelectFriend(friend: 3)))
        #expect(elsewhere.topRoute == .friend(3))
    }

    final class Loop: ViewController {
        @ViewBuilder override var view: any View { Button("Nobody", action: ChooseRecipient()) }
        weak var other: Responder?
        override var next: Responder? { other }
    }

    @Test func `a cycle is detected and reported, and ends each search`() async throws {
        let (first, second) = (Loop(), Loop())
        (first.other, second.other) = (second, first)
        #expect(first.chain.count == 2)
        await #expect(throws: ResponderError.cycle("Loop → Loop")) { try await first.send(ChooseRecipient()) }
        #expect(first.nearest(Window.self) == nil)

        let visit = try Visit(Stage(first))
        let screen = try await visit.screen
        #expect(screen.actions.isEmpty)
        #expect(visit.issues.contains(.cycle(chain: "Loop → Loop")))
    }

    @Test func `an error thrown in a cycle does not end the process`() async {
        await #expect(processExitsWith: .success) {
            let (first, second) = (Loop(), Loop())
            (first.other, second.other) = (second, first)
            first.handle(Fire())
        }
    }

    struct Polish: Action { var times: Int }

    @Test func `an app's own action climbs without a change of Responder`() async throws {
        final class Butler: FlowController<AppRoute> {
            var polished = 0
            override class var actions: [Handler] { [.on(polish)] }
            func polish(_ action: Polish) { polished += action.times }
            override func destination(for route: AppRoute) throws -> ViewController { ViewController() }
        }
        let butler = Butler(root: .main)
        let screen = try #require(try butler.visibleChild())
        #expect(try await screen.send(Polish(times: 3)))
        #expect(butler.polished == 3)
        #expect(try await screen.send(Archive(letter: 1)) == false)
    }

    @Test func `a responder after the application delegate ends the chain and is found by protocol`() async throws {
        final class Scenes: Responder, ScenePresenting {}
        final class Delegate: ApplicationDelegate {
            let scenes = Scenes()
            override var next: Responder? { scenes }
        }
        let visit = try PostOffice.visit()
        let delegate = Delegate()
        visit.app.delegate = delegate
        let inbox = try visit.visible(Inbox.self)
        #expect(inbox.chain.last === delegate.scenes)
        #expect(inbox.nearest((any ScenePresenting).self) === delegate.scenes)
    }

    protocol ScenePresenting: Responder {}
    protocol Printing: Responder {}

    @Test func `nearest returns the nearest responder that conforms to a protocol`() throws {
        class Link: ViewController {
            let above: Responder?
            init(_ above: Responder?) {
                self.above = above
                super.init()
            }
            override var next: Responder? { above }
        }
        final class Presenting: Link, ScenePresenting {}
        final class Press: Link, Printing {}
        let far = Presenting(nil)
        let near = Presenting(far)
        let press = Press(near)
        let sender = Link(press)
        #expect(sender.nearest((any ScenePresenting).self) === near)
        #expect(sender.nearest((any Printing).self) === press)
        #expect(near.nearest((any ScenePresenting).self) === near)
        #expect(near.nearest((any Printing).self) == nil)
    }

    @Test func `a failed lookup names the type and the chain`() throws {
        let letters = Letters()
        let inbox = try #require(try letters.visibleChild())
        #expect(throws: ResponderError.notFound(type: "Printing", chain: "Inbox → Letters")) {
            try inbox.required((any Printing).self)
        }
    }
}
