public import SessionStores

/// Checks the contract of ``SessionStore``, for the author of a store.
///
/// ```swift
/// let conformance = StoreConformance { try MyStore() }
/// let violations = await conformance.violations()
/// #expect(violations.isEmpty)
/// ```
///
/// Each rule gets a store on new data. A rule has no time limit: a store that does not answer stops the check, and the
/// closure passed to ``violations(beforeRule:)`` shows at which rule.
public struct StoreConformance: Sendable {
    /// Opens a store.
    public typealias Opener = @Sendable () async throws -> any SessionStore

    private let makeData: @Sendable () async throws -> Opener
    private let capabilities: StoreCapabilities
    private let advance: @Sendable (Duration) async throws -> Void

    /// Checks a store that one process at a time uses, without the rules that need a second store on the same data.
    ///
    /// - Parameter opening: opens a store without sessions, on data that no other store uses.
    public init(opening: @escaping Opener) {
        makeData = { opening }
        capabilities = []
        advance = { _ in }
    }

    /// Checks a store whose data can be opened more than once.
    ///
    /// ```swift
    /// StoreConformance(keepsData: true) {
    ///     let directory = try TemporaryDirectory()
    ///     return { try MyStore(in: directory) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - keepsData: true if a store that was closed can be opened again and then has its sessions.
    ///   - advancing: lets this time pass on the clock of the store: by `Task.sleep`, or on a clock of the test.
    ///     Without it, the end of leases is not checked.
    ///   - makingData: creates new data without sessions, and returns a closure that opens a store on it. If the store
    ///     is shared, that closure is called again while the first store is open, and opens a store as another process
    ///     would. Otherwise it is called again only after the first store was closed.
    public init(
        keepsData: Bool, advancing: (@Sendable (Duration) async throws -> Void)? = nil,
        makingData: @escaping @Sendable () async throws -> Opener
    ) {
        makeData = makingData
        capabilities = StoreCapabilities.secondProcess
            .union(keepsData ? .reopening : []).union(advancing == nil ? [] : .clock)
        advance = advancing ?? { _ in }
    }

    /// Checks all rules that apply to the store, one after the other.
    ///
    /// - Parameter beforeRule: is called with the sentence of each rule before the rule is checked.
    /// - Returns: at most one violation per rule; none if the store conforms.
    public func violations(beforeRule: (String) -> Void = { _ in }) async -> [Violation] {
        let isShared: Bool
        do {
            let store = try await makeData()()
            isShared = store.isShared
            await store.close()
        } catch {
            return [Violation(of: StoreContract.opening, expected: "no error", actual: "opening threw \(error)")]
        }
        var violations: [Violation] = []
        if isShared && !capabilities.contains(.secondProcess) {
            let advice = "one; use init(keepsData:advancing:makingData:), which opens a second one"
            violations.append(
                Violation(of: StoreContract.sharing, expected: "two stores on the same data", actual: advice))
        }
        let available = isShared ? capabilities : capabilities.subtracting([.secondProcess, .clock])
        for rule in StoreContract.rules where available.isSuperset(of: rule.needs) {
            beforeRule(rule.sentence)
            if let violation = await violation(of: rule) { violations.append(violation) }
        }
        return violations
    }

    private func violation(of rule: StoreRule) async -> Violation? {
        do {
            let trial = try await Trial(opening: makeData(), advancing: advance)
            let result = await Mismatch.caught { try await rule.check(trial) }
            await trial.close()
            return result.map { Violation(of: rule.sentence, expected: $0.expected, actual: $0.actual) }
        } catch {
            return Violation(of: rule.sentence, expected: "no error", actual: "opening threw \(error)")
        }
    }
}

extension StoreConformance {
    /// A rule that a store does not follow.
    public struct Violation: Sendable, Equatable, CustomStringConvertible {
        /// The rule, as a sentence.
        public let rule: String
        /// The result that the rule demands.
        public let expected: String
        /// The result of the store.
        public let actual: String

        init(of rule: String, expected: String, actual: String) {
            self.rule = rule
            self.expected = expected
            self.actual = actual
        }

        /// The rule, the expected and the actual result.
        public var description: String { "\(rule) Expected: \(expected). Actual: \(actual)." }
    }
}
