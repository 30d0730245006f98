package import NavigationKit
package import SessionStores
import Synchronization

/// Explains what a POST would do, without side effects: builds new controllers, does not take the session's mutex,
/// calls no handler, and creates no session or version.
extension Session {
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    func explain(_ request: ActionRequest, isFromOtherIdentity: Bool = false) async throws -> Explanation {
        let name = request.submission.name
        guard !isFromOtherIdentity, let base = try base(of: request) else { return .ofLostState(name) }
        let application = try derivedTree(of: base)
        try await load(application)
        let policy = try application.readiness.policy
        let explanation = try application.explain(request.submission, coder: hosted.coder)
        guard !application.hasLostPlaces || base.isPath else { return .ofLostState(name) }
        if explanation.outcome == .unknownAction, request.at != nil {
            return explanation.prevented(by: .staleOffer, "The page from which it was sent has changed.")
        }
        guard policy > .branch else { return explanation }
        let token = policy == .once ? explanation.offer?.words.token ?? request.submission.token : nil
        switch try await answer(by: policy, to: request, token, from: base, shownBy: application) {
        case .done:
            return explanation.prevented(
                by: .repeated, "It was already performed from this page and can be performed only once.")
        case .outcomeUnknown:
            return explanation.prevented(
                by: .staleOffer, "An earlier press was interrupted, so it may have been performed from this page.")
        case .stale: return explanation.prevented(by: .staleOffer, "Only actions of the newest state can be performed.")
        default: return explanation
        }
    }

    /// Explains each action at `location`: the offered ones, and those that are not offered because no responder would
    /// perform them.
    ///
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    func explainOffers(at location: Location, version number: Int?) async throws -> [Explanation] {
        let (version, ended) = history.withLock { history in
            let version = history.version(at: location, number: number)
            return (version, history.endedFlow(at: location, version))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        let application = try derivedTree(of: version.map(Base.version) ?? .path(location))
        try await load(application)
        return try application.inspect(coder: hosted.coder).explanations
    }
}

extension SessionTable {
    /// Explains what ``act(_:for:)`` would do, and which responder would perform the action.
    ///
    /// - Throws: ``LocationError``, ``EndedFlowError``, ``SessionLoadError``, or what a controller throws while it is
    ///   built or loads.
    package func explain(_ request: ActionRequest, for id: SessionID?) async throws -> Explanation {
        try await look(as: id) { session, isKnown in
            guard isKnown || id == nil && !request.isNumbered else { return .ofLostState(request.submission.name) }
            let isFromOtherIdentity =
                id.map { id in request.sessionFingerprint.map { $0 != id.fingerprint } ?? false } ?? false
            return try await session.explain(request, isFromOtherIdentity: isFromOtherIdentity)
        }
    }

    /// Explains each action of the page at `location`: the offered ones, each with the responder that would perform it,
    /// and those that are not offered.
    ///
    /// - Throws: ``LocationError``, ``EndedFlowError``, ``SessionLoadError``, or what a controller throws while it is
    ///   built or loads.
    package func explainOffers(at location: Location, version: Int?, for id: SessionID?) async throws -> [Explanation] {
        try await look(as: id) { session, _ in try await session.explainOffers(at: location, version: version) }
    }

    /// Calls `body` with the session `id`, or with a temporary session that is not kept if `id` is `nil` or unknown.
    private func look<Seen>(
        as id: SessionID?, _ body: (Session, _ isKnown: Bool) async throws -> Seen
    ) async throws -> Seen {
        while let id, case .session(let session) = try await find(id) {
            let seen = try await body(session, true)
            // A concurrent login can have re-keyed the session: a request with the old id must not see the new
            // identity's state.
            if place(of: id)?.session === session { return seen }
        }
        return try await body(try Session(hosted, limits: limits, time: time), false)
    }
}
