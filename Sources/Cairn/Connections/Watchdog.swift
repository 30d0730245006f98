import Glibc
import HTTPProtocol
import Sockets
import Synchronization
import SystemCalls

/// A thread that receives the process's signals and monitors the event loops. A separate thread, because a handler can
/// block all loops.
///
/// Logs each blockage of a loop for more than a second once, with a request that can be the cause. After SIGTERM or
/// SIGINT it ends the process one second after the grace period if the server has not stopped, which happens if a
/// handler blocks a loop.
final class Watchdog: Sendable {
    private let workers: [Worker]
    private let signals: SignalSource
    private let site: Site
    private let gracePeriod: Duration
    private let isStopped = Atomic(false)

    /// The exit status of a process that did not end within the grace period: EX_SOFTWARE of sysexits(3).
    static let forcedExitStatus: Int32 = 70

    private static let maxTurn: UInt64 = 1_000_000_000
    private static let interval: Int32 = 250

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - signals: the signals to receive; empty if the process handles them itself.
    ///   - onSignal: called on the watchdog's thread; for SIGTERM and SIGINT usually only once, since the previous
    ///     handlers are restored and a second one ends the process.
    /// - Throws: ``SocketError``.
    init(
        _ workers: [Worker], site: Site, gracePeriod: Duration, signals: [Int32],
        onSignal: @escaping @Sendable (Int32) -> Void
    ) throws(SocketError) {
        self.workers = workers
        self.site = site
        self.gracePeriod = gracePeriod
        self.signals = try SignalSource(signals: signals)
        try startThread(named: "watchdog") { self.run(onSignal) }
    }

    /// Ends the thread and restores the previous signal handling.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        signals.restore()
        signals.wake()
    }

    private func run(_ onSignal: @Sendable (Int32) -> Void) {
        var reported = [UInt64](repeating: 0, count: workers.count)
        var deadline: UInt64?
        while !isStopped.load(ordering: .relaxed) {
            if let signal = signals.next(within: Self.interval) {
                if signal == SIGTERM || signal == SIGINT {
                    // Restore the previous handlers, so that a second signal from the operator ends the process.
                    signals.restore()
                    deadline = deadline ?? now() &+ (gracePeriod + .seconds(1)).nanoseconds
                }
                onSignal(signal)
            }
            for index in workers.indices { report(blockageOf: index, &reported[index]) }
            if let deadline, now() >= deadline { endProcess() }
        }
    }

    private func now() -> UInt64 { workers[0].loop.now }

    private func report(blockageOf index: Int, _ reported: inout UInt64) {
        guard let since = workers[index].loop.busySince, since != reported, now() > since,
            now() - since > Self.maxTurn
        else { return }
        reported = since
        site.log.write("Event loop \(index + 1) of \(workers.count) is blocked\(cause(index)).", level: .error)
    }

    private func cause(_ index: Int) -> String {
        let suspects = workers[index].underWay.suspects
        guard let first = suspects.first else { return "" }
        let others = suspects.count == 1 ? "" : " or one of \(suspects.count - 1) other requests that were waiting"
        return " by " + site.name(of: first) + others
    }

    private func endProcess() {
        let blocked = workers.indices.filter { index in
            workers[index].loop.busySince.map { now() > $0 && now() - $0 > Self.maxTurn } ?? false
        }
        let loops = blocked.map { "; event loop \($0 + 1) is blocked\(cause($0))" }.joined()
        site.log.write(
            "The process exits with status \(Self.forcedExitStatus): it did not stop within --grace-seconds "
                + "\(gracePeriod.components.seconds)\(loops).", level: .error)
        site.log.flush()
        _exit(Self.forcedExitStatus)
    }
}
