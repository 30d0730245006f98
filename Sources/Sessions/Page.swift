public import NavigationKit

/// A rendered screen with the data that a later request needs to act on it.
public struct Page: Sendable {
    /// The rendered screen.
    public let screen: Screen
    /// The location of the screen.
    public private(set) var location: Location
    /// The state that the page was rendered from.
    public private(set) var at: Origin
    /// True if the canonical URL, the location without a version number, shows this state. Otherwise the URL needs the
    /// version number.
    public internal(set) var isCanonical = true
    /// The nonce of this rendering.
    public let nonce: String
    /// A one-line message for the visitor, such as after an expired session.
    public var notice: String?
    /// The container operation that led to this version; `nil` if there was none, or after a restart.
    public internal(set) var operation: NavigationKit.Operation?

    /// The session fingerprint: three characters; `nil` without a session. A form sends it after `_at`, so that a form
    /// that one person left open in a browser is not performed in the next person's session.
    public internal(set) var sessionFingerprint: String?

    /// A hash of the user the page was rendered for, in eight characters; `nil` if the app gave no user. A form sends
    /// it, so that a form submitted after its session ended is kept as a draft only for the same user.
    public internal(set) var userFingerprint: String?

    /// True if the action that led to this page changed the identity with `clearsCache` and no action followed.
    public internal(set) var clearsCache = false

    /// The responders that were tried for an action whose input was invalid; this page is its response.
    public internal(set) var chain: [ChainTrace.Entry] = []

    /// The id of a session that was created to keep the submitted values.
    public internal(set) var newID: SessionID?

    /// True if the request named a session that is unknown or has ended; ``notice`` can give the reason.
    public internal(set) var isOfUnknownSession = false

    /// Returns the page for a version whose route the program no longer has: the nearest remaining screen, at its own
    /// location.
    func ofChangedProgram(at location: Location) -> Page {
        var page = self
        page.location = location
        page.at = .path
        page.isCanonical = true
        page.notice = Notice.changed
        return page
    }

    /// The state that a page was rendered from. A form sends it as `_at`.
    public enum Origin: Sendable, Hashable {
        /// A version of the session.
        case version(Int)
        /// The location's path, without a version.
        case path

        /// Parses a decimal number from 1, with at most 18 digits, or `path`; returns `nil` for any other text.
        public init?(_ text: Span<UInt8>) {
            if text.count == 4, text[0] == UInt8(ascii: "p"), text[1] == UInt8(ascii: "a"),
                text[2] == UInt8(ascii: "t"),
                text[3] == UInt8(ascii: "h")
            {
                self = .path
                return
            }
            guard (1...18).contains(text.count) else { return nil }
            var number = 0
            for position in text.indices {
                let byte = text[position]
                guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            guard number > 0 else { return nil }
            self = .version(number)
        }

        /// Parses a decimal number from 1, with at most 18 digits, or `path`; returns `nil` for any other text.
        public init?(_ text: String) {
            guard let origin = Origin(text.utf8.span) else { return nil }
            self = origin
        }
    }
}

/// The action that a POST submits to a session. A class, because a reference is cheaper to pass through many calls.
public final class ActionRequest: Sendable {
    /// The location that the form was posted to.
    public let location: Location
    /// The state that the form was rendered from; `nil` means the newest version at the location.
    public let at: Page.Origin?
    /// The action and the submitted values.
    public let submission: FormSubmission
    /// The nonce of the rendering that the form belongs to. It is part of the idempotency key: equal requests with the
    /// same nonce are performed once.
    public let nonce: String?
    /// True if the outcome lists the responders that were tried.
    public let isTraced: Bool
    /// The client's network, if it is known.
    public let network: UInt64?
    /// The session fingerprint of the page that the form belongs to, if the form sends it.
    public let sessionFingerprint: String?
    /// The hash of the user that the page was rendered for, if the form sends it.
    public let userFingerprint: String?
    let commitGate = CommitGate()
    /// Returns true if the given page, which the action would be performed on, is the one that the client has seen
    /// (RFC 9110 §13.1.1). Called while the request holds the session's mutex, so no other action can intervene.
    public let precondition: (@Sendable (Page) -> Bool)?

    /// - Parameters:
    ///   - location: the location that the form was posted to.
    ///   - at: the state that the form was rendered from.
    ///   - submission: the action and the submitted values.
    ///   - nonce: the nonce of the rendering that the form belongs to.
    ///   - isTraced: true to list the responders that were tried in the outcome.
    ///   - network: the client's network.
    ///   - tag: the session fingerprint of the page.
    ///   - userFingerprint: the hash of the user that the page was rendered for.
    ///   - precondition: returns true if the page that the action would be performed on is the one that the client has
    ///     seen.
    public init(
        location: Location, at: Page.Origin?, submission: FormSubmission, nonce: String? = nil, isTraced: Bool = true,
        network: UInt64? = nil, sessionFingerprint: String? = nil, userFingerprint: String? = nil,
        precondition: (@Sendable (Page) -> Bool)? = nil
    ) {
        self.location = location
        self.at = at
        self.submission = submission
        self.nonce = nonce
        self.isTraced = isTraced
        self.network = network
        self.sessionFingerprint = sessionFingerprint
        self.userFingerprint = userFingerprint
        self.precondition = precondition
    }
}

/// The result of an action request.
public enum ActionOutcome: Sendable {
    /// The action was performed, or it failed and the visitor sees an alert; either creates a new version.
    case done(Done)
    /// The input is invalid; the page is the same screen with the errors.
    case invalid(Page, InvalidInput)
    /// The state does not offer the action, or is no longer kept (409).
    case stale(Page)
    /// The precondition of the request does not hold; the page shows the current state (412).
    case changed(Page)
    /// No handler table contains the action, and the form does not send the state it was rendered from (404).
    case unknown(Page)
    /// A responder declined the action and no other responder handled it (409).
    case unhandled(Page, chain: [Step])

    /// One responder that was tried, and its result.
    public typealias Step = ChainTrace.Entry

    /// The new version that an action led to.
    public struct Done: Sendable {
        /// The location of the new version.
        public let location: Location
        /// The number of the new version.
        public let version: Int
        /// True if the canonical URL, the location without a version number, shows the new version.
        public let isCanonical: Bool
        /// The container operation that the action caused, if any.
        public let operation: NavigationKit.Operation?
        /// The responders that were tried, in order; empty without tracing.
        public let chain: [Step]
        /// The session's new id, if the session is new or was re-keyed.
        public var newID: SessionID?
        /// True if the browser must clear its cache.
        public let clearsCache: Bool
        /// The error that the action threw; the visitor sees an alert.
        public let failure: (any Error)?
        /// The URL of another site to redirect the visitor to.
        public var outside: String?
        /// The sessions that the action ended.
        var ending: UserEnding?
    }
}

/// A handler threw ``NavigationError/notFound``: the object that the action names does not exist (404). Nothing was
/// changed, and the page that the action was sent from keeps the submitted values.
public struct HandlerNotFoundError: Error {
    /// The responders that were tried, in order; empty without tracing.
    public let chain: [ActionOutcome.Step]
}

/// The flow at a location has ended (410); the visitor continues at ``onward``.
public struct EndedFlowError: Error, Equatable {
    /// The location where the visitor can continue.
    public let onward: Location
}

/// A session could not perform a request.
public enum SessionError: Error, Equatable {
    /// Too many actions of the session are waiting, or this one waited too long (503).
    case busy
    /// The session was re-keyed or removed after it was looked up; its old id is unknown now.
    case renamed
}

extension ActionRequest {
    var isNumbered: Bool { if case .version = at { true } else { false } }
}

extension ActionOutcome {
    var ending: UserEnding? { if case .done(let done) = self { done.ending } else { nil } }

    /// Replaces the notice of a `.stale` page; other outcomes stay as they are.
    mutating func setNotice(_ notice: String) {
        guard case .stale(var page) = self else { return }
        page.notice = notice
        self = .stale(page)
    }

    /// Sets the session fingerprint of the page, if the outcome has one.
    mutating func addFingerprint(of id: SessionID) {
        switch self {
        case .done: break
        case .invalid(var page, let input):
            page.sessionFingerprint = id.fingerprint
            self = .invalid(page, input)
        case .stale(var page):
            page.sessionFingerprint = id.fingerprint
            self = .stale(page)
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
