/// The limits of the background tasks of one app in one process. Each is at least 1: lower values count as 1.
///
/// A cancelled task counts until its work returns.
public struct BackgroundTaskLimits: Sendable {
    /// The number of tasks that run at a time; further ones wait in order. Work that computes shares the processors with
    /// the requests of all visitors; work that mostly waits for others can be more.
    public var running: Int { didSet { running = max(running, 1) } }
    /// The number of tasks of a session that run or wait; a further one fails, by default with an alert.
    public var perSession: Int { didSet { perSession = max(perSession, 1) } }
    /// The number of tasks of an IPv4 address or IPv6 /64 that run or wait; a further one fails like those above
    /// ``perSession``. Without it, one client with many sessions could use up ``waiting``.
    public var perNetwork: Int { didSet { perNetwork = max(perNetwork, 1) } }
    /// The number of tasks that wait; a further one fails like those above ``perSession``.
    public var waiting: Int { didSet { waiting = max(waiting, 1) } }

    /// Creates limits.
    public init(running: Int = 8, perSession: Int = 4, perNetwork: Int = 40, waiting: Int = 1_000) {
        (self.running, self.perSession) = (max(running, 1), max(perSession, 1))
        (self.perNetwork, self.waiting) = (max(perNetwork, 1), max(waiting, 1))
    }
}

/// A task was not started, because too many run or wait, see ``BackgroundTaskLimits``.
public struct TooManyTasksError: PresentableError, Equatable {
    /// The alert for the visitor.
    public var alert: Alert {
        Alert(
            title: localized("Too much is in progress"),
            message: localized("Please wait until a part of it is done, then try again."))
    }

    package init() {}
}
