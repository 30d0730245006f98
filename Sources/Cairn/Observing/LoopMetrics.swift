import HTTPProtocol
import Synchronization

/// The counts of one event loop. Only its thread writes them, without locked instructions; any thread can read them,
/// also while the loop is blocked.
final class LoopMetrics: Sendable {
    /// Requests by the source and the class of the status.
    private let requests = InlineArray<30, Atomic<Int>> { _ in Atomic(0) }
    private let latency = InlineArray<5, Histogram> { _ in Histogram() }
    private let turns = Histogram()
    private let opened = Atomic(0)
    private let closed = Atomic(0)

    private static let classCount = 6

    /// Counts a response.
    ///
    /// - Parameter nanoseconds: the time since the arrival of the request; `nil` if it was refused before it was
    ///   complete, or abandoned by its client.
    func count(status: Int, from source: ResponseSource, after nanoseconds: UInt64?) {
        let row = Int(source.rawValue)
        requests[row * Self.classCount + min(max(status / 100, 0), Self.classCount - 1)].addAlone(1)
        if let nanoseconds { latency[row].observeAlone(nanoseconds) }
    }

    /// Counts an iteration of the loop.
    func noteTurn(_ nanoseconds: UInt64) { turns.observeAlone(nanoseconds) }

    func connectionDidOpen() { opened.addAlone(1) }
    func connectionDidClose() { closed.addAlone(1) }

    // MARK: - Reading

    func requestCount(status statusClass: Int, from source: ResponseSource) -> Int {
        requests[Int(source.rawValue) * Self.classCount + statusClass].load(ordering: .relaxed)
    }

    func addLatency(of source: ResponseSource, to total: inout HistogramValue) {
        latency[Int(source.rawValue)].add(to: &total)
    }

    func addTurns(to total: inout HistogramValue) { turns.add(to: &total) }

    var openedCount: Int { opened.load(ordering: .relaxed) }
    var closedCount: Int { closed.load(ordering: .relaxed) }
}
