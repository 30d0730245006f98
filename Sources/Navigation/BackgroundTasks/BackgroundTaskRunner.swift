/// Runs background tasks.
package protocol BackgroundTaskRunner: AnyObject, Sendable {
    /// The state of a task of this process.
    func status(of task: BackgroundTask) -> BackgroundTaskStatus
}
