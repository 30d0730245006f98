public import NavigationKit
import Synchronization

/// What a POST would do, told without doing it (feature B25): on controllers made for the question, with no turn taken, no
/// handler called, and no session or version made.
extension Session {
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    func explain(_ request: ActionRequest, isOfAnother: Bool = false) async throws -> Explanation {
        let name = request.submission.name
        guard !isOfAnother, let base = try base(of: request) else { return .ofLostState(name) }
        let application = try derivedTree(of: base)
        let policy = try application.readiness.policy
        try await application.load()
        let explanation = try application.explain(request.submission, coder: hosted.coder)
        guard !application.hasLostPlaces || base.isPath else { return .ofLostState(name) }
        if explanation.outcome == .unknownAction, request.at != nil {
            return explanation.prevented(by: .staleOffer, "The page that it was sent from has changed.")
        }
        guard policy > .branch else { return explanation }
        let token = policy == .once ? explanation.offer?.words.token ?? request.submission.token : nil
        switch try await answer(by: policy, to: request, token, from: base) {
        case .done: return explanation.prevented(by: .repeated, "It was done before from here, and is done only once.")
        case .stale: return explanation.prevented(by: .staleOffer, "Only the newest state can be acted on.")
        default: return explanation
        }
    }

    /// What is on offer at `location`, and what would be if somebody performed it.
    ///
    /// - Throws: as above.
    func explainOffers(at location: Location, version number: Int?) async throws -> [Explanation] {
        let (version, ended) = history.withLock { history in
            let version = history.version(at: location, number: number)
            return (version, history.endedFlow(at: location, version))
        }
        if let ended { throw EndedFlowError(onward: ended.onward) }
        let application = try derivedTree(of: version.map(Base.version) ?? .path(location))
        try await application.load()
        return try application.inspect(coder: hosted.coder).explanations
    }
}

extension SessionTable {
    /// What ``act(_:for:)`` would do, and who would do it.
    ///
    /// - Throws: ``LocationError``, ``EndedFlowError``, or what a controller throws while it is built or loads.
    public func explain(_ request: ActionRequest, for id: SessionID?) async throws -> Explanation {
        try await look(as: id) { session, isKnown in
            guard isKnown || id == nil && !request.isNumbered else { return .ofLostState(request.submission.name) }
            let isOfAnother = id.map { id in request.tag.map { $0 != id.tag } ?? false } ?? false
            return try await session.explain(request, isOfAnother: isOfAnother)
        }
    }

    /// What the page at `location` offers, each with who would perform it, and what it does not offer.
    ///
    /// - Throws: as above.
    public func explainOffers(at location: Location, version: Int?, for id: SessionID?) async throws -> [Explanation] {
        try await look(as: id) { session, _ in try await session.explainOffers(at: location, version: version) }
    }

    /// Looks with the eyes of the session `id`, or of somebody without one, for whom none is kept.
    private func look<Seen>(
        as id: SessionID?, _ body: (Session, _ isKnown: Bool) async throws -> Seen
    ) async throws -> Seen {
        while let id, case .session(let session) = try await find(id) {
            let seen = try await body(session, true)
            // Who has logged in meanwhile goes by another name, and who knows only the old one must not see more.
            if place(of: id)?.session === session { return seen }
        }
        return try await body(try Session(hosted, limits: limits, time: time), false)
    }
}
