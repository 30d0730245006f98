import NavigationKit
import SessionStores

/// Starts background tasks, and performs their last action in their session.
extension SessionTable {
    /// Does what a committed action asks of background tasks.
    func perform(_ commands: [TaskCommand], for id: SessionID, from network: UInt64?) {
        hosted.tasks.perform(commands, for: id, from: network, following: followForTasks(id)) { outcome, task in
            await self.finish(task, with: outcome)
        }
    }

    /// Moves the tasks of a session to its new id, or ends it for them.
    func moveTasks(of id: SessionID, to newID: SessionID?) {
        guard let newID else { return hosted.tasks.sessionDidEnd(id) }
        hosted.tasks.sessionWasRenamed(id, to: newID) { followForTasks(newID) }
    }

    /// Follows a session, and loads it afterwards: a store can announce only changes of sessions that were loaded here, and
    /// the next request of the visitor can reach another node.
    private func followForTasks(_ id: SessionID) -> (any Sendable)? {
        guard let store, let following = follow(id) else { return nil }
        Task.detached { [self] in _ = try? await store.load(id, since: place(of: id)?.session.flatMap(revision)) }
        return following
    }

    /// The waits between the attempts to finish a task while its session or the store cannot take its action.
    private static let waits: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

    /// Performs the result of a task in its session. A failure is logged, because no request waits for it.
    private func finish(_ task: BackgroundTask, with outcome: TaskTable.Outcome) async {
        if case .success(nil) = outcome { return }
        var waits = Self.waits[...]
        while let id = hosted.tasks.owner(of: task) {
            do {
                return try await finish(task, in: id, with: outcome)
            } catch SessionError.renamed {
                // Its new id is known next.
                continue
            } catch is CancellationError {
                return
            } catch {
                // An unknown outcome is recognized for ten seconds only: after that, the action could be performed twice.
                if (error as? StoreError)?.code == .outcomeUnknown { waits = waits.prefix { $0 < .seconds(10) } }
                guard let wait = waits.popFirst() else {
                    return report("\(hosted.name): the result of a background task is lost: \(error)")
                }
                guard (try? await time.sleep(for: wait)) != nil else { return }
            }
        }
    }

    private func finish(_ task: BackgroundTask, in id: SessionID, with outcome: TaskTable.Outcome) async throws {
        guard case .session(let session) = try await find(id, isLeased: true, isUse: false) else { return }
        let entry = SessionTableEntry(
            table: self, session: session, id: id, network: session.owner.network, isNew: false)
        guard let done = try await session.finish(outcome, of: task, persistence: entry) else { return }
        if let ending = done.ending { note(ending, from: session.owner.network) }
        hosted.topicCenter.changed(.session(id.description))
    }
}
