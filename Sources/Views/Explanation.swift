/// The result of a dry run of an action: the outcome, and the verdict of each responder in the chain.
package struct Explanation: Sendable {
    /// The predicted result of the action.
    package enum Outcome: String, Sendable {
        /// A responder would perform the action, or claims to.
        case handled
        /// The typed values are invalid.
        case invalidInput = "invalid-input"
        /// A class used so far handles the action, but the screen does not offer it, or not with these values; or the
        /// page from which it was sent is outdated.
        case staleOffer = "stale-offer"
        /// No class used so far handles the action.
        case unknownAction = "unknown-action"
        /// The action was performed before; a repeated request would receive the first response again.
        case repeated
    }

    /// The predicted result of a responder for the action.
    package enum Verdict: String, Sendable {
        /// The responder has no handler for the action.
        case noHandler = "no-handler"
        /// The responder has a handler, but `canPerform` returns false.
        case declines
        /// The responder would perform the action.
        case performs
        /// `canPerform` is overridden and returns true without a handler. A dry run cannot determine whether `perform`
        /// handles the action.
        case claims
        /// The responder can perform the action, but an earlier responder can too, so this one receives it only if the
        /// earlier responder forwards or does not handle it.
        case behind
    }

    /// One responder of the chain.
    package struct Step: Sendable, Equatable {
        /// The responder's ``HandlerTable/typeName``.
        package let name: String
        /// The predicted result of the responder.
        package let verdict: Verdict
    }

    /// The action's name.
    package let name: String
    /// The titles of the views that send the action, or would send it.
    package let titles: [String]
    /// The predicted result of the action.
    package private(set) var outcome: Outcome
    /// The replacement of the route that the action would show, if a guard refuses that route now. Known only for
    /// handlers of `show(_:)`.
    package let redirect: GuardRedirect?
    /// The reason for the outcome, if the chain does not show it.
    package private(set) var note: String?
    /// The offer of the action; `nil` if the action is not offered.
    package let offer: OfferedAction?
    /// The fields of the action; empty if it is not offered.
    package let fields: [Field]
    /// The validation errors of the typed values.
    package let problems: [InvalidInput.Problem]
    /// The responders in the order in which they receive the action.
    package let chain: [Step]

    /// The name of the first responder that performs or claims the action; `nil` unless `handled` or `invalidInput`.
    package var performer: String? {
        guard outcome == .handled || outcome == .invalidInput else { return nil }
        return chain.first { $0.verdict == .performs || $0.verdict == .claims }?.name
    }
}

extension Explanation {
    /// Explains an offer, with the typed values of `submission` if there is one.
    init(_ offer: Offer, typed submission: FormSubmission?) {
        name = offer.offered.words.name
        titles = [offer.offered.title]
        redirect = offer.redirect
        problems = submission.map(offer.problems) ?? []
        outcome = problems.isEmpty ? .handled : .invalidInput
        self.offer = offer.offered
        fields = offer.fields
        chain = offer.start.verdicts(on: offer.action.type)
    }

    /// Explains an action that is not offered.
    init(notOffered name: String, titles: [String] = [], chain: [Step], note: String? = nil) {
        self.name = name
        self.titles = titles
        redirect = nil
        outcome = HandlerTable.knows(actionNamed: name) ? .staleOffer : .unknownAction
        self.note = note
        offer = nil
        fields = []
        problems = []
        self.chain = chain
    }

    /// Explains an action from a page whose state is not kept, has lost routes, or belongs to another identity.
    package static func ofLostState(_ name: String) -> Explanation {
        var explanation = Explanation(
            notOffered: name, chain: [], note: "The action was sent from a page whose state is not kept any more.")
        explanation.outcome = .staleOffer
        return explanation
    }

    /// Returns a copy with another outcome and its reason, such as for an action that the history policy forbids.
    package func prevented(by outcome: Outcome, _ note: String) -> Explanation {
        var explanation = self
        explanation.outcome = outcome
        explanation.note = note
        return explanation
    }
}

extension Offer {
    /// The replacement of the route that the action would show, if a guard refuses that route now.
    fileprivate var redirect: GuardRedirect? {
        start.chain.first { $0.canPerform(action.type) }.flatMap { $0.table.redirect(of: action, from: $0) }
    }
}

extension Responder {
    /// The verdict of each responder of the chain on `action`; performs nothing.
    func verdicts(on action: any Action.Type) -> [Explanation.Step] {
        var isTaken = false
        return chain.map { responder in
            let hasHandler = responder.table.handler(for: ObjectIdentifier(action)) != nil
            let can = responder.canPerform(action)
            let verdict: Explanation.Verdict =
                switch (can, hasHandler) {
                case (false, let hasHandler): hasHandler ? .declines : .noHandler
                case (true, _) where isTaken: .behind
                case (true, let hasHandler): hasHandler ? .performs : .claims
                }
            isTaken = isTaken || can
            return Explanation.Step(name: responder.table.typeName, verdict: verdict)
        }
    }

    /// Works as ``verdicts(on:)`` for an action name: looks up the action's type in the handlers of the chain.
    func verdicts(onActionNamed name: String) -> [Explanation.Step] {
        let handler = chain.lazy.compactMap { $0.table.handlers.first { $0.name == name } }.first
        if let handler { return verdicts(on: handler.action) }
        return chain.map { Explanation.Step(name: $0.table.typeName, verdict: .noHandler) }
    }
}
