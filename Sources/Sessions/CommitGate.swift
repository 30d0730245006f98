import Synchronization

/// Decides between the commit of a request and its cancellation, whichever comes first.
///
/// A cancelled request loses its turns at once, even if its handler goes on and never ends: the handler keeps the live tree
/// that it works on, the session goes on from its last version with a tree of its own, and no commit of the request begins
/// any more. A commit that has begun ends, and keeps its turns until then.
struct CommitGate: ~Copyable, Sendable {
    // Not private: Swift 6.3 does not compile a file that holds a gate whose state is of a private type.
    enum Phase { case running, committing, cancelled }

    /// The turns that a request may hold at once.
    enum Role { case repeats, session }

    struct State {
        var phase = Phase.running
        var repeats: Turn.Ticket?
        var session: Turn.Ticket?
    }

    private let state = Mutex(State())

    /// Notes a turn that cancelling gives back.
    ///
    /// - Throws: `CancellationError` if the request is cancelled already; the caller releases the ticket.
    func hold(_ ticket: Turn.Ticket, as role: Role) throws(CancellationError) {
        let isCancelled = state.withLock { state in
            switch role {
            case .repeats: state.repeats = ticket
            case .session: state.session = ticket
            }
            return state.phase == .cancelled
        }
        if isCancelled { throw CancellationError() }
    }

    /// Begins the commit: from here on the request cannot be cancelled.
    ///
    /// - Throws: `CancellationError` if it was cancelled before.
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
        let (repeats, session) = state.withLock { state -> (Turn.Ticket?, Turn.Ticket?) in
            guard state.phase == .running else { return (nil, nil) }
            state.phase = .cancelled
            return (state.repeats, state.session)
        }
        // The inner one first: the next repeat then finds the session free.
        session?.release()
        repeats?.release()
    }
}
