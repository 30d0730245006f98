package import NavigationKit

/// The action that a POST submits to a session. A class, because a reference is cheaper to pass through many calls.
package final class ActionRequest: Sendable {
    /// The location that the form was posted to.
    package let location: Location
    /// The state that the form was rendered from, or its URL names; `nil` means the newest version at the location,
    /// or the canonical version if the request has a precondition; if there is none, the state that the path describes.
    package let at: Page.Origin?
    /// The salt of the version that ``at`` names, if the form sends it. Another version with this number counts as
    /// unknown.
    let versionSalt: VersionSalt
    /// The action and the submitted values.
    let submission: FormSubmission
    /// The nonce of the rendering that the form belongs to. It is part of the idempotency key: equal requests with the
    /// same nonce are performed once within ``SessionLimits/repeated``.
    package let nonce: String?
    /// True if the outcome lists the responders that were tried.
    let isTraced: Bool
    /// The client's network, if it is known.
    package let network: UInt64?
    /// The session fingerprint of the page that the form belongs to, if the form sends it.
    package let sessionFingerprint: String?
    /// The hash of the user that the page was rendered for, if the form sends it.
    package let userFingerprint: String?
    let commitGate = CommitGate()
    /// Returns true if the request's precondition holds for the given page, which shows the state before the action
    /// (RFC 9110 §13.1.1). Called under the session's mutex, so no other action of the session can intervene.
    let precondition: (@Sendable (Page) -> Bool)?

    /// - Parameters:
    ///   - location: the location that the form was posted to.
    ///   - at: the state that the form was rendered from.
    ///   - versionSalt: the salt of the version that `at` names.
    ///   - submission: the action and the submitted values.
    ///   - nonce: the nonce of the rendering that the form belongs to.
    ///   - isTraced: true to list the responders that were tried in the outcome.
    ///   - network: the client's network.
    ///   - sessionFingerprint: the session fingerprint of the page.
    ///   - userFingerprint: the hash of the user that the page was rendered for.
    ///   - precondition: returns true if the request's precondition holds for the page before the action.
    package init(
        location: Location, at: Page.Origin?, versionSalt: VersionSalt = .none, submission: FormSubmission,
        nonce: String? = nil, isTraced: Bool = true,
        network: UInt64? = nil, sessionFingerprint: String? = nil, userFingerprint: String? = nil,
        precondition: (@Sendable (Page) -> Bool)? = nil
    ) {
        self.location = location
        self.at = at
        self.versionSalt = versionSalt
        self.submission = submission
        self.nonce = nonce
        self.isTraced = isTraced
        self.network = network
        self.sessionFingerprint = sessionFingerprint
        self.userFingerprint = userFingerprint
        self.precondition = precondition
    }
}

extension ActionRequest {
    var isNumbered: Bool { if case .version = at { true } else { false } }
}
