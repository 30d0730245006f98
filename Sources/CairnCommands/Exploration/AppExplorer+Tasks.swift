import NavigationKit
import Sessions

/// Explores what the background work of actions ends with.
extension AppExplorer {
    /// The time for the work of one action.
    private static let patience = Duration.seconds(30)

    /// Does the work that an action has started, and performs the action that it returns. Once for each action, because
    /// work takes long.
    ///
    /// - Parameters:
    ///   - name: the name of the action that has started the work.
    ///   - application: the application in the state after that action.
    func finish(
        _ commands: [TaskCommand], of name: String, after application: Application, at path: [VisiblePlace], depth: Int
    ) async throws {
        guard worked.insert(name).inserted else { return }
        let state = State(
            state: try application.state, saved: application.savedValues, depth: depth, path: path, tokens: [],
            lastTokens: [])
        for case .start(let pending) in commands {
            switch await pending.result(within: Self.patience) {
            case nil:
                note("The work of \(name) did not end within \(Self.patience), so what it ends with was not tried.")
            case .success(nil)?: break
            case .success(let action?)?: try await finish(with: action, from: state)
            case .failure(let error)?:
                if !(error is any PresentableError) {
                    found(.failed(action: name, location: location(of: state), error: "\(error)"))
                }
                let (application, _) = try await build(state)
                application.handle(unsolicited: error)
                try await application.settle()
                try await application.load()
                _ = try meet(application, depth: depth + 1)
            }
        }
    }

    private func finish(with action: any Action, from state: State) async throws {
        let (application, _) = try await build(state)
        let name = type(of: action).name
        let chain = try await ChainTrace.record { trace in
            guard try await application.perform(action, report: { self.found(.diagnostic($0)) }) else {
                found(.unhandled(action: name, chain: trace.entries.map(\.name).joined(separator: " → ")))
                return trace.entries
            }
            return trace.entries
        }
        for entry in chain where entry.disposition != .none && entry.disposition != .unhandled {
            reached.insert(DeclaredHandler(type: entry.name, action: entry.action))
        }
        try await application.settle()
        try await application.load()
        let path = try meet(application, depth: state.depth + 1)
        exploration.steps.insert(AppExploration.Step(from: state.path, action: name, isBuiltIn: false, to: path))
    }
}

extension PendingTask {
    /// The result of the work; `nil` if it takes longer. No task group, which would wait for work that ignores its
    /// cancellation.
    fileprivate func result(within time: Duration) async -> Result<(any Action)?, any Error>? {
        let (results, continuation) = AsyncStream.makeStream(of: Finished.self)
        let work = work
        let running = Task.detached {
            let finished: Finished
            do { finished = Finished(result: .success(try await work(TaskProgress {}))) } catch {
                finished = Finished(result: .failure(error))
            }
            continuation.yield(finished)
        }
        let clock = Task.detached {
            try? await Task.sleep(for: time)
            continuation.yield(Finished())
        }
        defer {
            running.cancel()
            clock.cancel()
        }
        var iterator = results.makeAsyncIterator()
        return await iterator.next()?.result
    }

    private struct Finished: Sendable {
        var result: Result<(any Action)?, any Error>?
    }
}
