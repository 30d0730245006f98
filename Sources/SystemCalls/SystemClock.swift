import CLinux
import Glibc

/// The system's clocks, read as nanoseconds. `ContinuousClock` would compute attoseconds with 128 bits, and every
/// request reads the time.
package enum SystemClock {
    /// The nanoseconds of `CLOCK_MONOTONIC`, which stops while the system sleeps.
    package static var monotonic: UInt64 { UInt64(linux_nanoseconds(CLOCK_MONOTONIC)) }

    /// The nanoseconds of `CLOCK_BOOTTIME`, which includes system sleep.
    package static var sinceBoot: UInt64 { UInt64(linux_nanoseconds(CLOCK_BOOTTIME)) }

    /// Nanoseconds since 1970, by `CLOCK_REALTIME`, the clock of file times.
    package static var wall: UInt64 { UInt64(linux_nanoseconds(CLOCK_REALTIME)) }
}
