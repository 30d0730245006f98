import CairnTesting
import Synchronization

@testable import Cairn

/// An app whose handlers start work. The tests say what the work does and when it ends.
enum Planning {
    struct Start: Action {}
    struct StartAndFail: Action {}
    struct StartWithoutSession: Action {}
    struct Stop: Action {}
    struct Plan: Action { var text: String }
    struct PlanElsewhere: Action {}
    struct LogIn: Action {}
    struct LogOut: Action {}

    typealias Work = @Sendable (TaskProgress) async throws -> (any Action)?

    /// Opens once, and lets all pass then.
    final class Gate: Sendable {
        private struct State {
            var isOpen = false
            var count = 0
            var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        }

        private let state = Mutex(State())

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [:] }
                return state.waiting.values
            }
            for continuation in waiting { continuation.resume() }
        }

        /// - Throws: `CancellationError` if the task is cancelled before.
        func pass() async throws {
            let place = state.withLock { state in
                state.count += 1
                return state.count
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let passes = state.withLock { state in
                        let passes = state.isOpen || Task.isCancelled
                        if !passes { state.waiting[place] = continuation }
                        return passes
                    }
                    if passes { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiting.removeValue(forKey: place) }?.resume()
            }
            try Task.checkCancellation()
        }
    }

    enum Place: Route { case desk, elsewhere }

    final class Navigation: NavigationController<Place> {
        init() { super.init(root: .desk) }
        override class var actions: [Handler] { [.show { (_: PlanElsewhere) in Place.elsewhere }] }
        override func destination(for route: Place) throws -> ViewController {
            switch route {
            case .desk: Desk().titled("Desk")
            case .elsewhere: HostingController(rootView: Text("Planned elsewhere")).titled("Elsewhere")
            }
        }
    }

    final class Desk: ViewController {
        private var app: Planner? { nearest(Planner.self) }

        override var topics: [Topic] { (app?.tasks.map { .task($0) } ?? []) + [.session] }
        @ViewBuilder override var view: any View {
            for task in app?.tasks ?? [] {
                switch status(of: task) {
                case .waiting: Text("Waiting")
                case .running(let fraction, let detail):
                    ProgressView("Planning", value: fraction)
                    Text("\(detail): \(fraction.map { "\(Int(($0 * 100).rounded())) %" } ?? "unknown")")
                default: Text("Ended")
                }
            }
            Text("Plan: \(app?.plan ?? "none")")
            Button("Start", action: Start())
            Button("Start and fail", action: StartAndFail())
            Button("Start without a session", action: StartWithoutSession())
            Button("Stop", action: Stop())
            Button("Log in", action: LogIn())
            Button("Log out", action: LogOut())
        }
    }

    final class Planner: Application {
        @Saved var tasks: [BackgroundTask] = []
        @Saved var plan: String?
        let work: Work

        init(_ work: @escaping Work) {
            self.work = work
            super.init()
        }

        override class var actions: [Handler] {
            [.on(start), .on(startAndFail), .on(startWithoutSession), .on(stop), .on(plan), .on(logIn), .on(logOut)]
        }
        func start(_ action: Start) { tasks.append(startTask(work)) }
        func startAndFail(_ action: StartAndFail) throws {
            tasks.append(startTask(work))
            throw TooManyTasksError()
        }
        func startWithoutSession(_ action: StartWithoutSession) {
            tasks.append(startTask(outlivesSession: true, work))
        }
        func stop(_ action: Stop) {
            for task in tasks { cancelTask(task) }
            tasks = []
        }
        func plan(_ action: Plan) { (tasks, plan) = ([], action.text) }
        func logIn(_ action: LogIn) { changeIdentity(to: "ida") }
        func logOut(_ action: LogOut) { changeIdentity() }
        override func makeRootViewController() -> ViewController { Navigation() }
    }

    static func app(
        _ limits: BackgroundTaskLimits = BackgroundTaskLimits(), _ work: @escaping Work
    ) -> HostedApplication {
        HostedApplication("planner", title: "Planner", taskLimits: limits) { Planner(work) }
    }

    /// Loads the page again at each change until it shows `text`.
    static func wait(for text: String, on visitor: Visitor) async throws -> RenderedPage {
        var page = try await visitor.reload()
        while !page.texts.contains(text) { page = try await visitor.waitForChange() }
        return page
    }

    /// Waits until no work runs or waits, and all results are performed.
    static func settle(_ app: HostedApplication) async throws {
        while !app.tasks.isEmpty {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
