public import Topics

/// Work that goes on after the response to the action that started it, such as a long computation.
///
/// Keep it in a ``Saved`` property, and show its state on a page that watches its topic:
///
/// ```swift
/// final class Plan: ViewController {
///     @Saved var planning: BackgroundTask?
///
///     override class var actions: [Handler] { [.on(start), .on(finish)] }
///     func start(_ action: StartPlan) {
///         planning = startTask { progress in
///             // …
///             progress.update(0.5)
///             return FinishPlan(result: result)
///         }
///     }
///     func finish(_ action: FinishPlan) { (planning, result) = (nil, action.result) }
///
///     override var topics: [Topic] { planning.map { [.task($0)] } ?? [] }
/// }
/// ```
///
/// The action that the work returns is performed in the session when the work has ended, as if the visitor had sent it
/// from the newest screen: its handlers can save a result, show another screen or present an alert. An error of the work
/// climbs the chain like that of a handler, and by default shows an alert.
///
/// The work runs in the process that performed the action. If that process ends, so does the work, and
/// ``Responder/status(of:)`` is then ``BackgroundTaskStatus/ended``.
public struct BackgroundTask: Hashable, Sendable, Codable {
    /// Unguessable, so that no other session can watch or cancel the work.
    package let id: String

    package init(id: String) { self.id = id }

    /// Decodes a task that was encoded by ``encode(to:)``.
    public init(from decoder: any Decoder) throws { id = try decoder.singleValueContainer().decode(String.self) }

    /// Encodes the task as one text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

/// The state of a ``BackgroundTask``. Later versions can add cases, so a `switch` needs a `default`.
public enum BackgroundTaskStatus: Sendable, Equatable {
    /// Other work runs first, see ``BackgroundTaskLimits``.
    case waiting
    /// The work runs.
    ///
    /// - Parameters:
    ///   - fraction: the completed part, 0 to 1; `nil` if it is not known.
    ///   - detail: what the work does now; empty if it says nothing.
    case running(fraction: Double?, detail: String)
    /// The work does not run in this process: it has ended or was cancelled, its process has ended, or another node runs
    /// it. The property that holds the task tells these apart if the last action of the work sets it to `nil`.
    case ended
}

extension Topic {
    /// The state of a task, for the pages that show it.
    public static func task(_ task: BackgroundTask) -> Topic { Topic("cairn.task", task.id) }
}
