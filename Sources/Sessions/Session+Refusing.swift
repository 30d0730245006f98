import NavigationKit
import SessionStores
import Synchronization

/// Responds to an action that failed or was refused with the page that the visitor needs next, filled with the submitted
/// values if possible.
extension Session {
    /// Commits a version that shows an error of the action, by default in an alert. The tree with the partial changes
    /// is dropped; the error climbs the responder chain of a tree in the state before the action.
    func showFailure(
        _ error: any Error, of request: ActionRequest, from base: Base, _ intent: String?, typed: Draft?,
        chain: [ChainTrace.Entry], _ inputs: RecordedInputs?, _ lease: Lease?, _ persistence: some SessionPersistence
    ) async throws -> ActionOutcome.Done {
        let application = try tree(of: base)
        application.actionInputs = inputs
        let (offers, typed) = try await offersAfterFailure(application, of: request, typed: typed)
        inputs?.note(request.submission, offers: offers, typed: typed)
        let leaving = try leavingVersion(base, application, persistence)
        application.handle(error, of: request.submission, offers: offers, typed: typed)
        let digest = lease == nil ? nil : request.digest
        let act = Act(
            request: request, base: base, leaving: leaving, typed: typed, digest: digest, onceToken: intent)
        return try await commit(application, act, chain: chain, failure: error, lease, persistence)
    }

    /// Returns the outcome for an action that the state does not offer.
    func refuse(
        _ request: ActionRequest, from base: Base, because error: ActionError
    ) async throws -> ActionOutcome {
        let page = try await page(of: base, submitted: request.submission)
        return switch error {
        case .notOffered: .stale(page)
        // A form with `_at` was rendered by this app, so answer 409, not 404: after a restart its action is unknown
        // until a controller class that handles it is built.
        case .unknown: request.at == nil ? .unknown(page) : .stale(page)
        case .unhandled(_, let chain): .unhandled(page, chain: chain)
        }
    }

    /// Returns the page at the request's location, filled with the submitted values. If a guard refuses the location,
    /// the values are kept, if possible, until the visitor has logged in.
    ///
    /// - Returns: the page, and true if values wait for a login.
    /// - Throws: ``LocationError``, `CancellationError`, or what a controller throws while it is built or loads.
    func recover(_ request: ActionRequest) async throws -> (page: Page, isKept: Bool) {
        let base = Base.path(request.location)
        let application = try derivedTree(of: base)
        // Load the page first: a guard can depend on what was loaded, and a commit that has begun cannot be cancelled.
        try await load(application)
        let waiting =
            try application.isRedirected
            ? WaitingDraft(request.submission, at: request.location, in: hosted.draftRoom, of: request.userFingerprint)
            : nil
        var page = try page(of: base, shownBy: application, submitted: request.submission)
        page.notice = waiting == nil ? notice(of: request, on: page) : Notice.draftKept
        if let waiting {
            try request.commitGate.begin()
            history.withLock { $0.waiting = waiting }
        }
        return (page, waiting != nil)
    }

    /// Returns the page at the request's location, or the newest one if there is none, for the current user: the form
    /// is from another session or identity. The page at the location shows the submitted values. If a guard refuses
    /// it and the form was rendered for a user, the values wait for that user, if possible.
    func pageOfAnother(_ request: ActionRequest) async throws -> Page {
        do {
            if request.userFingerprint != nil { return try await recover(request).page }
            var page = try await page(of: .path(request.location), submitted: request.submission)
            page.notice = notice(of: request, on: page)
            return page
        } catch is LocationError {
            return try await page(of: .version(newest))
        }
    }

    /// Returns the outcome for a version that is no longer kept: usually the filled form, for the visitor to confirm.
    func lost(_ request: ActionRequest) async throws -> ActionOutcome {
        let (clean, newest) = history.withLock { ($0.canonicalVersion(at: request.location), $0.newest) }
        do {
            guard let clean else {
                if case .version(let number)? = request.at, number < history.withLock(\.identityEpoch) {
                    return .stale(try await pageOfAnother(request))
                }
                return .stale(try await recover(request).page)
            }
            var page = try await page(of: .version(clean), submitted: request.submission)
            page.notice = notice(of: request, on: page)
            return .stale(page)
        } catch is LocationError {
            return .stale(try await page(of: .version(newest)))
        }
    }

    private func notice(of request: ActionRequest, on page: Page) -> String {
        Notice.changed(since: request.submission.name, on: page.screen)
    }
}
