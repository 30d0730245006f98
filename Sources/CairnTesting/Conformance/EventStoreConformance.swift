public import SharedLogs
import Synchronization

/// Checks the contract of ``EventStore``, for the author of a store.
///
/// ```swift
/// let conformance = EventStoreConformance(isShared: true, keepsData: true) {
///     let data = MyData()
///     return { try MyEventStore(on: data) }
/// }
/// #expect(await conformance.violations().isEmpty)
/// ```
///
/// Each rule gets a store on new data. A rule has no time limit: a store that does not answer, or that does not notify
/// its followers, stops the check, and the closure passed to ``violations(beforeRule:)`` shows at which rule.
public struct EventStoreConformance: Sendable {
    /// Opens a store.
    public typealias Opener = @Sendable () async throws -> any EventStore

    private let capabilities: StoreCapabilities
    private let makeData: @Sendable () async throws -> Opener

    /// - Parameters:
    ///   - isShared: true if two processes can use the data at the same time.
    ///   - keepsData: true if a store that was closed can be opened again and then has its logs.
    ///   - makingData: creates new data without logs, and returns a closure that opens a store on it.
    public init(isShared: Bool, keepsData: Bool, makingData: @escaping @Sendable () async throws -> Opener) {
        capabilities = StoreCapabilities(isShared ? [.secondProcess] : []).union(keepsData ? .reopening : [])
        makeData = makingData
    }

    /// Checks all rules that apply to the store, one after the other.
    ///
    /// - Parameter beforeRule: is called with the sentence of each rule before the rule is checked.
    /// - Returns: at most one violation per rule; none if the store conforms.
    public func violations(beforeRule: (String) -> Void = { _ in }) async -> [StoreConformance.Violation] {
        var violations: [StoreConformance.Violation] = []
        for rule in EventStoreRule.all where capabilities.isSuperset(of: rule.needs) {
            beforeRule(rule.sentence)
            let mismatch = await Mismatch.caught {
                let trial = EventTrial(opening: try await makeData())
                let result = await Mismatch.caught { try await rule.check(trial) }
                await trial.close()
                if let result { throw result }
            }
            if let mismatch {
                violations.append(
                    StoreConformance.Violation(
                        of: rule.sentence, expected: mismatch.expected, actual: mismatch.actual))
            }
        }
        return violations
    }
}

/// A rule of the contract of ``EventStore``.
struct EventStoreRule: Sendable {
    let sentence: String
    let needs: StoreCapabilities
    let check: @Sendable (EventTrial) async throws -> Void

    init(
        _ sentence: String, needs: StoreCapabilities = [],
        _ check: @escaping @Sendable (EventTrial) async throws -> Void
    ) {
        self.sentence = sentence
        self.needs = needs
        self.check = check
    }
}

/// The check of one rule: the means to open stores on new data.
final class EventTrial: Sendable {
    private let open: EventStoreConformance.Opener
    private let opened = Mutex<[any EventStore]>([])

    init(opening: @escaping EventStoreConformance.Opener) { open = opening }

    /// Opens a store on the data, as another process does if one is open.
    func store() async throws -> any EventStore {
        let store = try await open()
        opened.withLock { $0.append(store) }
        return store
    }

    /// Closes all stores, and opens one on their data.
    func reopenedStore() async throws -> any EventStore {
        await close()
        return try await store()
    }

    /// Closes the stores that are open.
    func close() async {
        let stores = opened.withLock { opened in
            defer { opened = [] }
            return opened
        }
        for store in stores { await store.close() }
    }
}
