import NavigationKit
import SessionStores

/// Starts background tasks, and performs their last action in their session.
extension SessionTable {
    /// Does what the committed action asks of background tasks.
    func perform(_ commands: [TaskCommand], for id: SessionID) {
        hosted.tasks.perform(commands, for: id) { outcome, task in await self.finish(task, with: outcome) }
    }

    /// The waits between the attempts to finish a task while its session or the store cannot take its action.
    private static let waits: [Duration] = [.seconds(1), .seconds(5), .seconds(30)]

    /// Performs the result of a task in its session. A failure is logged, because no request waits for it.
    private func finish(_ task: BackgroundTask, with outcome: TaskTable.Outcome) async {
        if case .success(nil) = outcome { return }
        var waits = Self.waits[...]
        while let id = hosted.tasks.owner(of: task) {
            do {
                return try await finish(in: id, with: outcome)
            } catch SessionError.renamed {
                // Its new id is known next.
                continue
            } catch let error as StoreError where waits.isEmpty || error.code == .overQuota {
                return report("\(hosted.name): the result of a background task is lost: \(error)")
            } catch  where error is StoreError || error is SessionError {
                guard let wait = waits.popFirst() else {
                    return report("\(hosted.name): the result of a background task is lost: \(error)")
                }
                guard (try? await time.sleep(for: wait)) != nil else { return }
            } catch {
                return report("\(hosted.name): the result of a background task is lost: \(error)")
            }
        }
    }

    private func finish(in id: SessionID, with outcome: TaskTable.Outcome) async throws {
        guard case .session(let session) = try await find(id, isLeased: true, isUse: false) else { return }
        let entry = SessionTableEntry(
            table: self, session: session, id: id, network: session.owner.network, isNew: false)
        guard let done = try await session.finish(outcome, persistence: entry) else { return }
        if let ending = done.ending { note(ending, from: session.owner.network) }
        if let commands = done.taskCommands { perform(commands, for: done.newID ?? id) }
        hosted.topicCenter.changed(.session((done.newID ?? id).description))
    }
}
