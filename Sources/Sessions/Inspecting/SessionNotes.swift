import NavigationKit
import Synchronization

/// The shown offers and the presses of a session, for the inspector. A session has notes only with diagnostics; they are
/// kept in memory only, and are lost when the session is hibernated.
final class SessionNotes: Sendable {
    /// The key of the session in the inspector's URLs. It is random, so it reveals nothing about the session id.
    let key = String(base32: .random(in: .min ... .max), count: 8)
    private let hook: InspectionHook
    private let state = Mutex(State())

    private struct State {
        /// The offers that the pages of each version have shown.
        var shown: [Int: [ShownOffer]] = [:]
        /// The actions that made the versions.
        var origins: [Int: VersionOrigin] = [:]
        /// The latest presses, oldest first.
        var presses: [Press] = []

        /// The submitted action. Its values only if a page of the version showed an offer with them: other values can
        /// be typed, such as a password.
        func text(of submission: FormSubmission, from base: Int?) -> String {
            let offers = base.flatMap { shown[$0] } ?? shown.values.flatMap(\.self)
            return offers.first { $0.token == submission.token }?.text ?? submission.name.shortened(to: 64)
        }
    }

    private static let maxVersions = 50
    private static let maxOffers = 200
    private static let maxPresses = 20

    init(_ hook: InspectionHook) { self.hook = hook }

    /// The offers that pages of the version have shown.
    func shownOffers(of version: Int) -> [ShownOffer] { state.withLock { $0.shown[version] ?? [] } }

    /// The action that made the version; `nil` if it is not known.
    func origin(of version: Int) -> VersionOrigin? { state.withLock { $0.origins[version] } }

    /// The latest presses, newest first.
    var presses: [Press] { state.withLock { $0.presses.reversed() } }

    func noteOffers(_ actions: [OfferedAction], of version: Int) {
        let offers = actions.prefix(Self.maxOffers).map {
            ShownOffer(title: $0.title, token: $0.words.token, text: $0.words.shownText)
        }
        state.withLock { state in
            // Keep the earlier ones too: another page of the version can still show them.
            let earlier = (state.shown[version] ?? []).filter { old in !offers.contains { $0.token == old.token } }
            state.shown[version] = offers + earlier.prefix(Self.maxOffers - offers.count)
            if state.shown.count > Self.maxVersions, let oldest = state.shown.keys.min() { state.shown[oldest] = nil }
        }
        hook.noteActivity()
    }

    /// Notes a new version and the version that its action started from.
    ///
    /// - Parameter source: the source of the change, if it was no action of a form.
    func noteVersion(
        _ number: Int, by submission: FormSubmission, source: String?, from base: Int?, isNewBase: Bool,
        redirects: [GuardRedirect]
    ) {
        state.withLock { state in
            let action = source ?? state.text(of: submission, from: base)
            if isNewBase, let base { state.origins[base] = VersionOrigin(action: nil, base: nil, redirects: []) }
            state.origins[number] = VersionOrigin(action: action, base: base, redirects: redirects)
            while state.origins.count > Self.maxVersions, let oldest = state.origins.keys.min() {
                state.origins[oldest] = nil
            }
        }
    }

    /// Notes the outcome of a request.
    func note(_ outcome: ActionOutcome, of request: ActionRequest) {
        let version: Int? = if case .done(let done) = outcome { done.version } else { nil }
        note(request, version: version) { Press(outcome, action: $0, from: $1, redirects: $2) }
    }

    /// Notes a request.
    ///
    /// - Parameters:
    ///   - version: the number of the version that the request made; `nil` if it made none.
    ///   - makePress: gets the shown action, the version of its page, and the redirects that it caused.
    func note(
        _ request: ActionRequest, version: Int? = nil, _ makePress: (String, Int?, [GuardRedirect]) -> Press
    ) {
        let base: Int? = if case .version(let number) = request.at { number } else { nil }
        state.withLock { state in
            let text = state.text(of: request.submission, from: base)
            let redirects = version.flatMap { state.origins[$0]?.redirects } ?? []
            state.presses.append(makePress(text, base, redirects))
            if state.presses.count > Self.maxPresses { state.presses.removeFirst() }
        }
        hook.noteActivity()
    }
}

/// An offer as a page showed it.
struct ShownOffer: Sendable {
    let title: String
    let token: String
    /// The token without secrets, for people.
    let text: String
}

/// The action that made a version, and the version that it started from.
struct VersionOrigin: Sendable {
    /// `nil` for the state before the first action.
    let action: String?
    let base: Int?
    /// The routes that guards refused during the action.
    let redirects: [GuardRedirect]
}
