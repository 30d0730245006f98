import NavigationKit
import SessionStores
import Synchronization
import Testing

@testable import Sessions

@Suite("Background tasks in a table of sessions", .timeLimit(.minutes(3))) struct SessionTaskTests {
    struct Begin: Action {}
    struct Cancel: Action {}
    struct Pause: Action {}
    struct Enter: Action {}

    typealias Work = @Sendable (TaskProgress) async throws -> (any Action)?

    final class Yard: ViewController {
        @ViewBuilder override var view: any View {
            if let mill = nearest(Mill.self), mill.startsInView { let _ = startTask(mill.work) }
            Button("Begin", action: Begin())
            Button("Cancel", action: Cancel())
            Button("Pause", action: Pause())
            Button("Enter", action: Enter())
        }
    }

    final class Mill: Application {
        @Saved var tasks: [BackgroundTask] = []
        let work: Work
        let startsInView: Bool
        /// Called with the state of the last task when an error climbs to the application.
        let failed: @Sendable (BackgroundTaskStatus) -> Void

        init(_ work: @escaping Work, startsInView: Bool, _ failed: @escaping @Sendable (BackgroundTaskStatus) -> Void) {
            (self.work, self.startsInView, self.failed) = (work, startsInView, failed)
            super.init()
        }

        override class var actions: [Handler] { [.on(begin), .on(cancel), .on(pause), .on(enter)] }
        func begin(_ action: Begin) { tasks.append(startTask(work)) }
        func cancel(_ action: Cancel) { for task in tasks { cancelTask(task) } }
        func pause(_ action: Pause) {}
        func enter(_ action: Enter) { changeIdentity(to: "ida") }
        override func handle(_ error: any Error) {
            if let task = tasks.last { failed(status(of: task)) }
        }
        override func makeRootViewController() -> ViewController { Yard() }
        override func makeWindow(rootViewController: ViewController) -> Window {
            QuietWindow(rootViewController: rootViewController)
        }
    }

    /// Presents no alert for an error. An alert that comes between two actions would take the buttons from the second one.
    final class QuietWindow: Window {
        override func handle(_ error: any Error) { next?.handle(error) }
    }

    private static func hosted(
        _ limits: BackgroundTaskLimits = BackgroundTaskLimits(), startsInView: Bool = false,
        failed: @escaping @Sendable (BackgroundTaskStatus) -> Void = { _ in }, _ work: @escaping Work
    ) -> HostedApplication {
        HostedApplication("mill", title: "Mill", taskLimits: limits) {
            Mill(work, startsInView: startsInView, failed)
        }
    }

    /// Performs an action, and returns the id of the session.
    @discardableResult
    private func act(_ token: String, in table: SessionTable, for id: SessionID? = nil) async throws -> SessionID {
        let request = ActionRequest(location: Location(""), at: nil, submission: try FormSubmission(token: token))
        let done = try #require(try await table.act(request, for: id).done)
        return try #require(done.newID ?? id)
    }

    @Test func `a check of ended sessions during a login does not cancel work`() async throws {
        let gate = Gate()
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        let hosted = Self.hosted { _ in
            await gate.pass()
            end.yield(Task.isCancelled)
            return nil
        }
        let checked = Mutex<SessionTable?>(nil)
        // Runs in the middle of a change of the id.
        let table = SessionTable(
            hosted, time: StandingClock(), noteSecurity: { _ in checked.withLock(\.self)?.reap() })
        table.observeEnds { [weak table] _ in table?.reap() }
        checked.withLock { $0 = table }
        defer { checked.withLock { $0 = nil } }
        let id = try await act("begin", in: table)
        let newID = try await act("enter", in: table, for: id)
        #expect(newID != id && hosted.tasks.counts.running == 1)
        gate.open()
        var cancelled = ends.makeAsyncIterator()
        #expect(await cancelled.next() == false)
    }

    @Test func `cancelled work counts for the limits of its session until it returns`() async throws {
        let gate = Gate()
        let hosted = Self.hosted(BackgroundTaskLimits(running: 10, perSession: 2)) { _ in
            // Ignores that it is cancelled.
            await gate.pass()
            return nil
        }
        let table = SessionTable(hosted, time: StandingClock())
        let id = try await act("begin", in: table)
        for _ in 1...3 {
            try await act("cancel", in: table, for: id)
            try await act("begin", in: table, for: id)
        }
        #expect(hosted.tasks.counts == (2, 0))
        gate.open()
    }

    @Test func `a task that was refused has ended`() async throws {
        let gate = Gate()
        let (statuses, status) = AsyncStream.makeStream(of: BackgroundTaskStatus.self)
        let hosted = Self.hosted(BackgroundTaskLimits(perSession: 1), failed: { status.yield($0) }) { _ in
            await gate.pass()
            return nil
        }
        let table = SessionTable(hosted, time: StandingClock())
        let id = try await act("begin", in: table)
        try await act("begin", in: table, for: id)
        var refused = statuses.makeAsyncIterator()
        #expect(await refused.next() == .ended)
        gate.open()
    }

    @Test func `limits of background tasks are at least 1`() {
        var limits = BackgroundTaskLimits(running: -1, perSession: 0, perNetwork: -5, waiting: 0)
        #expect(
            limits.running == 1 && limits.perSession == 1 && limits.perNetwork == 1 && limits.waiting == 1)
        (limits.running, limits.perSession, limits.perNetwork, limits.waiting) = (0, -1, .min, -7)
        #expect(
            limits.running == 1 && limits.perSession == 1 && limits.perNetwork == 1 && limits.waiting == 1)
    }

    @Test func `work that a view starts is reported, and the next action does not start it`() async throws {
        let reported = Mutex<[Diagnostic]>([])
        let hosted = Self.hosted(startsInView: true) { _ in nil }
        hosted.reportIssues { issue in reported.withLock { $0.append(issue) } }
        let begun = Mutex(false)
        hosted.topicCenter.observe { begun.withLock { $0 = true } }
        let table = SessionTable(hosted, time: StandingClock())
        _ = try await table.page(at: Location(""), version: nil, for: nil)
        #expect(reported.withLock { $0.map(\.description) }.contains { $0.hasPrefix("startTask was called outside") })
        let id = try await act("pause", in: table)
        try await act("pause", in: table, for: id)
        #expect(hosted.tasks.counts == (0, 0) && !begun.withLock(\.self))
    }
}
