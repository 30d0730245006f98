import Sessions

/// Admits at most ten security events of each kind per second and counts the others, so that a flood of refusals
/// neither fills the disk nor slows an event loop.
struct EventRateLimiter {
    private struct Window {
        var began: UInt64
        var admitted = 0
        var suppressed = 0
    }

    /// Events of one kind that were not written.
    struct Summary: Equatable {
        let kind: SecurityEvent.Kind
        let count: Int
    }

    private var windows: [SecurityEvent.Kind: Window] = [:]
    private var totals: [SecurityEvent.Kind: Int] = [:]
    private static let eventsPerWindow = 10
    /// 1 s in nanoseconds.
    private static let windowLength: UInt64 = 1_000_000_000

    /// True if an event of `kind` is written at the time `now`, in nanoseconds. Call ``takeSummaries(at:)`` first.
    mutating func admits(_ kind: SecurityEvent.Kind, at now: UInt64) -> Bool {
        totals[kind, default: 0] &+= 1
        var window = windows[kind] ?? Window(began: now)
        defer { windows[kind] = window }
        guard window.admitted < Self.eventsPerWindow else {
            window.suppressed += 1
            return false
        }
        window.admitted += 1
        return true
    }

    /// The number of events of `kind` so far.
    func total(of kind: SecurityEvent.Kind) -> Int { totals[kind] ?? 0 }

    /// Closes the windows that have ended and returns the number of suppressed events of each kind.
    mutating func takeSummaries(at now: UInt64) -> [Summary] {
        guard !windows.isEmpty else { return [] }
        var summaries: [Summary] = []
        for (kind, window) in windows where now &- window.began >= Self.windowLength {
            windows[kind] = nil
            if window.suppressed > 0 { summaries.append(Summary(kind: kind, count: window.suppressed)) }
        }
        return summaries
    }
}
