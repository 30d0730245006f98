import RESP
import SessionStores
import Sockets

/// A connection to one server that is opened again when it is lost. Commands that cannot be sent yet wait, at most until
/// their deadline; commands without a reply are sent again, since every command of the store can be repeated.
///
/// Confined to the thread of its loop.
final class RedisLink: @unchecked Sendable {  // ok: confined to its loop's thread
    /// Opens a connection and makes it ready for commands.
    protocol Opener: Sendable {
        /// Connects with the pipeline as the delegate, and waits for the replies to the first commands.
        ///
        /// - Throws: ``LinkFailure``.
        func open(_ pipeline: Pipeline, on loop: EventLoop) async throws(LinkFailure)
    }

    private enum Phase {
        case idle
        case connecting
        case ready(Pipeline)
        /// The next attempt begins at this time of the loop.
        case waiting(until: UInt64)
        case closed
    }

    private let loop: EventLoop
    private let opener: any Opener
    private let settings: LinkSettings
    private let tracked: TrackedKeys?
    private var phase = Phase.idle
    /// The pipeline that connects or is ready.
    private var pipeline: Pipeline?
    private var backlog: [Call] = []
    private var attempts = 0
    private var lastFailure = LinkFailure("not connected yet")
    /// The time of the loop at which the connection was lost, or the first attempt failed.
    private var downSince: UInt64?
    /// The timer for the earliest deadline.
    private var timer: (deadline: UInt64, timer: Timer)?
    /// Called when there is a connection.
    var didConnect: () -> Void = {}

    init(on loop: EventLoop, opener: any Opener, _ settings: LinkSettings, tracking tracked: TrackedKeys? = nil) {
        self.tracked = tracked
        self.loop = loop
        self.opener = opener
        self.settings = settings
    }

    /// The answer to a load without a round trip; `nil` if the server must be asked.
    func stored(_ key: [UInt8], since known: Revision?) -> StoredSession? {
        guard case .ready(let pipeline) = phase else { return nil }
        return pipeline.stored(key, since: known, within: settings.timeout)
    }

    /// Sends a command, at once or when there is a connection.
    func send(_ call: Call) {
        setTimer(for: call.deadline)
        switch phase {
        case .ready(let pipeline): return pipeline.send(call)
        case .closed: return call.complete(.failure(.closed))
        case .idle: connect()
        case .connecting, .waiting:
            // A short failure, such as a restart, costs time; during a long one, each command fails at once.
            if lastFailure.isPermanent { return call.complete(.failure(.refused(lastFailure.description))) }
            if isDown || isWaiting && !settings.waitsForConnection { return call.fail(lastFailure.description) }
        }
        guard backlog.count < settings.maxBacklog else { return call.fail("too many commands wait for a connection") }
        backlog.append(call)
    }

    private var isDown: Bool { downSince.map { loop.now &- $0 > settings.timeout } ?? false }

    private var isWaiting: Bool { if case .waiting = phase { true } else { false } }

    /// True if no command waits for a reply or a connection.
    var isIdle: Bool { backlog.isEmpty && pipeline?.nextDeadline == nil }

    /// Connects at once if the link waits for its next attempt: the server is back.
    func connectIfWaiting() {
        guard case .waiting = phase else { return }
        downSince = loop.now
        connect()
    }

    /// Gives the connection up, such as when the server is no longer the primary, and opens another one.
    func reconnect(because reason: String) { pipeline?.close(because: reason) }

    /// Gives the connection up unless it is to this server.
    func follow(_ host: RedisAddress.Host) {
        guard let current = pipeline?.host, current != host else { return }
        reconnect(because: "Sentinel names another primary, \(host)")
    }

    /// Fails all calls and closes the connection.
    func close() {
        phase = .closed
        let calls = backlog
        backlog = []
        for call in calls { call.complete(.failure(.closed)) }
        pipeline?.close(because: "the store is closed")
    }

    // MARK: - Connecting

    private func connect() {
        phase = .connecting
        // The pipeline keeps the link until its calls are completed, also after `ServerLinks` has released it.
        let pipeline = Pipeline(on: loop, settings, tracking: tracked) { unanswered, reason in
            self.didLose(unanswered, because: reason)
        }
        self.pipeline = pipeline
        loop.schedule(after: .nanoseconds(Int64(clamping: settings.openingTimeout))) { [weak self, weak pipeline] in
            guard let self, let pipeline, case .connecting = phase, self.pipeline === pipeline else { return }
            pipeline.close(because: "the server does not answer")
        }
        Task.immediate(executorPreference: loop) {
            do throws(LinkFailure) {
                try await opener.open(pipeline, on: loop)
                didOpen(pipeline)
            } catch {
                if pipeline === self.pipeline { lastFailure = error }
                pipeline.close(because: error.description)
            }
        }
    }

    private func didOpen(_ pipeline: Pipeline) {
        guard pipeline === self.pipeline, case .connecting = phase else {
            return pipeline.close(because: "the link is closed")
        }
        phase = .ready(pipeline)
        (attempts, downSince) = (0, nil)
        settings.health.didConnect()
        didConnect()
        let calls = backlog
        backlog = []
        for call in calls { pipeline.send(call) }
    }

    private func didLose(_ unanswered: [Call], because reason: String) {
        pipeline = nil
        if case .closed = phase {
            for call in unanswered { call.complete(.failure(call.wasSent ? .outcomeUnknown(reason) : .closed)) }
            return
        }
        if lastFailure.description != reason { lastFailure = LinkFailure(reason) }
        settings.health.didFail(lastFailure)
        let now = loop.now
        if downSince == nil { downSince = now }
        let (due, others) = (unanswered.filter { $0.deadline <= now }, unanswered.filter { $0.deadline > now })
        backlog.insert(contentsOf: others, at: 0)
        for call in due { call.fail(reason) }
        if lastFailure.isPermanent { refuseBacklog() }
        if !settings.waitsForConnection { failUnsent() }
        wait()
    }

    private func refuseBacklog() {
        let calls = backlog
        backlog = []
        for call in calls where call.wasSent { call.fail(lastFailure.description) }
        for call in calls where !call.wasSent { call.complete(.failure(.refused(lastFailure.description))) }
    }

    private func failUnsent() {
        let calls = backlog
        backlog = calls.filter(\.wasSent)
        for call in calls where !call.wasSent { call.fail(lastFailure.description) }
    }

    /// Waits for the next attempt: 50 ms, twice as long after each failure, and half of it at random, so that not all
    /// links of all processes come back at the same time.
    private func wait() {
        let longest: UInt64 = min(settings.maxBackoff, 50_000_000 << UInt64(min(attempts, 6)))
        attempts += 1
        let delay = UInt64.random(in: longest / 2...longest)
        phase = .waiting(until: loop.now &+ delay)
        loop.schedule(after: .nanoseconds(Int64(delay))) { [weak self] in
            guard let self, case .waiting = self.phase else { return }
            self.connect()
        }
        if let deadline = backlog.map(\.deadline).min() { setTimer(for: deadline) }
    }

    // MARK: - Deadlines

    /// Sets the one timer of this link, unless it is set for an earlier time.
    private func setTimer(for deadline: UInt64) {
        if let timer, timer.deadline <= deadline { return }
        timer?.timer.cancel()
        let now = loop.now
        let delay = deadline > now ? deadline - now : 0
        let next = loop.schedule(after: .nanoseconds(Int64(clamping: delay))) { [weak self] in self?.checkDeadlines() }
        timer = (deadline, next)
    }

    private func checkDeadlines() {
        timer = nil
        let now = loop.now
        // A reply that is late counts as lost: the calls behind it would wait for it, too.
        if let due = pipeline?.nextDeadline, due <= now { pipeline?.close(because: "no reply in time") }
        let due = backlog.filter { $0.deadline <= now }
        if !due.isEmpty {
            backlog.removeAll { $0.deadline <= now }
            for call in due { call.fail("no connection in time: \(lastFailure)") }
        }
        let next = [pipeline?.nextDeadline, backlog.map(\.deadline).min()].compactMap(\.self).min()
        if let next, next > now { setTimer(for: next) }
    }
}
