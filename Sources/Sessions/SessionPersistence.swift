/// The entry of one session in the table and in the store, which an action changes. A session knows only this protocol,
/// not the table.
///
/// All requirements are called under the session's mutex, or before the session is in the table.
protocol SessionPersistence: Sendable {
    /// False if the session was re-keyed or left memory, such as while the action waited for the mutex.
    var isCurrent: Bool { get }

    /// True if ``save(_:as:isLeaving:)`` writes to a store; without a store, no bytes need to be made.
    var isStored: Bool { get }

    /// Saves the session's bytes, under `newID` if the action re-keys it. A commit calls it before other requests can
    /// see the new version.
    ///
    /// - Parameter isLeaving: true if the browser must clear its cache, such as on logout; a failed save is ignored.
    /// - Throws: ``StoreError``; or ``SessionError/renamed`` if the session was re-keyed or left memory meanwhile.
    func save(_ bytes: [UInt8], as newID: SessionID?, isLeaving: Bool) async throws

    /// Saves the ending of the user's other sessions, so that it also applies after a restart. Called before the new
    /// version is saved.
    ///
    /// - Throws: ``StoreError``.
    func save(_ ending: UserEnding) async throws

    /// Changes the session's id in the table, before a request with the old id can read the new identity's state.
    func rename(to newID: SessionID, isIdentified: Bool)
}
