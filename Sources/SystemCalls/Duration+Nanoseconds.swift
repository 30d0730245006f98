extension Duration {
    /// The inverse of ``nanoseconds`` for whole nanoseconds from 0 to 292 years.
    package init(nanoseconds: UInt64) { self = .nanoseconds(nanoseconds) }

    /// The nanoseconds: 0 for a negative duration, and at most `Int64.max`, 292 years, so that adding them to a time
    /// does not overflow.
    ///
    /// Times are compared as nanoseconds, because `Duration` computes with 128 bits. Convert a setting once, not per
    /// request.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < Int64.max / 1_000_000_000 else { return UInt64(Int64.max) }
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds) / 1_000_000_000
    }
}
