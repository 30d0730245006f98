import NavigationKit
import Synchronization

/// The background tasks of an app that is explored: each runs, half done, as long as a state keeps it.
final class ExploredTasks: BackgroundTaskRunner {
    private let started = Mutex<Set<BackgroundTask>>([])

    /// Notes the tasks that an action starts. Those that it cancels stay, because earlier states still show them.
    func note(_ commands: [TaskCommand]) {
        for case .start(let pending) in commands { started.withLock { _ = $0.insert(pending.task) } }
    }

    func status(of task: BackgroundTask) -> BackgroundTaskStatus {
        started.withLock { $0.contains(task) } ? .running(fraction: 0.5, detail: "") : .ended
    }
}
