import Glibc

/// Where time comes from. Tests give one that stands still until it is told to go on.
public protocol TimeSource: Sendable {
    /// Nanoseconds since some moment before the program started; never goes back.
    var now: UInt64 { get }

    /// Nanoseconds since 1970, for times that outlive the process.
    var wallClock: UInt64 { get }

    /// Waits.
    ///
    /// - Parameter nanoseconds: how long.
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

    /// The machine's monotonic clock.
    public init() {}

    /// Nanoseconds since this value was made.
    public var now: UInt64 { Self.monotonic &- start }

    /// The time of `ContinuousClock`, which goes on while the machine sleeps; read for each request, and that one would
    /// count in attoseconds first.
    private static var monotonic: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }

    /// Waits by the machine's clock.
    public func sleep(nanoseconds: UInt64) async throws { try await Task.sleep(nanoseconds: nanoseconds) }
}
