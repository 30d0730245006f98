import CairnTesting
import Foundation
import Synchronization
import Testing

@testable import Cairn

/// An app whose handlers start work. The tests say what the work does and when it ends.
@Suite("Background tasks") struct BackgroundTaskTests {
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

    private static func app(
        _ limits: BackgroundTaskLimits = BackgroundTaskLimits(), _ work: @escaping Work
    ) -> HostedApplication {
        HostedApplication("planner", title: "Planner", taskLimits: limits) { Planner(work) }
    }

    /// Loads the page again at each change until it shows `text`.
    private func wait(for text: String, on visitor: Visitor) async throws -> RenderedPage {
        var page = try await visitor.reload()
        while !page.texts.contains(text) { page = try await visitor.waitForChange() }
        return page
    }

    @Test(arguments: Transport.allCases)
    func `work goes on after the response, shows its progress, and ends with an action`(transport: Transport)
        async throws
    {
        let (half, end) = (Gate(), Gate())
        let app = Self.app { progress in
            try await half.pass()
            progress.update(1, of: 2, detail: "Streets")
            try await end.pass()
            return Plan(text: "by the river")
        }
        try await transport.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            let page = try await ada.click("Start")
            #expect(page.texts.contains(": unknown") || page.texts.contains("Waiting"))
            half.open()
            _ = try await wait(for: "Streets: 50 %", on: ada)
            end.open()
            _ = try await wait(for: "Plan: by the river", on: ada)
            #expect(app.tasks.counts == (0, 0))
        }
    }

    @Test func `the last action can show another screen, on the page that is open`() async throws {
        try await Transport.memory.serve([Self.app { _ in PlanElsewhere() }]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            let url = page.url
            while page.heading != "Elsewhere" { page = try await ada.waitForChange() }
            #expect(page.url == url && page.texts.contains("Planned elsewhere") && page.notice == nil)
            page = try await ada.click("Back")
            #expect(page.heading == "Desk")
            // The visitor has acted: the URL shows its own version again.
            #expect(try await ada.visit(url).heading == "Desk")
        }
    }

    @Test func `work does not begin if the handler throws an error`() async throws {
        let begun = Mutex(false)
        let app = Self.app { _ in
            begun.withLock { $0 = true }
            return nil
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            let page = try await ada.click("Start and fail")
            #expect(page.alert != nil && !page.texts.contains("Waiting"))
            try await ada.click("OK")
            #expect(app.tasks.counts == (0, 0) && !begun.withLock(\.self))
        }
    }

    @Test func `an error of the work is an alert on the page`() async throws {
        let app = Self.app { _ in throw TooManyTasksError() }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "Too much is in progress")
            page = try await ada.click("OK")
            #expect(page.alert == nil && page.texts.contains("Ended"))
        }
    }

    @Test func `a handler cancels work, whose action is not performed`() async throws {
        let (gate, cancelled) = (Gate(), Gate())
        let app = Self.app { _ in
            try? await gate.pass()
            if Task.isCancelled { cancelled.open() }
            return Plan(text: "too late")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            let page = try await ada.click("Stop")
            #expect(page.texts.contains("Plan: none") && !page.texts.contains("Ended"))
            try await cancelled.pass()
            #expect(try await ada.reload().texts.contains("Plan: none"))
        }
    }

    @Test func `a logout cancels the work of the session, but not work that outlives it`() async throws {
        let (gate, cancelled, ended) = (Gate(), Gate(), Gate())
        let app = Self.app { _ in
            do {
                try await gate.pass()
                ended.open()
            } catch {
                cancelled.open()
            }
            return Plan(text: "of another")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Log in")
            try await ada.click("Start")
            try await ada.click("Start without a session")
            #expect(app.tasks.counts == (2, 0))
            try await ada.click("Log out")
            try await cancelled.pass()
            #expect(app.tasks.counts.running >= 1)
            gate.open()
            try await ended.pass()
            #expect(try await ada.visit("/planner").texts.contains("Plan: none"))
        }
    }

    @Test func `work follows its session through a login`() async throws {
        let gate = Gate()
        let app = Self.app { _ in
            try await gate.pass()
            return Plan(text: "for Ida")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            try await ada.click("Log in")
            gate.open()
            _ = try await wait(for: "Plan: for Ida", on: ada)
        }
    }

    @Test func `the end of an idle session cancels its work`() async throws {
        let time = ManualTime()
        let (gate, cancelled) = (Gate(), Gate())
        let app = Self.app { _ in
            do { try await gate.pass() } catch { cancelled.open() }
            return nil
        }
        try await Transport.memory.serve([app], time: time) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            guard case .memory(let site) = wire.kind else { return }
            for _ in 1...4 {
                time.advance(by: .seconds(600))
                site.reap()
            }
            try await cancelled.pass()
        }
    }

    @Test func `a session has a few tasks, an app runs a few, and the others wait in order`() async throws {
        let gate = Gate()
        let app = Self.app(BackgroundTaskLimits(running: 1, perSession: 2, waiting: 10)) { _ in
            try await gate.pass()
            return nil
        }
        try await Transport.memory.serve([app]) { wire in
            let (ada, bob) = (Visitor(wire), Visitor(wire))
            try await ada.visit("/planner")
            try await ada.click("Start")
            var page = try await ada.click("Start")
            #expect(page.texts.filter { $0 == "Waiting" }.count == 1)
            page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "Too much is in progress")
            #expect(app.tasks.counts == (1, 1))
            try await bob.visit("/planner")
            try await bob.click("Start")
            #expect(app.tasks.counts == (1, 2))
            gate.open()
            while app.tasks.counts != (0, 0) { await Task.yield() }
        }
    }

    @Test func `the results of two tasks are both on the page that is open`() async throws {
        let number = Mutex(0)
        let (first, second) = (Gate(), Gate())
        let app = Self.app { _ in
            let isFirst = number.withLock { number in
                number += 1
                return number == 1
            }
            try await (isFirst ? first : second).pass()
            return isFirst ? PlanElsewhere() as any Action : Plan(text: "twice")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            var page = try await ada.click("Start")
            first.open()
            while page.heading != "Elsewhere" { page = try await ada.waitForChange() }
            second.open()
            while app.tasks.counts != (0, 0) { await Task.yield() }
            page = try await ada.reload()
            #expect(page.heading == "Elsewhere" && page.notice == nil)
            #expect(try await ada.click("Back").texts.contains("Plan: twice"))
        }
    }

    @Test func `the last action cannot log in, because the visitor would not get the new session`() async throws {
        try await Transport.memory.serve([Self.app { _ in LogIn() }]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            var page = try await ada.click("Start")
            while page.alert == nil { page = try await ada.waitForChange() }
            #expect(page.alert?.title == "That did not work")
            #expect(try await ada.click("OK").buttons.contains { $0.label == "Log in" })
        }
    }

    @Test func `a client with many sessions has no more tasks than its network may have`() async throws {
        let gate = Gate()
        let app = Self.app(BackgroundTaskLimits(running: 1, perSession: 2, perNetwork: 3, waiting: 10)) { _ in
            try await gate.pass()
            return nil
        }
        try await Transport.socket.serve([app]) { wire in
            for _ in 1...6 {
                let visitor = Visitor(wire)
                try await visitor.visit("/planner")
                try await visitor.click("Start")
            }
            #expect(app.tasks.counts == (1, 2))
            gate.open()
            while app.tasks.counts != (0, 0) { await Task.yield() }
        }
    }

    @Test func `a search that was cancelled for another one does not end it`() async throws {
        let gate = Gate()
        let app = Self.app { _ in
            try? await gate.pass()
            return Plan(text: "late")
        }
        try await Transport.memory.serve([app]) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            for _ in 1...3 {
                try await ada.click("Start")
                try await ada.click("Stop")
            }
            try await ada.click("Start")
            gate.open()
            _ = try await wait(for: "Plan: late", on: ada)
            while app.tasks.counts != (0, 0) { await Task.yield() }
        }
    }

    @Test func `the result is stored with the session, and a task of an ended process has ended`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = Transport.configuration
        configuration.stateFolder = folder.path
        let planning = Self.app { _ in Plan(text: "kept") }
        let gate = Gate()
        let waiting = Self.app { _ in
            try await gate.pass()
            return nil
        }
        var last: Visitor?
        try await Transport.socket.serve([planning], configuration: configuration) { wire in
            let ada = Visitor(wire)
            try await ada.visit("/planner")
            try await ada.click("Start")
            _ = try await wait(for: "Plan: kept", on: ada)
            last = ada
        }
        for text in ["Plan: kept", "Ended"] {
            try await Transport.socket.serve([waiting], configuration: configuration) { wire in
                let ada = Visitor(wire)
                if let last { ada.shareCookies(of: last) }
                let page = try await ada.visit("/planner")
                #expect(page.texts.contains(text))
                if text == "Plan: kept" { try await ada.click("Start") }
                last = ada
            }
        }
    }

    // MARK: - The pages of a session on other nodes

    /// Runs two nodes on one store.
    private func nodes(_ body: (_ first: Visitor, _ second: Visitor) async throws -> Void) async throws {
        let data = MemoryStore.Data()
        let servers = try (0..<2).map { _ in
            try Server(
                Transport.configuration, apps: [Self.app { _ in Plan(text: "by the first node") }],
                stores: ["planner": MemoryStore(sharing: data)], time: SystemTime(), log: Log(isQuiet: true))
        }
        try await body(Visitor(.memory(servers[0].site)), Visitor(.memory(servers[1].site)))
    }

    @Test func `an open page follows its session on another node`() async throws {
        try await nodes { first, second in
            try await first.visit("/planner")
            try await first.click("Stop")
            second.shareCookies(of: first)
            try await second.visit("/planner")
            let events = try await second.watch()
            try await first.click("Start")
            #expect(try await events.next() == "change")
            events.close()
            _ = try await wait(for: "Plan: by the first node", on: second)
        }
    }

    @Test func `a logout on another node ends the stream of an open page at once`() async throws {
        try await nodes { first, second in
            try await first.visit("/planner")
            try await first.click("Log in")
            second.shareCookies(of: first)
            try await second.visit("/planner")
            let events = try await second.watch()
            try await first.click("Log out")
            var names: [String] = []
            while let name = try await events.next() { names.append(name) }
            #expect(names.suffix(2) == ["gone", "change"])
        }
    }

    @Test(arguments: Transport.allCases)
    func `a logout in another tab ends the stream of an open page at once`(transport: Transport) async throws {
        try await transport.serve([Self.app { _ in nil }]) { wire in
            let (one, other) = (Visitor(wire), Visitor(wire))
            try await one.visit("/planner")
            try await one.click("Log in")
            other.shareCookies(of: one)
            try await other.visit("/planner")
            let events = try await other.watch()
            try await one.click("Log out")
            var names: [String] = []
            while let name = try await events.next() { names.append(name) }
            #expect(names.suffix(2) == ["gone", "change"])
        }
    }
}
