import Synchronization

/// Tells the pages of a ``BackgroundTask`` how far its work is.
public final class TaskProgress: Sendable {
    private struct State {
        var fraction: Double?
        var detail = ""
    }

    private let state = Mutex(State())
    private let tell: @Sendable () -> Void

    /// - Parameter tell: called when pages should show the state.
    package init(tell: @escaping @Sendable () -> Void) { self.tell = tell }

    /// Says how much of the work is done. Call it as often as you like, from any task: pages show it when the
    /// fraction has changed by a thousandth, or the detail.
    ///
    /// - Parameters:
    ///   - completed: the completed part of `total`; values outside of `0...total` are clamped.
    ///   - total: the whole work, a finite number greater than 0; with other values the fraction is not known.
    ///   - detail: what the work does now, in a few words; `nil` to keep the last one. At most 200 characters are kept.
    public func update(_ completed: Double, of total: Double = 1, detail: String? = nil) {
        let isMeasured = total.isFinite && total > 0 && !completed.isNaN
        let fraction = isMeasured ? (min(max(completed / total, 0), 1) * 1_000).rounded(.down) / 1_000 : nil
        let isNews = state.withLock { state in
            let before = state
            state.fraction = fraction
            if let detail { state.detail = String(detail.prefix(200)) }
            return before.fraction != state.fraction || before.detail != state.detail
        }
        if isNews { tell() }
    }

    /// The state as a status.
    package var status: BackgroundTaskStatus {
        state.withLock { .running(fraction: $0.fraction, detail: $0.detail) }
    }
}
