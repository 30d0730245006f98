public import SessionStores
public import Topics

/// A ``SharedLog`` of any state, as the server opens it.
public protocol AnySharedLog: AnyObject, Sendable {
    /// The name of the log in the store: 1 to 64 lower-case letters, digits and `-`.
    var name: String { get }

    /// The revision of the last event that was applied; `nil` if the log is empty or has no store.
    var revision: Revision? { get }

    /// Takes the state from the log in `store`, and follows it from then on. The server calls it before the first
    /// request. Changes that were made before are dropped.
    ///
    /// - Parameters:
    ///   - report: called with a message for the operator when the store fails later.
    ///   - changed: called after events of other nodes were applied.
    /// - Throws: ``StoreError``, or ``SharedLogError`` with the code `unreadable` or `invalidName`.
    func open(
        in store: any EventStore, report: @escaping @Sendable (String) -> Void,
        changed: @escaping @Sendable () -> Void
    ) async throws

    /// Tells `center` the topics of each change, on each node, from now on. An app that has the log calls it.
    func announceChanges(in center: TopicCenter)

    /// Applies the events that other nodes have appended before this call. The server does this once per second, in
    /// case that a notification of the store was lost.
    ///
    /// - Throws: ``StoreError``, or ``SharedLogError``.
    func refresh() async throws

    /// Stops using the store, after the updates that wait. The state stays in memory.
    func close() async
}

extension AnySharedLog {
    /// Nothing: no page learns of the changes before it is loaded again.
    public func announceChanges(in center: TopicCenter) {}

    /// `nil`: a replay of recorded actions then uses the whole log.
    public var revision: Revision? { nil }

    /// Takes the state from the log in `store`, and follows it from then on.
    ///
    /// - Throws: ``StoreError``, or ``SharedLogError`` with the code `unreadable` or `invalidName`.
    public func open(in store: any EventStore) async throws { try await open(in: store, report: { _ in }, changed: {}) }
}
