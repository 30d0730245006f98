extension Responder {
    /// Starts work that goes on after the response to the current action. Call it in a handler: the work begins when the
    /// action is committed, and does not begin if the handler throws an error.
    ///
    /// The work is cancelled when its session ends, and when the server stops; it then should return soon, see
    /// `Task.checkCancellation()`. It cannot use controllers, which belong to their session: give it values.
    ///
    /// - Parameters:
    ///   - outlivesSession: true if the work goes on after a logout or the end of its session. Its last action is then not
    ///     performed.
    ///   - work: what to do, on a thread pool. Returns the action that is performed in the session then; `nil` for none.
    ///     It cannot change the identity of the session.
    /// - Returns: the task, to be kept in a ``Saved`` property.
    @discardableResult
    public final func startTask(
        outlivesSession: Bool = false, _ work: @escaping @Sendable (TaskProgress) async throws -> (any Action)?
    ) -> BackgroundTask {
        var numbers = randomNumbers
        let task = BackgroundTask(id: String(numbers.next(), radix: 36) + "." + String(numbers.next(), radix: 36))
        nearest(Application.self)?.taskCommands
            .append(.start(PendingTask(task: task, outlivesSession: outlivesSession, work: work)))
        return task
    }

    /// Cancels work when the current action is committed. Call it in a handler. Its last action is not performed.
    public final func cancelTask(_ task: BackgroundTask) {
        nearest(Application.self)?.taskCommands.append(.cancel(task))
    }

    /// The state of a task. A task that the current action has started is ``BackgroundTaskStatus/ended`` until it is
    /// committed.
    public final func status(of task: BackgroundTask) -> BackgroundTaskStatus {
        nearest(Application.self)?.tasks?.status(of: task) ?? .ended
    }
}

/// Work that begins when its action is committed.
package struct PendingTask: Sendable {
    package let task: BackgroundTask
    package let outlivesSession: Bool
    package let work: @Sendable (TaskProgress) async throws -> (any Action)?
}

/// A change to background tasks that a handler requests.
package enum TaskCommand: Sendable {
    case start(PendingTask)
    case cancel(BackgroundTask)
}

/// Runs background tasks.
package protocol BackgroundTaskRunner: AnyObject, Sendable {
    func status(of task: BackgroundTask) -> BackgroundTaskStatus
}
