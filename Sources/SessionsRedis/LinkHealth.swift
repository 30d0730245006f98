import Synchronization

/// Reports when the servers become unreachable and reachable, once for all links of a process.
final class LinkHealth: Sendable {
    private let name: String
    private let report: @Sendable (String) -> Void
    private let failure = Mutex<LinkFailure?>(nil)

    /// - Parameter name: the servers, for messages.
    init(of name: String, report: @escaping @Sendable (String) -> Void) {
        self.name = name
        self.report = report
    }

    func didConnect() {
        let wasFailing = failure.withLock { failure in
            defer { failure = nil }
            return failure != nil
        }
        if wasFailing { report("\(name): connected again") }
    }

    /// Reports each new reason once.
    func didFail(_ reason: LinkFailure) {
        let isNew = failure.withLock { failure in
            defer { failure = reason }
            return failure != reason
        }
        if isNew { report("\(name): \(reason); trying again") }
    }
}
