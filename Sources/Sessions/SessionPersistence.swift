import NavigationKit
import SessionStores

/// The entry of one session in the table and in the store, which an action changes. A session knows only this protocol,
/// not the table.
///
/// All requirements are called under the session's mutex, or before the session is in the table.
protocol SessionPersistence: Sendable {
    /// False if the session was re-keyed or left memory, such as while the action waited for the mutex.
    var isCurrent: Bool { get }

    /// True if there is a store. Then an action takes a lease first, and each change is committed before other requests
    /// can see it.
    var isStored: Bool { get }

    /// True if other processes can change the session. Then its versions have salts, see ``VersionSalt``.
    var isShared: Bool { get }

    /// Takes the session's lease, and returns what a copy with the revision `known` lacks.
    ///
    /// - Throws: ``SessionLoadError``, ``SessionError/busy``, `CancellationError`.
    func begin(since known: Revision?) async throws -> (lease: Lease, stored: StoredSession)

    /// Commits one change.
    ///
    /// - Throws: ``StoreError``; ``SessionError/overtaken`` if another process has changed the session;
    ///   ``SessionError/renamed`` if the session was re-keyed or left memory meanwhile.
    func commit(_ change: SessionChange, under lease: Lease) async throws

    /// Waits until the last change survives what the store promises, before its result is returned again.
    ///
    /// - Throws: ``StoreError``.
    func confirm() async throws

    /// Removes the session from the store, because its logout could not be stored.
    ///
    /// - Throws: ``StoreError``.
    func removeAfterFailedLogout(_ error: StoreError) async throws

    /// Returns an id for the session under a new identity.
    func makeNewID() -> SessionID

    /// Ends the lease without a change.
    func release(_ lease: Lease)

    /// Removes the session from the table: the store has none, or, with an error, one that this program cannot read.
    func forget(because error: (any Error)?)

    /// Stores the ending of the user's other sessions, so that it also applies after a restart. Called before the new
    /// version is committed.
    ///
    /// - Throws: ``StoreError``.
    func store(_ ending: UserEnding) async throws

    /// Changes the session's id in the table, before a request with the old id can read the new identity's state.
    ///
    /// - Parameter isForAnother: true if the visitor was logged in, and is logged out now or logged in as another user.
    func rename(to newID: SessionID, isIdentified: Bool, isForAnother: Bool)

    /// Does what the committed action asks of background tasks.
    ///
    /// - Parameter newID: the new id of the session; `nil` if it keeps its id.
    /// - Returns: false if the session is not in the table yet, which the caller of the action then makes good.
    func perform(_ commands: [TaskCommand], as newID: SessionID?) -> Bool

    /// The recorded action whose inputs the action gets; `nil` except in a replay.
    var replayed: RecordedAction? { get }
}

extension SessionPersistence {
    /// `nil`: the action is not a replay.
    var replayed: RecordedAction? { nil }
}
