/// Who would perform an action and why the others would not, found without performing it (feature B25).
public struct Explanation: Sendable {
    /// What would become of the action.
    public enum Outcome: String, Sendable {
        /// Somebody would perform it.
        case handled
        /// What was typed does not fit.
        case invalidInput = "invalid-input"
        /// Some class performs it, but it is not on offer here, or not with these values.
        case staleOffer = "stale-offer"
        /// No class met so far performs it.
        case unknownAction = "unknown-action"
        /// It was done before, and would be answered as then.
        case repeated
    }

    /// What a responder would do with the action.
    public enum Verdict: String, Sendable {
        /// It has no handler for it.
        case noHandler = "no-handler"
        /// It has a handler, but `canPerform` says no.
        case declines
        /// It would perform it.
        case performs
        /// An override of `canPerform` says yes without a handler; whether it performs it is seen only when it is asked to.
        case claims
        /// It could, but stands behind who performs it, and is asked only if that one passes it along.
        case behind
    }

    /// One responder of the chain.
    public struct Step: Sendable, Equatable {
        /// The responder's type.
        public let name: String
        /// What it would do.
        public let verdict: Verdict
    }

    /// The action's name.
    public let name: String
    /// What would become of it.
    public private(set) var outcome: Outcome
    /// Why, where the chain does not say it.
    public private(set) var note: String?
    /// The offer that is meant; `nil` if there is none.
    public let offer: OfferedAction?
    /// The inputs that it takes.
    public let fields: [Field]
    /// What is wrong with what was typed.
    public let problems: [InvalidInput.Problem]
    /// The responders in the order in which they are asked.
    public let chain: [Step]

    /// Who would perform it, if it came to that.
    public var performer: String? {
        guard outcome == .handled || outcome == .invalidInput else { return nil }
        return chain.first { $0.verdict == .performs || $0.verdict == .claims }?.name
    }
}

extension Explanation {
    /// Of an offer, and of what was typed if somebody did.
    init(_ offer: Offer, typed submission: Submission?) {
        name = offer.offered.words.name
        problems = submission.map(offer.problems) ?? []
        outcome = problems.isEmpty ? .handled : .invalidInput
        self.offer = offer.offered
        fields = offer.fields
        chain = offer.start.verdicts(on: offer.action.type)
    }

    /// Of what is not on offer.
    init(notOffered name: String, chain: [Step], note: String? = nil) {
        self.name = name
        outcome = HandlerTable.knows(actionNamed: name) ? .staleOffer : .unknownAction
        self.note = note
        offer = nil
        fields = []
        problems = []
        self.chain = chain
    }

    /// Of what would be sent from a state that is not there any more.
    package static func ofLostState(_ name: String) -> Explanation {
        var explanation = Explanation(
            notOffered: name, chain: [], note: "The page it was sent from is of a state that is not kept any more.")
        explanation.outcome = .staleOffer
        return explanation
    }

    /// The same, where what is visible forbids to act from older states or to do it twice.
    package func prevented(by outcome: Outcome, _ note: String) -> Explanation {
        var explanation = self
        explanation.outcome = outcome
        explanation.note = note
        return explanation
    }
}

/// All there is to a screen: what it offers, and what it would offer if somebody performed it.
package struct Inspection {
    package let screen: Screen
    package let offers: [Offer]
    let declined: [Declined]

    /// An action that a view was to offer, and who would have been asked first.
    struct Declined {
        let action: any Action.Type
        let start: Responder
    }

    /// Each offer, then what is not offered.
    package var explanations: [Explanation] {
        offers.map { Explanation($0, typed: nil) }
            + declined.map { Explanation(notOffered: $0.action.name, chain: $0.start.verdicts(on: $0.action)) }
    }

    /// What would become of `submission` on this screen of `visible`.
    func explanation(of submission: Submission, from visible: Responder) -> Explanation {
        if let offer = offers.first(where: { $0.matches(submission) }) { return Explanation(offer, typed: submission) }
        let name = submission.name
        if let alert = screen.alert?.alert {
            return Explanation(
                notOffered: name, chain: visible.verdicts(onActionNamed: name),
                note: "The alert “\(alert.title)” has to be dismissed first.")
        }
        if let declined = declined.first(where: { $0.action.name == name }) {
            return Explanation(notOffered: name, chain: declined.start.verdicts(on: declined.action))
        }
        guard let other = offers.first(where: { $0.offered.words.name == name }) else {
            return Explanation(
                notOffered: name, chain: visible.verdicts(onActionNamed: name), note: "Nothing on the screen says it.")
        }
        return Explanation(
            notOffered: name, chain: other.start.verdicts(on: other.action.type),
            note: "It is on offer with other values, as \(other.offered.words.token).")
    }
}

extension Responder {
    /// What each responder of the chain would do with `action`; nobody is asked to perform it.
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

    /// The same for an action of which only the name is known.
    fileprivate func verdicts(onActionNamed name: String) -> [Explanation.Step] {
        let handler = chain.lazy.compactMap { $0.table.handlers.first { $0.name == name } }.first
        if let handler { return verdicts(on: handler.action) }
        return chain.map { Explanation.Step(name: $0.table.typeName, verdict: .noHandler) }
    }
}
