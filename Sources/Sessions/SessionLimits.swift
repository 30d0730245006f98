/// What sessions may cost.
public struct SessionLimits: Sendable {
    /// The most sessions of one app in memory. At the limit one of the network that holds most makes room.
    public var count = 100_000
    /// The most sessions of one network in memory: of an IPv4 address or 64 bits of IPv6; 48 bits of IPv6 may have eight
    /// times as many. One more makes the one go that was unused for longest.
    public var countPerNetwork = 10_000
    /// How long a session is kept without a request, in nanoseconds: 30 minutes.
    public var idle: UInt64 = 30 * 60 * 1_000_000_000
    /// How long a session is kept from its beginning or its last change of identity, in nanoseconds, however much it is
    /// used: 30 days, after which even the lowest level of assurance asks for a new login (NIST SP 800-63B §4.1.3). 0: for
    /// ever.
    public var lifetime: UInt64 = 30 * 24 * 3_600 * 1_000_000_000
    /// How long a session is kept as objects without a request, in nanoseconds: one minute. Then it is bytes.
    public var parked: UInt64 = 60 * 1_000_000_000
    /// The most actions of one session that wait for their turn; one more is answered 503.
    public var waitingActions = 32
    /// The most versions of one session that can be returned to; the oldest go first.
    public var versions = 50
    /// The most routes of one navigation stack, up to 4,096; one more is refused with an alert. What a page and a session
    /// cost grows with it where an app lists its stack.
    public var stackDepth = 256
    /// The most bytes of one session, where it is kept as bytes, and of what was typed in it: 64 KiB.
    public var bytes = 65_536
    /// How long a repeated action is answered like its first one, in nanoseconds: 10 s.
    public var repeated: UInt64 = 10 * 1_000_000_000
    /// The most actions that are remembered for that.
    public var repeats = 65_536
    /// The most repeats of one action that wait for its answer; one more is answered 503.
    public var waitingRepeats = 256
    /// How long an action waits for its turn, in nanoseconds: 10 s, then 503.
    public var longestWait: UInt64 = 10 * 1_000_000_000

    /// The defaults.
    public init() {}
}
