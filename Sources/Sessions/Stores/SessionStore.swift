/// Keeps the bytes of sessions beyond the life of the process (DESIGN D11). What the bytes say is not its business.
public protocol SessionStore: Sendable {
    /// The bytes that were saved last for `id`; `nil` if there are none.
    ///
    /// - Throws: ``StoreError``, with the code `damaged` if this one session is lost.
    func load(_ id: SessionID) async throws -> [UInt8]?

    /// Replaces the bytes of `id`. Once it returns they survive the end of the process and of the machine's power.
    ///
    /// Saves of one session take effect in the order in which they were begun.
    /// - Throws: ``StoreError``; then the earlier bytes or the new ones stand, and never a mixture.
    func save(_ bytes: [UInt8], for id: SessionID) async throws

    /// Forgets `id` just as durably. A session that is not there is no error.
    func remove(_ id: SessionID) async throws

    /// Removes the sessions that were not used for longer than `idle` nanoseconds.
    ///
    /// A timer calls it, no traffic is needed; and the start calls it once, since nothing expires while nobody runs.
    /// - Parameters:
    ///   - idle: how long a session is kept without being used.
    ///   - sinceUse: the nanoseconds since a session in memory was used, which the store cannot know because reading
    ///     saves nothing; `nil` for one that is not in memory. Called on any thread.
    /// - Returns: how many there were.
    @discardableResult
    func removeExpired(
        idle: UInt64, sinceUse: @escaping @Sendable (SessionID) -> UInt64?
    ) async throws -> Int

    /// The number of sessions kept; it reads every folder, so it is for the start and for diagnosis.
    func count() async throws -> Int
}
