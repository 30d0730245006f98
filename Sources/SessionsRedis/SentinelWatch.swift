import Sockets

/// Follows failovers: once a second it asks the sentinels for the primary. After a planned failover the old primary stays
/// one for about ten seconds, and what it acknowledges meanwhile is lost.
///
/// Confined to the thread of its loop.
final class SentinelWatch: @unchecked Sendable {  // ok: confined to its loop's thread
    private let query: SentinelQuery
    private let loop: EventLoop
    private let didFind: (RedisAddress.Host) -> Void
    private var isClosed = false
    private static let interval = Duration.seconds(1)

    init(_ query: SentinelQuery, on loop: EventLoop, didFind: @escaping (RedisAddress.Host) -> Void) {
        self.query = query
        self.loop = loop
        self.didFind = didFind
    }

    /// Begins to ask, once the loop runs.
    func start() {
        loop.schedule(after: Self.interval) { [weak self] in self?.ask() }
    }

    func close() { isClosed = true }

    private func ask() {
        guard !isClosed else { return }
        Task.immediate(executorPreference: loop) {
            if let host = try? await query.primary(on: loop), loop.isCurrent, !isClosed { didFind(host) }
            if loop.isCurrent { start() }
        }
    }
}
