import SystemCalls

/// The resource limits of sessions.
public struct SessionLimits: Sendable {
    /// The maximum number of sessions of one app in memory. At the limit, a network with the most anonymous sessions
    /// loses one, if possible.
    public var count = 100_000
    /// The maximum number of sessions of one network in memory. A network is one IPv4 address or an IPv6 /64; an IPv6
    /// /48 can have eight times as many. At the limit, a further session evicts another of the network: about
    /// the least recently used one, anonymous sessions first.
    public var countPerNetwork = 10_000
    /// The idle timeout of a session: 30 minutes.
    public var idle: Duration {
        get { Duration(nanoseconds: nanoseconds.idle) }
        set { nanoseconds.idle = newValue.nanoseconds }
    }
    /// The absolute lifetime of a session since its creation or its last identity change: 30 days, after which NIST
    /// recommends a new login even at the lowest assurance level (SP 800-63B §4.1.3). 0 means no limit.
    public var lifetime: Duration {
        get { Duration(nanoseconds: nanoseconds.lifetime) }
        set { nanoseconds.lifetime = newValue.nanoseconds }
    }
    /// The time without a request after which a session is hibernated, or evicted to the store if there is one: one
    /// minute.
    public var hibernation: Duration {
        get { Duration(nanoseconds: nanoseconds.hibernation) }
        set { nanoseconds.hibernation = newValue.nanoseconds }
    }
    /// The maximum number of actions of one session that wait for its mutex; further ones receive 503.
    public var waitingActions = 32
    /// The maximum number of versions of one session; the oldest are dropped first.
    public var versions = 50
    /// The maximum number of routes of one navigation stack, up to 4,096; a further push is refused with an alert. If
    /// an app lists its stack, the cost of a page and of a session grows with this limit.
    public var stackDepth = 256
    /// The maximum size of a session's snapshot, and of all its drafts, in bytes: 64 KiB. The newest version is kept
    /// even if it alone is larger.
    public var bytes = 65_536
    /// The time for which a repeated action gets the result of the first one: 10 s.
    public var repeated: Duration {
        get { Duration(nanoseconds: nanoseconds.repeated) }
        set { nanoseconds.repeated = newValue.nanoseconds }
    }
    /// The maximum number of actions of one app that enter the idempotency cache within ``repeated``, a sixteenth in
    /// each of its 16 shards; repeats of further ones are not detected.
    public var repeats = 65_536
    /// The maximum number of repeats of one action that wait for its result; further ones receive 503.
    public var waitingRepeats = 256
    /// The maximum time that an action waits for the session's mutex: 10 s, then 503.
    public var maxWait: Duration {
        get { Duration(nanoseconds: nanoseconds.maxWait) }
        set { nanoseconds.maxWait = newValue.nanoseconds }
    }
    /// The maximum time for all `load()` methods of one page: 10 s, then 503. The time limit of the whole request is
    /// longer.
    public var maxLoad: Duration {
        get { Duration(nanoseconds: nanoseconds.maxLoad) }
        set { nanoseconds.maxLoad = newValue.nanoseconds }
    }

    /// The durations in nanoseconds, so that requests need not convert a `Duration`.
    package struct Nanoseconds: Sendable {
        package fileprivate(set) var idle: UInt64 = 30 * 60 * 1_000_000_000
        package fileprivate(set) var lifetime: UInt64 = 30 * 24 * 3_600 * 1_000_000_000
        package fileprivate(set) var hibernation: UInt64 = 60 * 1_000_000_000
        package fileprivate(set) var repeated: UInt64 = 10 * 1_000_000_000
        package fileprivate(set) var maxWait: UInt64 = 10 * 1_000_000_000
        package fileprivate(set) var maxLoad: UInt64 = 10 * 1_000_000_000

        /// The time for which a store keeps a session after its last commit or touch: five quarters of the idle
        /// timeout, because a use within a quarter after a touch is not stored.
        package var storedLife: UInt64 {
            let (life, isTooLong) = idle.addingReportingOverflow(idle / 4)
            return isTooLong ? .max : life
        }
    }

    package private(set) var nanoseconds = Nanoseconds()

    /// Creates the default limits.
    public init() {}
}
