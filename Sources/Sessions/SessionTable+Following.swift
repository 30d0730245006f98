import NavigationKit
package import SessionStores
import Synchronization

/// Tells the open pages of a session what happens to it.
extension SessionTable {
    /// Calls `ended` with each session that ends while it is in use, or gets a new id for another identity.
    package func observeEnds(_ ended: @escaping @Sendable (SessionID) -> Void) {
        observers.withLock { $0.append(ended) }
    }

    /// Notes that a session cannot be used by its id any more.
    func noteEnd(of id: SessionID) {
        hosted.tasks.sessionDidEnd(id)
        recentEnds.insert(id)
        // Before the observers: a stream that begins now is either known to them, or sees that something has changed since
        // its page was rendered, and asks whether the session exists.
        hosted.topicCenter.announce(.session(id.description))
        for ended in observers.withLock(\.self) { ended(id) }
    }

    /// Follows changes of the session by other processes as long as the result exists: they change the topic of the
    /// session. Begin before the session is read.
    ///
    /// - Returns: `nil` without a store that other processes use.
    package func follow(_ id: SessionID) -> (any Sendable)? {
        guard let store, store.isShared else { return nil }
        let check = FollowedSession(place(of: id)?.session.flatMap(revision))
        return store.follow(id) { [self] isCertain in
            // After a lost connection, all sessions at once would ask the store.
            guard isCertain else { return hosted.topicCenter.announce(.session(id.description)) }
            guard check.begin() else { return }
            Task.detached { repeat { await self.lookAgain(at: id, check) } while !check.end() }
        }
    }

    /// Announces a change of the session; that its lease was taken, or that it was used, is none.
    ///
    /// Takes the session's mutex: an action of this process can have committed a new id that the table and the session's
    /// tasks do not have yet, so the old one would seem to have ended.
    private func lookAgain(at id: SessionID, _ check: FollowedSession) async {
        let ticket = await takeMutex(of: id)
        defer { ticket?.release() }
        do {
            guard case .session(let session) = try await find(id, isUse: false) else { return noteEnd(of: id) }
            guard check.isNews(revision(of: session)) else { return }
        } catch {
            // The page asks again, and tells the visitor.
        }
        hosted.topicCenter.announce(.session(id.description))
    }

    /// Waits for the mutex of a session, however long its actions take; `nil` if it is not in memory.
    private func takeMutex(of id: SessionID) async -> AsyncMutex.Ticket? {
        while let session = place(of: id)?.session {
            do {
                let ticket = try await session.mutex.take(
                    behindAtMost: .max, within: limits.nanoseconds.maxWait, time)
                if place(of: id)?.session === session { return ticket }
                ticket.release()
            } catch SessionError.busy {
                continue
            } catch {
                return nil
            }
        }
        return nil
    }

    func revision(of session: Session) -> Revision? { session.history.withLock { $0.log?.revision } }
}

/// The last revision of a session that its follower knows. Only one task at a time reads the session from the store.
private final class FollowedSession: Sendable {
    private struct State {
        var revision: Revision?
        var isAsking = false
        var isOutdated = false
    }

    private let state: Mutex<State>

    init(_ revision: Revision?) { state = Mutex(State(revision: revision)) }

    /// Returns true if the caller has to ask; otherwise another one asks again.
    func begin() -> Bool {
        state.withLock { state in
            defer { (state.isOutdated, state.isAsking) = (state.isAsking, true) }
            return !state.isAsking
        }
    }

    /// Returns false if the caller has to ask again.
    func end() -> Bool {
        state.withLock { state in
            defer { (state.isAsking, state.isOutdated) = (state.isOutdated, false) }
            return !state.isOutdated
        }
    }

    func isNews(_ revision: Revision?) -> Bool {
        state.withLock { state in
            defer { state.revision = revision }
            return revision == nil || revision != state.revision
        }
    }
}
