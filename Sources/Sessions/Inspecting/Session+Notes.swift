import NavigationKit

/// Calls of the notes, which few sessions have. Functions of their own, so that an action without notes costs only a
/// comparison with `nil`.
extension Session {
    /// Notes the version that an action made, and the routes that guards refused meanwhile.
    func noteVersion(_ done: ActionOutcome.Done, of act: Act, from left: Version?, by application: Application) {
        notes?.noteVersion(
            done.version, by: act.request.submission, source: act.source.text, from: left?.number,
            isNewBase: act.leaving != nil, redirects: application.redirects)
    }

    /// Notes an action whose handler threw ``NavigationError/notFound``.
    func noteMissingObject(of request: ActionRequest, _ chain: [ActionOutcome.Step]) {
        notes?.note(request) { action, base, redirects in
            Press(
                action: action, base: base,
                outcome:
                    "Not performed: the handler threw notFound, because the object of the action does not exist (404).",
                isPerformed: false, chain: chain, redirects: redirects)
        }
    }

    func noteOffers(of page: Page, at version: Version) {
        notes?.noteOffers(page.screen.actions, of: version.number)
    }
}

extension Session.Act.Source {
    /// The source in words; `nil` for a form, which names its action.
    fileprivate var text: String? {
        switch self {
        case .form: nil
        case .stack: "a change of the stack"
        case .task: "a background task"
        }
    }
}

extension ActionOutcome {
    /// Notes the outcome of a request. Mutating, because passing an outcome by value copies it, 900 instructions per action.
    mutating func note(of request: ActionRequest, in session: Session) { session.notes?.note(self, of: request) }
}
