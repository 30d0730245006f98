import Cairn
import Glibc
import Snapshots
import Synchronization

/// A value whose stored parts change only by events, so that storing the events stores them.
protocol EventSourced: Sendable {
    associatedtype Event: Codable & Sendable

    /// Changes the value. It cannot fail: a change that is not allowed is refused before it becomes an event.
    mutating func apply(_ event: Event)

    /// A compact list of events that produces this value from an empty one.
    var history: [Event] { get }
}

/// A value that all sessions of an app share. With a folder, its changes are on the disk before they are visible, so
/// no restored session refers to a change that was lost.
final class Shared<Value: EventSourced>: Sendable {
    private let value: Mutex<Value>
    private let log: EventLog?
    private let report: @Sendable (String) -> Void

    /// - Parameters:
    ///   - value: the empty value.
    ///   - name: the name of its file in the folder, without the extension `.events`.
    ///   - folder: the folder for its events.
    /// - Throws: ``FileError`` if the file cannot be read or written.
    init(_ value: Value, as name: String, in folder: SharedFolder, disk: EventLog.Disk = EventLog.Disk()) throws {
        let log = try EventLog(named: name, in: folder, disk: disk)
        self.log = log
        report = { folder.report("\(name): \($0)") }
        let contents = try log.read()
        var (restored, unreadable) = (value, contents.damage)
        for record in contents.records {
            do {
                for event in try CBOR.decode([Value.Event].self, from: record) { restored.apply(event) }
            } catch {
                unreadable = "an event does not have the format of this version (\(error))"
            }
        }
        let history = restored.history
        self.value = Mutex(restored)
        if let unreadable {
            let suffix = ".damaged-\(time(nil))"
            try log.rewrite(try Self.records(of: history), keepingOldAs: suffix)
            report("\(unreadable). Readable events are kept; the old file is saved with the suffix \(suffix).")
        } else if contents.isTorn || contents.records.count != history.count || history.isEmpty {
            try log.rewrite(try Self.records(of: history))
        }
    }

    /// Keeps the value in memory only.
    init(_ value: Value) {
        self.value = Mutex(value)
        (log, report) = (nil, { _ in })
    }

    /// Reads the value. `body` can also change parts of it that are not stored.
    func read<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try value.withLock { try body(&$0) }
    }

    /// Applies the events that `decide` returns. Decisions run one after another, each on the result of the one before.
    /// With a folder, the events become visible when they are on the disk.
    ///
    /// - Parameter decide: throws if the change is not allowed. With a folder, it runs again on the queue if its first
    ///   result is not empty.
    /// - Throws: the error of `decide`, or ``CannotKeep``; then nothing is changed.
    func change(_ decide: @escaping @Sendable (Value) throws -> [Value.Event]) async throws {
        guard let log else { return try value.withLock { $0.apply(try decide($0)) } }
        // Decide without the queue first: a call that changes nothing must not wait for the disk.
        guard try !value.withLock({ try decide($0).isEmpty }) else { return }
        try await log.perform {
            let events = try self.value.withLock { try decide($0) }
            guard !events.isEmpty else { return }
            do {
                try log.append(try CBOR.encode(events))
            } catch {
                self.report("\(error)")
                throw CannotKeep()
            }
            let history = self.value.withLock { value in
                value.apply(events)
                return log.isLong ? value.history : nil
            }
            guard let history else { return }
            do { try log.rewrite(try Self.records(of: history)) } catch { self.report("\(error)") }
        }
    }

    private static func records(of history: [Value.Event]) throws -> [[UInt8]] {
        try history.map { try CBOR.encode([$0]) }
    }
}

extension EventSourced {
    fileprivate mutating func apply(_ events: [Event]) {
        for event in events { apply(event) }
    }
}
