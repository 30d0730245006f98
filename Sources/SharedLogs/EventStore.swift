public import SessionStores

/// Keeps logs of opaque records, each under a name, for all processes that use the store. It is the backend of
/// ``SharedLog``.
///
/// A log is an optional checkpoint and the records after it. A record is appended only after the record that the caller
/// expects to be the last one, so all processes see the same records in the same order.
///
/// All methods can be called concurrently, and on event loops, so they must not block. They throw ``StoreError``; any
/// other error counts as ``StoreError/Code/system``. A log's name consists of 1 to 64 lower-case letters, digits and
/// `-`. A record has at most 64 KiB, a checkpoint at most 16 MiB.
public protocol EventStore: Sendable {
    /// Returns what a copy of the log lacks. The returned records must be durable.
    ///
    /// - Parameters:
    ///   - log: the name of the log. A log that was never written to is empty.
    ///   - known: the revision of the last record in the copy; `nil` if the copy is empty.
    /// - Returns: ``StoredEvents/whole(checkpoint:_:)`` if `known` is `nil`, or neither the revision of the checkpoint
    ///   nor that of a record after it.
    /// - Throws: ``StoreError``.
    func read(_ log: String, after known: Revision?) async throws -> StoredEvents

    /// Appends a record if the last revision of the log is `expected`. Once it returns `done`, the record survives the
    /// end of the process, and whatever else the store promises.
    ///
    /// - Parameter expected: the revision of the last record, or of the checkpoint if there is no record after it;
    ///   `nil` if the log must be empty.
    /// - Returns: ``CommitResult/overtaken(by:)`` with the last revision if that is not `expected`; then nothing was
    ///   changed by this call. If it is the revision of this record, an earlier call with the same record was made.
    /// - Throws: ``StoreError``. Then the record was appended or not: the next ``read(_:after:)`` tells, except that after
    ///   the code `outcomeUnknown` it can also be appended later.
    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult

    /// Replaces the checkpoint, and the records up to the revision of the new one, in one step. Later records stay.
    /// Does nothing if no record has this revision, such as after a compaction by another process.
    ///
    /// - Throws: ``StoreError``; then the log is as it was, or compacted.
    func compact(_ log: String, to checkpoint: LogElement) async throws

    /// Calls `notify` soon after a record was appended by any process, until the subscription is released.
    ///
    /// - Parameter notify: must not block. The argument is the last revision; `nil` if it is not known, such as after
    ///   the connection to the store was lost. Several records can be reported by one call. A missed call delays a
    ///   record by about a second, because the server also reads each log once per second.
    func follow(_ log: String, _ notify: @escaping @Sendable (_ last: Revision?) -> Void) -> EventSubscription

    /// Ends the use of the store. The server calls it once when it stops.
    func close() async
}

extension EventStore {
    /// Does nothing.
    public func close() async {}
}

/// The part of a log that a copy lacks.
public enum StoredEvents: Sendable, Equatable {
    /// The copy is current.
    case unchanged
    /// The records after the revision of the copy, oldest first; at least one.
    case tail([LogElement])
    /// The whole log: the checkpoint, if there is one, and the records after it.
    case whole(checkpoint: LogElement?, [LogElement])
}

/// Ends when the last reference to it is released.
public final class EventSubscription: Sendable {
    private let cancel: @Sendable () -> Void

    /// - Parameter cancel: called once, at the end.
    public init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

    deinit { cancel() }
}

/// The bounds of the records in a store.
package enum EventLimits {
    /// The maximum size of a record, in bytes.
    package static let record = 65_536
    /// The maximum size of a checkpoint, in bytes.
    package static let checkpoint = 16 << 20
    /// The size of the records after the checkpoint at which a log is full, in bytes. A client of a server accepts a
    /// log of 64 MiB.
    static let tail = 32 << 20
    /// The number of records after the checkpoint at which a log is full. A client accepts 100,000 elements.
    static let records = 65_536

    /// Returns true if a log can have this name.
    package static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-")
            }
    }
}
