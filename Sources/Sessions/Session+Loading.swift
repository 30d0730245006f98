import NavigationKit
import SessionStores
import SystemCalls

extension Application {
    /// Loads all that the next rendering needs.
    ///
    /// - Throws: ``LoadError``, `CancellationError`, or what a controller throws while it is built or loads.
    func load(within limits: SessionLimits, _ time: any TimeSource) async throws {
        try await loadViews()
        // Without an override of `load()`, do not pay for the closure.
        guard try !isLoaded else { return }
        try await loadContent(until: time.deadline(after: limits.maxLoad))
    }

    /// Loads the screen that a sheet covers, for at most a second: the page can be shown without it.
    func loadCovered(within limits: SessionLimits, _ time: any TimeSource) async {
        await loadCovered(until: time.deadline(after: min(limits.maxLoad, .seconds(1))))
    }
}

extension TimeSource {
    /// Returns a wait until the end of `duration`, which begins now: the wait itself begins when a load suspends.
    fileprivate func deadline(after duration: Duration) -> LoadDeadline {
        let began = now
        return { try await self.sleep(for: duration - Duration(nanoseconds: self.now &- began)) }
    }
}

/// The data of a page is loaded before the page is rendered, and before an action from it is matched with its offers;
/// not before a commit: a load that fails would undo an action that has been performed.
extension Session {
    /// Loads all that the next rendering of `application` needs.
    ///
    /// - Throws: ``LoadError``, `CancellationError`, or what a controller throws while it is built or loads.
    func load(_ application: Application) async throws {
        if try !application.isLoaded { try await application.load(within: limits, time) }
    }

    /// The draft in `request`, according to the last rendering of the page, so that it is kept if the page does not
    /// load.
    func draftBeforeLoading(_ application: Application, for request: ActionRequest) -> Draft? {
        application.draftBeforeLoading(of: request.submission, coder: hosted.coder, report: hosted.report)
    }

    /// Loads the state before an action that threw an error, and returns its offers. If the data does not load, returns
    /// no offers and the draft from before the action: the error then begins at the window.
    ///
    /// - Throws: `CancellationError`, or what a controller throws while it is built or loads its view.
    func offersAfterFailure(
        _ application: Application, of request: ActionRequest, typed: Draft?
    ) async throws -> (offers: [Offer], typed: Draft?) {
        try await application.loadViews()
        do {
            try await load(application)
        } catch {
            guard !request.commitGate.isCancelled else { throw CancellationError() }
            return ([], typed)
        }
        return try offers(of: application, for: request)
    }
}
