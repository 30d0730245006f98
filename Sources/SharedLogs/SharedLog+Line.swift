import SessionStores
import Synchronization

extension SharedLog {
    /// A waiting call of ``update(_:)``.
    struct Update: Sendable {
        let decide: Decision
        let continuation: CheckedContinuation<Void, any Error>
    }

    /// The work that waits for the store. One task at a time works it off, so all changes of this node are in order.
    struct Line: Sendable {
        var updates: [Update] = []
        var refreshers: [CheckedContinuation<Void, any Error>] = []
        var finishers: [CheckedContinuation<Void, Never>] = []
        /// The last revision that the store has reported since the last read; ``Revision/unknown`` if it reported none.
        var reported: Revision?
        var isRunning = false
        /// True if there is a store.
        var isOpen = false
        /// The last error of a background read, so that it is reported once.
        var failure: String?

        var isEmpty: Bool { updates.isEmpty && refreshers.isEmpty && reported == nil }

        /// Returns true if no task works the line off, and one must be started.
        mutating func start() -> Bool {
            defer { isRunning = true }
            return !isRunning
        }
    }

    /// The maximum number of waiting updates. Others are refused: each holds a session's mutex.
    static var maxWaiting: Int { 256 }
    /// The maximum number of updates in one record.
    static var batchLimit: Int { 64 }
    /// The maximum number of attempts to append one record before another node does.
    static var maxAttempts: Int { 64 }

    func add(_ update: Update) {
        let starts = line.withLock { line -> Bool? in
            guard line.updates.count < Self.maxWaiting else { return nil }
            line.updates.append(update)
            return line.start()
        }
        guard let starts else { return update.continuation.resume(throwing: SharedLogError(.busy, log: name)) }
        if starts { startWorking() }
    }

    func add(_ refresher: CheckedContinuation<Void, any Error>) {
        let starts = line.withLock { line in
            line.refreshers.append(refresher)
            return line.start()
        }
        if starts { startWorking() }
    }

    /// Notes that the log can have this revision now.
    func notice(_ revision: Revision) {
        let starts = line.withLock { line in
            line.reported = revision
            return line.isOpen && line.start()
        }
        if starts { startWorking() }
    }

    /// Reads what was appended while the log was opened.
    func openLine() {
        let starts = line.withLock { line in
            line.isOpen = true
            return line.reported != nil && line.start()
        }
        if starts { startWorking() }
    }

    /// Ignores further notifications, and returns when no work is left.
    func closeLine() async {
        line.withLock { $0.isOpen = false }
        await finish()
    }

    /// Returns when no work is left.
    func finish() async {
        await withCheckedContinuation { continuation in
            let isRunning = line.withLock { line in
                if line.isRunning { line.finishers.append(continuation) }
                return line.isRunning
            }
            if !isRunning { continuation.resume() }
        }
    }

    /// Works the line off in a task of its own, so that a cancelled request does not interrupt the updates of others.
    private func startWorking() { Task { await self.work() } }

    private func work() async {
        while true {
            let (work, finishers) = line.withLock { line -> (Line, [CheckedContinuation<Void, Never>]) in
                var work = line
                work.updates = Array(line.updates.prefix(Self.batchLimit))
                line.updates.removeFirst(work.updates.count)
                (line.refreshers, line.reported) = ([], nil)
                guard work.isEmpty else { return (work, []) }
                line.isRunning = false
                defer { line.finishers = [] }
                return (work, line.finishers)
            }
            if work.isEmpty { return finishers.forEach { $0.resume() } }
            guard let link = content.withLock(\.link) else {
                for refresher in work.refreshers { refresher.resume() }
                for update in work.updates { finishInMemory(update) }
                continue
            }
            await readIfNeeded(for: work, link)
            await append(work.updates, link)
        }
    }

    /// The log was closed while the update waited.
    private func finishInMemory(_ update: Update) {
        update.continuation.resume(
            throwing: SharedLogError(.unavailable, log: name, detail: "the server has stopped"))
    }

    private func readIfNeeded(for work: Line, _ link: Link) async {
        let isBehind = work.reported.map { reported in content.withLock { $0.revision != reported } } ?? false
        guard isBehind || !work.refreshers.isEmpty else { return }
        do {
            try await readNews(link)
            line.withLock { $0.failure = nil }
            for refresher in work.refreshers { refresher.resume() }
        } catch {
            let text = "\(error)"
            let isNew = line.withLock { line in
                defer { line.failure = text }
                return line.failure != text
            }
            if isNew { link.report(text) }
            for refresher in work.refreshers { refresher.resume(throwing: error) }
        }
    }
}
