/// Keeps sessions beyond the life of a process, each as a log of opaque elements.
///
/// A session is changed in two steps: ``begin(_:since:)`` takes its lease and returns what the caller's copy lacks;
/// ``commit(_:under:)`` makes one change and ends the lease. A commit is made only if its lease has not ended and the
/// session has the expected revision, so two processes never overwrite each other's changes.
///
/// All methods can be called concurrently, and on event loops, so they must not block. They throw ``StoreError``; any
/// other error counts as ``StoreError/Code/system``.
public protocol SessionStore: Sendable {
    /// True if other processes can change the sessions of this store. Then a copy in memory is compared with the store
    /// on each request.
    var isShared: Bool { get }

    /// Returns what a copy of the session lacks.
    ///
    /// - Parameters:
    ///   - id: the session id.
    ///   - known: the revision of the copy; `nil` if there is no copy.
    /// - Returns: ``StoredSession/whole(_:)`` if `known` is `nil` or not in the log.
    /// - Throws: ``StoreError``, with the code `damaged` if this one session is lost.
    func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession

    /// Returns the same as ``load(_:since:)``, and never from a copy of the store's answers: for a caller that knows of
    /// a newer revision than the one it was given.
    func reload(_ id: SessionID, since known: Revision?) async throws -> StoredSession

    /// Returns true if the store knows that the session has changed since it was last loaded or committed here, though it
    /// can perhaps not be loaded now. A copy in memory is then not shown in place of the store's answer.
    func isOutdated(_ id: SessionID) -> Bool

    /// Calls `changed`, which must not block, when another process may have changed the session since it was last loaded
    /// here; with false if the connection was lost, so that any session may have changed. A call without a change does no
    /// harm. Pages that are open follow their session.
    ///
    /// - Returns: an object that ends the calls when it is released; `nil` from a store that knows no such changes.
    func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)?

    /// Takes the lease of a session, which need not exist, and returns what a copy lacks, in one step.
    ///
    /// A process that asks again gets a new lease at once, and its earlier lease of this session ends.
    /// - Throws: ``StoreError``; then the lease is not taken, or ends by itself.
    func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult

    /// Makes one change. Once it returns `done`, the change survives the end of the process, and whatever else the
    /// store promises.
    ///
    /// - Throws: ``StoreError``; with the codes `overQuota`, `tooLarge` and `damaged` nothing was changed and the lease
    ///   continues, and a checkpoint can still be possible. After other errors the change was made or not, as ``load(_:since:)`` tells afterwards. The same
    ///   change can be committed again: if it was made and no other change followed, the result is `overtaken` by the
    ///   change's own revision, also if it gave the session a new id. A change that is not possible, such as an append
    ///   without a session or a new id that exists, is an error or `overtaken`.
    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult

    /// Waits until the session's last change survives whatever the store promises, also if another process made it.
    /// Called before the result of an earlier request is returned again.
    ///
    /// - Throws: ``StoreError``.
    func confirm(_ id: SessionID) async throws

    /// Extends the lease to its full duration.
    ///
    /// - Returns: false if the lease has ended.
    /// - Throws: ``StoreError``.
    func renew(_ lease: Lease) async throws -> Bool

    /// Ends the lease without a change. Does not wait.
    func release(_ lease: Lease)

    /// Notes that the session is in use, which begins its life anew. Does not wait. Called when a session is loaded into
    /// memory, and once per quarter of the idle timeout while it is used there; so a store must keep a session for five
    /// quarters of the timeout after the last touch or commit.
    func touch(_ id: SessionID)

    /// Removes the session, as durably as a commit, and ends its lease. A missing session is not an error.
    ///
    /// - Throws: ``StoreError``.
    func remove(_ id: SessionID) async throws

    /// Returns true if the store has space for a new session of this network. Must be cheap: it is called before the
    /// first action of every new session.
    func hasRoom(for network: UInt64?) -> Bool

    /// Removes the sessions whose life has ended. A timer calls it soon after the start and then about once a minute.
    ///
    /// - Throws: ``StoreError``.
    func removeExpired() async throws

    /// Returns the number of stored sessions; can be slow. For diagnosis: the server does not call it.
    ///
    /// - Throws: ``StoreError``.
    func count() async throws -> Int

    /// Ends the use of the store. The server calls it once, after its last commit, when it stops.
    func close() async
}

extension SessionStore {
    /// False: by default, one process at a time uses a store.
    public var isShared: Bool { false }

    /// Loads: by default, a store keeps no copies of its answers.
    public func reload(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await load(id, since: known)
    }

    /// Returns false: by default, a store hears of no changes.
    public func isOutdated(_ id: SessionID) -> Bool { false }

    /// `nil`: the store knows no changes of other processes.
    public func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)? { nil }

    /// Does nothing: by default, a change that can be loaded survives.
    public func confirm(_ id: SessionID) async throws {}

    /// Returns true: by default, leases do not end.
    public func renew(_ lease: Lease) async throws -> Bool { true }

    /// Returns true: by default, a store has no limit.
    public func hasRoom(for network: UInt64?) -> Bool { true }

    /// Does nothing: by default, a store expires sessions by itself.
    public func removeExpired() async throws {}

    /// Does nothing.
    public func close() async {}
}
