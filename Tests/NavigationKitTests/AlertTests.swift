@testable import Navigation
@testable import Responders
@testable import Views
import Testing

@Suite("Errors and alerts") struct AlertTests {
    /// Imitates a session when a handler throws: creates new controllers from the state before the action, and passes
    /// the error to their application.
    private func recover<App: Application>(
        _ visit: Visit<App>, as fresh: (WindowState) throws -> Visit<App>, token: String
    ) async throws -> Visit<App> {
        let version = try visit.app.state
        let submission = try FormSubmission(token: token)
        do {
            _ = try await visit.app.perform(submission, offers: try await visit.see().offers)
            Issue.record("\(token) should throw")
            return visit
        } catch {
            let again = try fresh(version)
            again.app.handle(error, of: submission, offers: try await again.see().offers)
            return again
        }
    }

    @Test func `an error of a row's action reaches the window and leaves the stack unchanged`() async throws {
        let visit = try PostOffice.visit(at: "/letters")
        let after = try await recover(visit, as: { try PostOffice.visit(state: $0) }, token: "burn")
        let screen = try await after.screen
        #expect(screen.alert?.alert == Fire().alert)
        #expect(try after.location == "/letters")
    }

    @Test func `below an alert the screen stays readable, and only the alert's dismissal is offered`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        let before = try await visit.screen
        visit.app.window?.present(Fire().alert)
        let screen = try await visit.screen
        #expect(screen.actions.map(\.words.name) == ["dismiss-alert"])
        #expect(screen.alert?.action == 0)
        #expect(screen.offeredTitles == ["OK"])
        #expect(screen.title == before.title)
        #expect(screen.elements.count == before.elements.count)
        #expect(screen.tabs.allSatisfy { $0.action == nil })
        #expect(screen.leadingItems.isEmpty)
        await #expect(throws: ActionError.self) { try await visit.submit("back") }

        #expect(try await visit.click("OK").last == "Window;handled")
        let after = try await visit.screen
        #expect(after.alert == nil)
        #expect(after.offeredTitles == before.offeredTitles)
        #expect(visit.issues.isEmpty)
    }

    @Test func `an error without an alert shows a general text that reveals no details`() async throws {
        struct Secret: Error { let password = "hunter2" }
        let visit = try PostOffice.visit()
        try visit.path.last?.handle(Secret())
        let alert = try #require(try await visit.screen.alert?.alert)
        #expect(alert.title == "That did not work")
        #expect(!alert.message.contains("hunter2"))
    }

    final class Counting: ViewController {
        var seen: [String] = []
        var passes = true
        override class var actions: [Handler] { [.on(burn)] }
        func burn(_ action: Burn) throws { throw Fire() }
        override func handle(_ error: any Error) {
            seen.append("\(error)")
            if passes { super.handle(error) }
        }
        @ViewBuilder override var view: any View { Button("Burn", action: Burn()) }
    }

    @Test(arguments: [true, false])
    func `an override of handle observes an error and decides if it climbs further`(passes: Bool) async throws {
        final class Nested: FlowController<AppRoute> {
            let inner = Counting()
            var seen = 0
            override func destination(for route: AppRoute) throws -> ViewController { inner }
            override func handle(_ error: any Error) {
                seen += 1
                super.handle(error)
            }
        }
        let first = try Visit(Stage(Nested(root: .main)))
        let nested = Nested(root: .main)
        nested.inner.passes = passes
        let after = try await recover(first, as: { try Visit(Stage(nested), state: $0) }, token: "burn")
        #expect(nested.inner.seen == ["Fire()"])
        #expect(nested.seen == (passes ? 1 : 0))
        #expect(try await (after.screen.alert != nil) == passes)
    }

    @Test func `the application and its delegate receive an error after the window`() throws {
        final class Reporting: ApplicationDelegate {
            var seen = 0
            override func handle(_ error: any Error) { seen += 1 }
        }
        let visit = try PostOffice.visit()
        let delegate = Reporting()
        visit.app.delegate = delegate
        try visit.path.last?.handle(Fire())
        #expect(delegate.seen == 1)
    }

    @Test func `an error of an action that is no longer offered climbs to the window`() async throws {
        let visit = try PostOffice.visit()
        visit.app.handle(Fire(), of: try FormSubmission(token: "gone"), offers: [])
        #expect(try await visit.screen.alert?.alert.title == "Fire")
    }

    @Test func `fields stay readable below an alert and belong to no action`() async throws {
        let visit = try PostOffice.visit(at: "/letters/letter:7")
        visit.app.window?.present(Fire().alert)
        let screen = try await visit.screen
        #expect(screen.elements.contains { if case .field = $0 { true } else { false } })
        #expect(screen.actions.map(\.inputs) == [[]])
    }
}
