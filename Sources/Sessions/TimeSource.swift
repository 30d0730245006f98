import Glibc

/// A clock. Tests use one that advances only on command.
public protocol TimeSource: Sendable {
    /// Monotonic time in nanoseconds since an arbitrary start.
    var now: UInt64 { get }

    /// Nanoseconds since 1970, for times that outlive the process.
    var wallClock: UInt64 { get }

    /// Suspends the task.
    ///
    /// - Parameter nanoseconds: the duration.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(nanoseconds: UInt64) async throws
}

extension TimeSource {
    /// The machine's wall clock.
    public var wallClock: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}

/// The machine's monotonic clock.
public struct SystemTime: TimeSource {
    private let start = Self.monotonic

    /// Creates a clock that starts at 0.
    public init() {}

    /// Nanoseconds since this value was created.
    public var now: UInt64 { Self.monotonic &- start }

    /// The time of `ContinuousClock`, which includes system sleep. Read directly, because every request reads it and
    /// `ContinuousClock` would compute attoseconds first.
    private static var monotonic: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    /// Suspends the task for a duration by the machine's clock.
    public func sleep(nanoseconds: UInt64) async throws { try await Task.sleep(nanoseconds: nanoseconds) }
}
