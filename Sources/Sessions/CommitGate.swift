import Synchronization

/// Decides between the commit of a request and its cancellation: the first one wins.
///
/// Cancelling releases the request's mutexes immediately, so that a handler that never returns does not block the
/// session. This is safe: the handler keeps its own controllers, other requests build new ones from the last version,
/// and a cancelled request cannot begin a commit. A commit that has begun keeps the mutexes and runs to its end.
struct CommitGate: ~Copyable, Sendable {
    // Not private: Swift 6.3 does not compile a file that stores a gate whose state has a private type.
    enum Phase { case running, committing, cancelled }

    /// The mutexes that a request can hold at the same time.
    enum Role { case repeats, session }

    struct State {
        var phase = Phase.running
        var repeats: AsyncMutex.Ticket?
        var session: AsyncMutex.Ticket?
    }

    private let state = Mutex(State())

    /// Registers a mutex that the request holds, so that cancelling releases it.
    ///
    /// - Throws: `CancellationError` if the request is already cancelled; then the caller must release the ticket.
    func hold(_ ticket: AsyncMutex.Ticket, as role: Role) throws(CancellationError) {
        let isCancelled = state.withLock { state in
            switch role {
            case .repeats: state.repeats = ticket
            case .session: state.session = ticket
            }
            return state.phase == .cancelled
        }
        if isCancelled { throw CancellationError() }
    }

    /// Begins the commit, after which the request cannot be cancelled.
    ///
    /// - Throws: `CancellationError` if the request is already cancelled.
    func begin() throws(CancellationError) {
        let isCancelled = state.withLock { state in
            if state.phase == .running { state.phase = .committing }
            return state.phase == .cancelled
        }
        if isCancelled { throw CancellationError() }
    }

    var isCancelled: Bool { state.withLock { $0.phase == .cancelled } }

    /// Cancels the request, unless its commit has begun.
    func cancel() {
        let (repeats, session) = state.withLock { state -> (AsyncMutex.Ticket?, AsyncMutex.Ticket?) in
            guard state.phase == .running else { return (nil, nil) }
            state.phase = .cancelled
            return (state.repeats, state.session)
        }
        // Release the inner mutex first, so that the next repeat finds the session free.
        session?.release()
        repeats?.release()
    }
}
