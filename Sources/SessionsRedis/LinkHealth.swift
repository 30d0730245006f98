import Synchronization

/// Reports when the servers become unreachable and reachable, once for all links of a process.
final class LinkHealth: Sendable {
    private let name: String
    private let report: @Sendable (String) -> Void
    /// The reasons since the last connection.
    private let failures = Mutex<Set<String>>([])

    /// The maximum number of different reasons; further ones are not reported.
    private static let maxFailures = 16

    /// - Parameter name: the servers, for messages.
    init(of name: String, report: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.report = report
    }

    func didConnect() {
        let wasFailing = failures.withLock { failures in
            defer { failures = [] }
            return !failures.isEmpty
        }
        if wasFailing { report("\(name): connected again") }
    }

    /// Reports each new reason once.
    func didFail(_ reason: LinkFailure) {
        let isNew = failures.withLock { failures in
            failures.count < Self.maxFailures && failures.insert(reason.description).inserted
        }
        if isNew { report("\(name): \(reason); trying again") }
    }
}
