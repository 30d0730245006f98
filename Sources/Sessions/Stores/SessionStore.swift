/// Keeps the bytes of sessions beyond the life of the process (DESIGN D11). What the bytes say is not its business.
public protocol SessionStore: Sendable {
    /// The bytes that were saved last for `id`; `nil` if there are none.
    ///
    /// - Throws: ``StoreError``, with the code `damaged` if this one session is lost.
    func load(_ id: SessionID) async throws -> [UInt8]?

    /// Whether a new session of this network would find room; cheap, for it is asked before its first action is performed.
    func hasRoom(for network: UInt64?) -> Bool

    /// Replaces the bytes of `id`. Once it returns they survive the end of the process and of the machine's power.
    ///
    /// Saves of one session take effect in the order in which they were begun.
    /// - Parameters:
    ///   - network: the network of the session's first action, whose room it takes; `nil` if it is unknown.
    ///   - admission: whether the save may be refused for lack of room, with the code `overQuota`.
    /// - Throws: ``StoreError``; then the earlier bytes or the new ones stand, and never a mixture.
    func save(
        _ bytes: [UInt8], for id: SessionID, from network: UInt64?, _ admission: StoreSpace.Admission
    ) async throws

    /// Forgets `id` just as durably. A session that is not there is no error.
    func remove(_ id: SessionID) async throws

    /// Removes the sessions that were not used for longer than `idle` nanoseconds.
    ///
    /// A timer calls it, no traffic is needed; and the start calls it once, since nothing expires while nobody runs.
    /// - Parameters:
    ///   - idle: how long a session is kept without being used.
    ///   - inMemory: the sessions in memory, and the nanoseconds since each was used, which the store cannot know because
    ///     reading saves nothing. Called on any thread.
    /// - Returns: how many there were.
    @discardableResult
    func removeExpired(
        idle: UInt64, inMemory: @escaping @Sendable () -> [(id: SessionID, sinceUse: UInt64)]
    ) async throws -> Int

    /// The number of sessions kept; it reads every folder, so it is for the start and for diagnosis.
    func count() async throws -> Int
}

extension SessionStore {
    /// A store without a limit has room for everybody.
    public func hasRoom(for network: UInt64?) -> Bool { true }

    /// Replaces the bytes of a session that is saved, of an unknown network.
    public func save(_ bytes: [UInt8], for id: SessionID) async throws {
        try await save(bytes, for: id, from: nil, .saved(as: nil))
    }
}
