import Synchronization

/// Makes the sessions of an app keep ``SessionNotes``, for the inspector. Without diagnostics it is never enabled.
package final class InspectionHook: Sendable {
    private let isOn = Atomic(false)
    private let observer = Mutex<(@Sendable () -> Void)?>(nil)

    /// True if the app is inspected.
    var isEnabled: Bool { isOn.load(ordering: .relaxed) }

    /// Enables notes in all sessions that are created from now on.
    ///
    /// - Parameter onActivity: called after a session has shown a page or performed an action, on any thread.
    package func enable(onActivity: @escaping @Sendable () -> Void) {
        observer.withLock { $0 = onActivity }
        isOn.store(true, ordering: .relaxed)
    }

    func noteActivity() { observer.withLock(\.self)?() }
}
