import Inspect
import NavigationKit
import Synchronization

/// Computes the rate of responses from the counts of a server's loops, between the times at which it is read.
final class ServerLoad: Sendable {
    private let time: any TimeSource
    private let state = Mutex(State())

    private struct State {
        var loops: [LoopMetrics] = []
        /// The latest readings, oldest first, at least a second apart.
        var readings: [Reading] = []
    }

    private struct Reading {
        let time: UInt64
        let responseCount: Int
    }

    /// The maximum age of a reading, in nanoseconds: a minute.
    private static let maxAge: UInt64 = 60_000_000_000
    private static let minInterval: UInt64 = 1_000_000_000

    init(time: any TimeSource) { self.time = time }

    /// Begins to measure the loops of a server that starts.
    func measure(_ loops: [LoopMetrics]) {
        let first = Reading(time: time.now, responseCount: 0)
        state.withLock { state in
            state.loops = loops
            state.readings = [first]
        }
    }

    /// The load now; without a rate and times if no loop is measured.
    var figures: ServerFigures {
        let now = time.now
        let loops = state.withLock(\.loops)
        guard !loops.isEmpty else { return ServerFigures() }
        let responseCount = ResponseSource.allCases.reduce(0) { total, source in
            (1...5).reduce(total) { total, status in
                loops.reduce(total) { $0 + $1.requestCount(status: status, from: source) }
            }
        }
        let since = state.withLock { state in
            // Keep one reading, so that a rate can be computed after a long pause.
            while state.readings.count > 1, now &- state.readings[0].time > Self.maxAge { state.readings.removeFirst() }
            let since = state.readings.first
            if let last = state.readings.last, now &- last.time >= Self.minInterval {
                state.readings.append(Reading(time: now, responseCount: responseCount))
            }
            return since
        }
        var figures = ServerFigures()
        if let since, now > since.time {
            let seconds = Double(now - since.time) / 1_000_000_000
            figures.responsesPerSecond = Double(responseCount - since.responseCount) / seconds
            figures.interval = .nanoseconds(now - since.time)
        }
        let closed = loops.reduce(0) { $0 + $1.closedCount }
        figures.connections = loops.reduce(0) { $0 + $1.openedCount } - closed
        for source in ResponseSource.allCases {
            var times = HistogramValue()
            for loop in loops { loop.addLatency(of: source, to: &times) }
            let count = times.counts.reduce(0, +)
            guard count > 0 else { continue }
            figures.latencies.append(
                ServerFigures.Latency(
                    kind: source.rawName, count: count, median: times.bound(ofPercent: 50),
                    percentile95: times.bound(ofPercent: 95), percentile99: times.bound(ofPercent: 99)))
        }
        return figures
    }
}

extension HistogramValue {
    /// The upper bound of the bucket that contains the percentile, in seconds.
    fileprivate func bound(ofPercent percent: Int) -> String {
        let wanted = (counts.reduce(0, +) * percent + 99) / 100
        var passed = 0
        for (index, count) in counts.enumerated() {
            passed += count
            if passed >= wanted { return index < counts.count - 1 ? Histogram.boundNames[index] : "more than 10" }
        }
        return ""
    }
}
