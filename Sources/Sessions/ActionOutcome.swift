package import NavigationKit
package import SessionStores

/// The result of an action request.
package enum ActionOutcome: Sendable {
    /// The action was performed, now or by an earlier request, or failed and was reported; it created a version.
    case done(Done)
    /// The input is invalid; the page is the same screen with the errors.
    case invalid(Page, InvalidInput)
    /// The state does not offer the action, is not kept, lost a route, is of another identity, or is too old (409).
    case stale(Page)
    /// An earlier press under the policy `.once` was interrupted, so the action can have been performed; the page shows the
    /// same screen at a new version, from which a press performs it (409).
    case outcomeUnknown(Page)
    /// The precondition of the request does not hold; the page shows the state before the action (412).
    case changed(Page)
    /// No handler table so far contains the action, and the form does not send the state it was rendered from (404).
    case unknown(Page)
    /// No responder performed the action, usually because one declined it (409).
    case unhandled(Page, chain: [Step])

    /// One responder that was tried, and its result.
    package typealias Step = ChainTrace.Entry

    /// The new version that an action led to.
    package struct Done: Sendable {
        /// The location of the new version.
        package let location: Location
        /// The number of the new version.
        package let version: Int
        /// True if the canonical URL, the location without a version number, shows the new version.
        package let isCanonical: Bool
        /// The container operation that the action caused, if any.
        package let operation: NavigationKit.Operation?
        /// The responders that were tried, in order; empty without tracing and in a restored result.
        package let chain: [Step]
        /// The session's new id, if the session is new or was re-keyed.
        package var newID: SessionID?
        /// The number of the session's revision; `nil` if no other process can change the session.
        package var revision: UInt64?
        /// True if the browser must clear its cache.
        package let clearsCache: Bool
        /// The error that the action threw, by default shown in an alert.
        package let failure: (any Error)?
        /// The URL of another site to redirect the visitor to.
        package var outside: String?
        /// True if the first page that shows the new version also shows a message.
        package var hasFlash = false
        /// True if the page of the new version can have a ``ScrollTarget``.
        package var hasScrollTarget: Bool { ScrollTarget.canFollow(operation) && outside == nil }
        /// The ending of the user's other sessions, if the action caused one.
        var ending: UserEnding?
        /// The background tasks that the action starts or cancels.
        var taskCommands: [TaskCommand]?
    }
}

extension ActionOutcome {
    /// Notes the revision of the session after the request, if the outcome can be that of a commit.
    mutating func setRevision(_ revision: UInt64) {
        switch self {
        case .done(var done):
            done.revision = revision
            self = .done(done)
        case .invalid(var page, let input):
            page.revision = revision
            self = .invalid(page, input)
        case .outcomeUnknown(var page):
            page.revision = revision
            self = .outcomeUnknown(page)
        case .stale, .changed, .unknown, .unhandled: break
        }
    }

    var ending: UserEnding? { if case .done(let done) = self { done.ending } else { nil } }

    /// Replaces the notice of a `.stale` page; other outcomes stay as they are.
    mutating func setNotice(_ notice: String) {
        guard case .stale(var page) = self else { return }
        page.notice = notice
        self = .stale(page)
    }

    /// Sets the session fingerprint of the page, if the outcome has a page.
    mutating func addFingerprint(of id: SessionID) {
        switch self {
        case .done: break
        case .invalid(var page, let input):
            page.sessionFingerprint = id.fingerprint
            self = .invalid(page, input)
        case .stale(var page):
            page.sessionFingerprint = id.fingerprint
            self = .stale(page)
        case .outcomeUnknown(var page):
            page.sessionFingerprint = id.fingerprint
            self = .outcomeUnknown(page)
        case .changed(var page):
            page.sessionFingerprint = id.fingerprint
            self = .changed(page)
        case .unknown(var page):
            page.sessionFingerprint = id.fingerprint
            self = .unknown(page)
        case .unhandled(var page, let chain):
            page.sessionFingerprint = id.fingerprint
            self = .unhandled(page, chain: chain)
        }
    }
}

/// A handler, or a screen that it shows, threw ``NavigationError/notFound``: the object that the action names does not
/// exist (404). Nothing was committed, and the version that the action was sent from, if any, keeps the draft.
package struct HandlerNotFoundError: Error, CustomStringConvertible {
    /// The responders that were tried, in order; empty without tracing.
    package let chain: [ActionOutcome.Step]
    /// The number of the session's revision; `nil` if no other process can change the session.
    package internal(set) var revision: UInt64?

    init(chain: [ActionOutcome.Step]) { self.chain = chain }

    /// The reason, for logs and tools.
    package var description: String {
        "A handler threw NavigationError.notFound: the object that the action names does not exist."
    }
}
