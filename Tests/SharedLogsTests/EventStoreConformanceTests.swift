import CairnTesting
import SessionStores
import SharedLogs
import Synchronization
import Testing

@Suite("The conformance of event stores") struct EventStoreConformanceTests {
    private static let memory = EventStoreConformance(isShared: true, keepsData: true) {
        let store = MemoryEventStore()
        return { store }
    }

    @Test func `the store in memory conforms`() async {
        var rules: [String] = []
        #expect(await Self.memory.violations { rules.append($0) } == [])
        #expect(rules.count == 19 && Set(rules).count == 19 && rules.allSatisfy { $0.hasSuffix(".") })
    }

    @Test func `the store in a directory conforms, also after it is opened again`() async {
        let conformance = EventStoreConformance(isShared: false, keepsData: true) {
            let folder = TemporaryFolder()
            return { try folder.storeOnThreads() }
        }
        #expect(await conformance.violations() == [])
    }

    @Test(arguments: Fault.allCases) func `a faulty store violates the rule`(_ fault: Fault) async {
        let conformance = EventStoreConformance(isShared: true, keepsData: true) {
            let store = MemoryEventStore()
            return { FaultyStore(fault, store) }
        }
        let violations = await conformance.violations()
        #expect(violations.map(\.rule).contains(fault.rule), "\(violations)")
    }
}

/// A mistake of a store, by the sentence of the rule that it violates.
enum Fault: String, CaseIterable {
    case appendsAnywhere = "A record is appended only after the last one."
    case comparesNumbers = "Of two processes, one appends after a record."
    case hidesRevision = "A record that is appended again is overtaken by its own revision."
    case givesTail = "A copy with a revision that the log lacks gets the whole log."
    case givesWhole = "A copy gets the records after its revision."
    case mixesLogs = "Logs with different names do not mix."
    case neverCompacts = "A checkpoint replaces the records up to its revision."
    case reversesRecords = "Records come back in their order, with their bytes."
    case compactsAlways = "A checkpoint of a revision that the log lacks changes nothing."
    case acceptsLongRecords = "A record of more than 64 KiB is refused."
    case limitsCheckpoints = "A checkpoint of 2 MiB is kept."
    case notifiesAfterRelease = "A released subscription is not notified."

    var rule: String { rawValue }
}

private struct FaultyStore: EventStore {
    let fault: Fault
    let base: MemoryEventStore

    init(_ fault: Fault, _ base: MemoryEventStore) { (self.fault, self.base) = (fault, base) }

    func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        let log = fault == .mixesLogs ? "all" : log
        switch (fault, try await base.read(log, after: known)) {
        case (.givesTail, .whole(nil, let records)) where known != nil: return .tail(records)
        case (.givesWhole, .tail): return try await base.read(log, after: nil)
        case (.reversesRecords, .whole(let checkpoint, let records)):
            return .whole(checkpoint: checkpoint, records.reversed())
        case (_, let stored): return stored
        }
    }

    func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        let log = fault == .mixesLogs ? "all" : log
        switch (
            fault,
            try await base.append(fault == .acceptsLongRecords ? short(record) : record, to: log, after: expected)
        ) {
        case (.appendsAnywhere, .overtaken(let last?)): return try await base.append(record, to: log, after: last)
        case (.comparesNumbers, .overtaken(let last?)) where (expected?.number ?? 0) + 1 == last.number:
            return try await base.append(record, to: log, after: last)
        case (.hidesRevision, .overtaken): return .overtaken(by: nil)
        case (_, let result): return result
        }
    }

    private func short(_ record: LogElement) -> LogElement {
        LogElement(revision: record.revision, bytes: Array(record.bytes.prefix(65_536)))
    }

    func compact(_ log: String, to checkpoint: LogElement) async throws {
        let log = fault == .mixesLogs ? "all" : log
        switch fault {
        case .neverCompacts: break
        case .limitsCheckpoints where checkpoint.bytes.count > 1 << 20: break
        case .compactsAlways:
            guard case .whole(_, let records) = try await base.read(log, after: nil), let last = records.last else {
                return
            }
            try await base.compact(log, to: LogElement(revision: last.revision, bytes: checkpoint.bytes))
        default: try await base.compact(log, to: checkpoint)
        }
    }

    func follow(_ log: String, _ notify: @escaping @Sendable (Revision?) -> Void) -> EventSubscription {
        let subscription = base.follow(fault == .mixesLogs ? "all" : log, notify)
        // The closure holds the subscription, and the store holds the closure.
        guard fault == .notifiesAfterRelease else { return subscription }
        let endless = Endless()
        endless.keep(
            base.follow(log) {
                notify($0); endless.touch()
            })
        return subscription
    }
}

/// Keeps a subscription alive by a cycle of references.
private final class Endless: Sendable {
    private let kept = Mutex<EventSubscription?>(nil)

    func keep(_ subscription: EventSubscription) { kept.withLock { $0 = subscription } }
    func touch() {}
}
