extension Responder {
    /// Starts work that goes on after the response to the current action. Call it in a handler: the work begins when the
    /// action is committed, and does not begin if the handler throws an error. Elsewhere, such as in a view, nothing is
    /// started, and ``Diagnostic/misplacedTask(_:chain:)`` is reported.
    ///
    /// The work is cancelled when its session ends, and when the server stops; it then should return soon, see
    /// `Task.checkCancellation()`. It cannot use controllers, which belong to their session: give it values.
    ///
    /// The work runs on Swift's thread pool, which has one thread for each processor and also performs the requests of
    /// all visitors, so it must not block its thread, such as by reading a large file, waiting for a process or a lock,
    /// or calling a synchronous client of a database. Await asynchronous functions instead; move a blocking call to a
    /// thread of its own or a `DispatchQueue`, and await its result with `withCheckedThrowingContinuation`. Work that
    /// computes for long calls `await Task.yield()` now and then, so that requests run in between.
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
        command(.start(PendingTask(task: task, outlivesSession: outlivesSession, work: work)), by: "startTask")
        return task
    }

    /// Cancels work when the current action is committed. Call it in a handler, like
    /// ``startTask(outlivesSession:_:)``. The last action of the work is not performed. The work counts for
    /// ``BackgroundTaskLimits`` until it returns.
    public final func cancelTask(_ task: BackgroundTask) { command(.cancel(task), by: "cancelTask") }

    private func command(_ command: TaskCommand, by function: String) {
        guard let application = nearest(Application.self) else { return }
        guard application.isHandling else {
            return application.note(.misplacedTask(function, chain: chainDescription))
        }
        application.taskCommands.append(command)
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
