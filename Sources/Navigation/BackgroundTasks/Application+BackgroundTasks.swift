import Responders

/// Performs the results of background tasks, and hands over what an action asks of them.
extension Application {
    /// Returns what the action asks of background tasks, in order, and forgets it; `nil` if it asks nothing.
    package final func takeTaskCommands() -> [TaskCommand]? {
        guard !taskCommands.isEmpty else { return nil }
        defer { taskCommands = [] }
        return taskCommands
    }

    /// Lets handlers start and cancel tasks, until ``isHandling`` is false again.
    final func beginHandling() {
        isHandling = true
        if !taskCommands.isEmpty { taskCommands = [] }
    }

    /// Performs an action that no visitor has sent: it starts at the first responder of the visible screen, whose
    /// controllers must be loaded.
    ///
    /// - Returns: false if no responder handles it.
    /// - Throws: any error of the handler, or of a controller while it is built.
    package final func perform(_ action: any Action, report: (Diagnostic) -> Void) async throws -> Bool {
        updateAppearance()
        window?.beginAction()
        outsideURL = nil
        beginHandling()
        defer { isHandling = false }
        // Report the diagnostics here, because the tree is dropped if the handler throws.
        defer { window?.reportDiagnostics(report) }
        let start: Responder = try visibleViewController?.firstResponder ?? startedWindow
        return try await start.send(action)
    }

    /// Sends an error that no action has caused up the chain from the visible screen: by default the window presents an
    /// alert.
    package final func handle(unsolicited error: any Error) {
        updateAppearance()
        window?.beginAction()
        outsideURL = nil
        beginHandling()
        defer { isHandling = false }
        ((try? visibleViewController) ?? window)?.handle(error)
    }
}
