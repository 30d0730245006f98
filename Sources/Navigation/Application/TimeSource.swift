import SystemCalls

/// A clock. Tests use one that advances only on command.
///
/// Points in time are nanoseconds, because every request reads and compares them, and `Duration` has 128 bits. Clocks are
/// objects, because each session and application holds a reference.
public protocol TimeSource: AnyObject, Sendable {
    /// Monotonic time in nanoseconds since about the start of the process.
    var now: UInt64 { get }

    /// Nanoseconds since 1970, for times that outlive the process.
    var wallClock: UInt64 { get }

    /// Suspends the task.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(for duration: Duration) async throws
}

extension TimeSource {
    /// The machine's wall clock.
    public var wallClock: UInt64 { SystemClock.wall }
}

/// The machine's monotonic clock.
public final class SystemTime: TimeSource {
    private let start: UInt64
    private let alarm: Alarm

    /// Creates a clock that starts at 0.
    public init() {
        let start = SystemClock.sinceBoot
        self.start = start
        alarm = Alarm { SystemClock.sinceBoot &- start }
    }

    /// Nanoseconds since this value was created, with system sleep included.
    public var now: UInt64 { SystemClock.sinceBoot &- start }

    /// Suspends the task for a duration by the machine's clock.
    public func sleep(for duration: Duration) async throws {
        let (end, isTooLate) = now.addingReportingOverflow(duration.nanoseconds)
        try await alarm.sleep(until: isTooLate ? .max : end)
    }
}
