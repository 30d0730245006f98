import NavigationKit
import SessionStores
import Synchronization

/// Reads a session for the inspector without side effects, like a dry run: builds new controllers from data, takes no
/// mutex for longer than a copy, calls no handler, and keeps an idle session no longer alive.
extension Session {
    /// The controllers and offers of `base`. An error of the app is part of the report.
    func report(of base: Base) async -> StateReport {
        switch base {
        case .version(let version):
            await report(of: base, StateReport(location: version.location, version: version.number)).report
        case .path(let location): await report(of: base, StateReport(location: location, version: nil)).report
        }
    }

    /// The state of version `number`, or of the newest one, with the offers of its pages that became stale.
    func report(ofVersion number: Int?) async -> (state: StateReport?, shown: [OfferValidity]) {
        let (version, newest) = history.withLock { history in
            (number.map { history.kept($0) } ?? history.newest, history.newest)
        }
        let shown = notes?.shownOffers(of: version?.number ?? number ?? 0) ?? []
        guard let version else {
            let refusal = "Version \(number ?? 0) is not kept any more: a press shows the page again (409)."
            return (nil, shown.map { OfferValidity($0, refusal: refusal, chain: [], isOfNewest: false) })
        }
        let (state, inspected) = await report(
            of: .version(version), StateReport(location: version.location, version: version.number))
        guard let inspected else {
            return (state, shown.map { OfferValidity($0, refusal: state.failure, chain: [], isOfNewest: false) })
        }
        var tokens = inspected.tokens
        if version !== newest {
            let other = await report(
                of: .version(newest), StateReport(location: newest.location, version: newest.number))
            tokens = other.inspected?.tokens ?? []
        }
        return (state, shown.map { validity(of: $0, on: inspected, state, of: version, newest, tokens) })
    }

    private func validity(
        of offer: ShownOffer, on inspected: Inspected, _ state: StateReport, of version: Version, _ newest: Version,
        _ tokens: Set<String>
    ) -> OfferValidity {
        let isOfNewest = tokens.contains(offer.token)
        if state.policy > .branch, version !== newest {
            return OfferValidity(
                offer,
                refusal: "The history policy `\(state.policy)` of a visible container permits actions of version "
                    + "\(newest.number) only, which is the newest.",
                chain: [], isOfNewest: isOfNewest)
        }
        guard !inspected.tokens.contains(offer.token), let submission = try? FormSubmission(token: offer.token) else {
            return OfferValidity(offer, refusal: nil, chain: [], isOfNewest: isOfNewest)
        }
        let explanation = inspected.inspection.explanation(of: submission, from: inspected.visible)
        guard explanation.offer == nil else {
            return OfferValidity(offer, refusal: nil, chain: [], isOfNewest: isOfNewest)
        }
        let isHandled = explanation.chain.contains { $0.verdict == .performs || $0.verdict == .claims }
        let reason = explanation.note ?? (isHandled ? "" : "No responder performs it now.")
        return OfferValidity(
            offer, refusal: "The screen of version \(version.number) does not offer it any more. \(reason)",
            chain: explanation.chain, isOfNewest: isOfNewest)
    }

    /// The result of building a screen. Its responders are used by one task only, because the tree is new.
    private struct Inspected {
        let application: Application
        let visible: Responder
        let inspection: Inspection
        let tokens: Set<String>
    }

    private func report(
        of base: Base, _ report: StateReport
    ) async -> (report: StateReport, inspected: Inspected?) {
        var report = report
        do {
            let application = try derivedTree(of: base)
            try await load(application)
            var mistakes: [String] = []
            let inspection = try hosted.inspect(application) { mistakes.append($0.description) }
            report.controllers = try application.outline
            report.offered = inspection.explanations.filter { $0.offer != nil }
            report.notOffered = inspection.explanations.filter { $0.offer == nil }
            report.redirects = application.redirects
            report.alert = inspection.screen.alert?.alert.title
            report.policy = try application.readiness.policy
            report.topics = inspection.screen.topics.sorted()
            report.mistakes = mistakes
            if application.hasLostPlaces {
                report.mistakes.append("The program no longer has a route of this state; the nearest screen is shown.")
            }
            let visible = try application.visibleViewController
            let tokens = Set(inspection.offers.map(\.offered.words.token))
            return (
                report,
                Inspected(
                    application: application, visible: visible ?? application, inspection: inspection, tokens: tokens)
            )
        } catch {
            report.failure = String(describing: error).shortened(to: 400)
            return (report, nil)
        }
    }
}

extension OfferValidity {
    fileprivate init(_ offer: ShownOffer, refusal: String?, chain: [Explanation.Step], isOfNewest: Bool) {
        self.init(
            title: offer.title, action: offer.text, refusal: refusal, chain: chain, isOfNewest: isOfNewest)
    }
}
