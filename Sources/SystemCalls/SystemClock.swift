package import Glibc

/// The system's clocks, read as nanoseconds. `ContinuousClock` would compute attoseconds with 128 bits, and every
/// request reads the time.
package enum SystemClock {
    /// The nanoseconds of `CLOCK_MONOTONIC`, which stops while the system sleeps.
    @inlinable package static var monotonic: UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

    /// The nanoseconds of `CLOCK_BOOTTIME`, which includes system sleep.
    @inlinable package static var sinceBoot: UInt64 { nanoseconds(of: CLOCK_BOOTTIME) }

    /// Nanoseconds since 1970, by `CLOCK_REALTIME`, the clock of file times.
    @inlinable package static var wall: UInt64 { nanoseconds(of: CLOCK_REALTIME) }

    @inlinable
    package static func nanoseconds(of clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(clamping: time.tv_sec) &* 1_000_000_000 &+ UInt64(clamping: time.tv_nsec)
    }
}
