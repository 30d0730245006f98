/// Keeps sessions across restarts, as opaque bytes by session id.
public protocol SessionStore: Sendable {
    /// Returns the bytes that were last saved for `id`; `nil` if there are none.
    ///
    /// - Throws: ``StoreError``, with the code `damaged` if this one session is lost.
    func load(_ id: SessionID) async throws -> [UInt8]?

    /// Returns true if the store has space for a new session of this network. Must be cheap: it is called before the
    /// first action of every new session.
    func hasRoom(for network: UInt64?) -> Bool

    /// Replaces the bytes of `id`. Once it returns they survive the end of the process and a power failure.
    ///
    /// Saves of one session take effect in the order in which they were begun.
    /// - Parameters:
    ///   - bytes: the session.
    ///   - id: the session id.
    ///   - network: the network of the session's first action, whose quota it uses; `nil` if it is unknown.
    ///   - admission: decides if the save can be refused for lack of space, with the code `overQuota`.
    /// - Throws: ``StoreError``; then either the earlier bytes or the new ones are kept, never a mixture.
    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws

    /// Removes `id`, as durably as a save. A missing session is not an error.
    func remove(_ id: SessionID) async throws

    /// Removes the sessions that were not used for longer than `idle`.
    ///
    /// A timer calls it, so sessions expire without traffic. The first call is soon after the start, because
    /// nothing expires while the process does not run.
    /// - Parameters:
    ///   - idle: the idle timeout of a session.
    ///   - inMemory: returns the sessions in memory and the time since the last use of each, which the store does not
    ///     have because reading a page saves nothing. Called on any thread.
    /// - Returns: the number of removed sessions.
    @discardableResult
    func removeExpired(
        idle: Duration, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: Duration)]
    ) async throws -> Int

    /// Returns the number of stored sessions and endings; can be slow. For diagnosis: the server does not call it.
    func count() async throws -> Int

    /// Ends the use of the store. The server calls it once, after its last save, when it stops.
    func close() async
}

extension SessionStore {
    /// Does nothing.
    public func close() async {}

    /// Returns true: by default, a store has no limit.
    public func hasRoom(for network: UInt64?) -> Bool { true }

    /// Replaces the bytes of a session that is already saved, for an unknown network.
    public func save(_ bytes: [UInt8], for id: SessionID) async throws {
        try await save(bytes, for: id, from: nil, .saved(as: nil))
    }
}
