import NavigationKit
import SessionStores
import SystemCalls
import Synchronization

/// The result of performing the recorded actions of a session again. Each starts from its stored version, in
/// controllers that are built from that version's data, with the recorded input, time and random numbers.
package struct Replay: Sendable {
    /// The first version that differs.
    package struct Difference: Sendable, Equatable {
        /// The number of the version.
        package let version: Int
        /// The name of the action that led to it.
        package let action: String
        /// The time of the recorded action, in nanoseconds since 1970.
        package let time: UInt64
        /// The path into the state.
        package let path: String
        /// The stored value; `nil` if the stored state has no such part.
        package let recorded: String?
        /// The value after the replay; `nil` if its state has no such part.
        package let replayed: String?
    }

    /// The number of actions that were performed.
    package private(set) var actions = 0
    /// The number of versions that were compared.
    package private(set) var versions = 0
    /// The number of versions that were not compared.
    package private(set) var skipped = 0
    /// The reasons why versions were not compared, and other remarks.
    package private(set) var notes: [String] = []
    /// The first difference, at which the replay ends; `nil` if all versions are equal.
    package private(set) var difference: Difference?

    /// Performs the actions.
    ///
    /// - Parameters:
    ///   - session: the recorded session.
    ///   - hosted: the app, whose shared data the actions can change.
    ///   - passwords: the texts of withheld passwords, by field name.
    ///   - prepare: called before each action, to set the shared data to that of the action; returns a note for the user,
    ///     or `nil`.
    /// - Throws: the error of `prepare`.
    package init(
        of session: RecordedSession, on hosted: HostedApplication, passwords: [String: String] = [:],
        prepare: (RecordedAction) async throws -> String? = { _ in nil }
    ) async throws {
        for step in session.steps where !step.numbers.isEmpty {
            guard let action = step.action else {
                skip(step, "its action is not recorded")
                continue
            }
            if let file = action.withheld.files.first {
                skip(step, "\(action.name) was sent with a file, \(file), which is not recorded")
                continue
            }
            if let field = action.withheld.passwords.first(where: { passwords[$0] == nil }) {
                skip(
                    step, "\(action.name) was sent with a password, which is not recorded; add --password \(field)=TEXT"
                )
                continue
            }
            if let note = try await prepare(action) { notes.append("version \(step.after.newest.number): \(note)") }
            difference = await Self.perform(action, of: step, on: hosted, passwords: passwords)
            actions += 1
            guard difference == nil else { return }
            versions += step.numbers.count
        }
    }

    private mutating func skip(_ step: RecordedSession.Step, _ reason: String) {
        skipped += step.numbers.count
        notes.append("version \(step.after.newest.number) is not compared: \(reason)")
    }

    private static func perform(
        _ action: RecordedAction, of step: RecordedSession.Step, on hosted: HostedApplication,
        passwords: [String: String]
    ) async -> Difference? {
        func difference(_ number: Int, _ path: String, _ recorded: String?, _ replayed: String?) -> Difference {
            Difference(
                version: number, action: String(action.name), time: action.time, path: path, recorded: recorded,
                replayed: replayed)
        }
        let session = Session(hosted, limits: SessionLimits(), time: SystemTime(), history: step.before)
        var refusal: String?
        do {
            let request = try action.request(after: step.before, passwords: passwords)
            let outcome = try await session.act(request, persistence: ReplayedEntry(replayed: action))
            refusal = outcome.refusal
        } catch {
            refusal = "\(error)"
        }
        let replayed = session.history.withLock(\.self)
        guard replayed.newest.number == step.after.newest.number else {
            return difference(
                step.numbers.lowerBound, "outcome", "version \(step.after.newest.number)",
                refusal ?? "version \(replayed.newest.number)")
        }
        for number in step.numbers {
            guard let expected = step.after.kept(number), let version = replayed.kept(number) else { continue }
            let parts = (step.after.parts(of: expected), replayed.parts(of: version))
            guard let first = StatePart.firstDifference(of: parts.0, parts.1) else { continue }
            return difference(number, first.path, first.one, first.other)
        }
        return nil
    }
}

extension StatePart {
    /// Returns the first path at which the values differ, and both values.
    static func firstDifference(
        of ones: [StatePart], _ others: [StatePart]
    ) -> (path: String, one: String?, other: String?)? {
        guard ones != others else { return nil }
        let values = Dictionary(others.map { ($0.path, $0.value) }) { first, _ in first }
        for part in ones where values[part.path] != part.value { return (part.path, part.value, values[part.path]) }
        let paths = Set(ones.map(\.path))
        return others.first { !paths.contains($0.path) }.map { ($0.path, nil, $0.value) }
    }
}

extension RecordedAction {
    /// Returns the request that submits the action again.
    ///
    /// - Throws: an error with a description if the version is not kept.
    fileprivate func request(after history: History, passwords: [String: String]) throws -> ActionRequest {
        let fields = withheld.passwords.map { FormSubmission.Value(name: $0, text: passwords[$0] ?? "") }
        let submission = try FormSubmission(token: token, values: values + fields)
        switch origin {
        case .path(let location): return ActionRequest(location: location, at: .path, submission: submission)
        case .version(let number):
            guard let version = history.version(number) else { throw MissingVersion(number: number) }
            return ActionRequest(location: version.location, at: .version(number), submission: submission)
        }
    }
}

private struct MissingVersion: Error, CustomStringConvertible {
    let number: Int
    var description: String { "version \(number), from which the action was performed, is not in the log" }
}

extension ActionOutcome {
    /// The reason why the action led to no new version.
    fileprivate var refusal: String? {
        switch self {
        case .done: nil
        case .invalid(_, let input): "refused: \(input)"
        case .stale: "refused: the version does not offer the action"
        case .outcomeUnknown: "refused: an earlier attempt may have done it"
        case .changed: "refused: the precondition does not hold"
        case .unknown: "refused: no class has a handler for the action"
        case .unhandled(_, let chain): "refused: no responder handles the action in the chain \(chain.map(\.name))"
        }
    }
}

/// The entry of a session that is replayed: in no table and in no store.
private struct ReplayedEntry: SessionPersistence {
    let replayed: RecordedAction?

    var isCurrent: Bool { true }
    var isStored: Bool { false }
    var isShared: Bool { false }
    func begin(since known: Revision?) async throws -> (lease: Lease, stored: StoredSession) { throw SessionError.busy }
    func commit(_ change: SessionChange, under lease: Lease) async throws {}
    func confirm() async throws {}
    func removeAfterFailedLogout(_ error: StoreError) async throws {}
    func makeNewID() -> SessionID { .random() }
    func release(_ lease: Lease) {}
    func forget(because error: (any Error)?) {}
    func store(_ ending: UserEnding) async throws {}
    func rename(to newID: SessionID, isIdentified: Bool, isForAnother: Bool) {}
    func perform(_ commands: [TaskCommand], as newID: SessionID?) -> Bool { true }
}
