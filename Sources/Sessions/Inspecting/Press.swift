package import NavigationKit

/// An action that was submitted, and its outcome.
package struct Press: Sendable {
    /// The action with its values, as far as they are known to be no input.
    package let action: String
    /// The version of the page that submitted it; `nil` if the page had no version.
    package let base: Int?
    /// The outcome as a sentence.
    package let outcome: String
    /// True if the action was performed without an error.
    package let isPerformed: Bool
    /// The responders that received the action.
    package let chain: [ActionOutcome.Step]
    /// The routes that guards refused while the action was performed.
    package let redirects: [GuardRedirect]

    init(
        action: String, base: Int?, outcome: String, isPerformed: Bool, chain: [ActionOutcome.Step],
        redirects: [GuardRedirect]
    ) {
        self.action = action
        self.base = base
        self.outcome = outcome
        self.isPerformed = isPerformed
        self.chain = chain
        self.redirects = redirects
    }

    init(_ outcome: ActionOutcome, action: String, from base: Int?, redirects: [GuardRedirect]) {
        self.action = action
        self.base = base
        self.redirects = redirects
        var (chain, isPerformed): ([ActionOutcome.Step], Bool) = ([], false)
        switch outcome {
        case .done(let done):
            chain = done.chain
            if let failure = done.failure {
                self.outcome = "The handler threw an error: \(String(describing: failure).shortened(to: 200))"
            } else {
                isPerformed = true
                self.outcome = "Performed; it made version \(done.version) at /\(done.location.text.dropFirst())."
            }
        case .invalid(let page, let input):
            chain = page.chain
            let fields = Set(input.problems.map(\.field)).sorted().joined(separator: ", ")
            self.outcome = "Not performed: the input of \(fields) is not valid (422)."
        case .stale:
            self.outcome = "Not performed: the state that its page was rendered from does not offer it now (409)."
        case .outcomeUnknown:
            self.outcome = "Not performed: an earlier press was interrupted, so it may have been performed (409)."
        case .changed: self.outcome = "Not performed: the precondition of the request does not hold (412)."
        case .unknown: self.outcome = "Not performed: no class used so far handles it (404)."
        case .unhandled(_, let steps):
            chain = steps
            self.outcome = "Not performed: no responder of the chain performed it (409)."
        }
        (self.chain, self.isPerformed) = (chain, isPerformed)
    }
}
