public import NavigationKit

/// A screen, and what a request needs to act on it.
public struct Page: Sendable {
    /// What is seen.
    public let screen: Screen
    /// Where that is.
    public private(set) var location: Location
    /// The state it was rendered from.
    public private(set) var at: Origin
    /// Whether the location without a number shows this state; otherwise only the version's number names it.
    public internal(set) var isClean = true
    /// The nonce of this rendering.
    public let once: String
    /// One line for the visitor, as after an expired session.
    public var notice: String?
    /// What a container did that led to this version, as long as that is remembered.
    public internal(set) var operation: NavigationKit.Operation?

    /// Who saw it, in three characters; `nil` for somebody without a session. A form says it behind `_at`, so that what one
    /// person left open does not act in the name of the next (DESIGN D9).
    public internal(set) var tag: String?

    /// The user who saw it, as a hash of eight characters; `nil` if the app gave none.
    public internal(set) var userTag: String?

    /// Whether the action that led here changed the identity with `clearsCache`, and nothing was done since.
    public internal(set) var clearsCache = false

    /// Who was asked to perform the action that led to this page instead of another state.
    public internal(set) var chain: [ChainTrace.Entry] = []

    /// The name of the session that was made to keep what was typed.
    public internal(set) var newID: SessionID?

    /// Whether the request named a session that is not known (any more); the notice may say why.
    public internal(set) var isOfUnknownSession = false

    /// The page where the program does not have the version's place any more: what is left of it, at its own location.
    func ofChangedProgram(at location: Location) -> Page {
        var page = self
        page.location = location
        page.at = .path
        page.isClean = true
        page.notice = Notice.changed
        return page
    }

    /// The state that a page was rendered from: what a form says as `_at` (DESIGN D9).
    public enum Origin: Sendable, Hashable {
        /// A version of the session.
        case version(Int)
        /// The path alone.
        case path

        /// The origin that `text` spells, or `nil`: a number from 1, or `path`.
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

        /// As above.
        public init?(_ text: String) {
            guard let origin = Origin(text.utf8.span) else { return nil }
            self = origin
        }
    }
}

/// What a POST asks of a session. An object, because it goes through many hands on its way.
public final class ActionRequest: Sendable {
    /// The location it was posted to.
    public let location: Location
    /// The state it was rendered from; `nil` means the newest version of the location.
    public let at: Page.Origin?
    /// The action.
    public let submission: Submission
    /// The nonce of the rendering that it was sent from; what says the same twice is performed once (DESIGN D9).
    public let once: String?
    /// Whether the outcome tells who was asked to perform it.
    public let isTraced: Bool
    /// The network that it came from, if that is known.
    public let network: UInt64?
    /// Who saw the page that it was sent from, if the form says so.
    public let tag: String?
    /// The user who saw that page, if the form says so.
    public let userTag: String?
    let commitGate = CommitGate()
    /// Says of the page that the action would be performed on, while no other action of the session can come between,
    /// whether it is the one that the client has seen (RFC 9110 §13.1.1).
    public let precondition: (@Sendable (Page) -> Bool)?

    /// - Parameters:
    ///   - location: the location it was posted to.
    ///   - at: the state it was rendered from.
    ///   - submission: the action.
    ///   - once: the nonce of the rendering that it was sent from.
    ///   - isTraced: whether the outcome tells who was asked to perform it.
    ///   - network: the network that it came from.
    ///   - tag: who saw the page that it was sent from.
    ///   - userTag: the user who saw that page.
    ///   - precondition: whether the page that it would be performed on is the one that the client has seen.
    public init(
        location: Location, at: Page.Origin?, submission: Submission, once: String? = nil, isTraced: Bool = true,
        network: UInt64? = nil, tag: String? = nil, userTag: String? = nil,
        precondition: (@Sendable (Page) -> Bool)? = nil
    ) {
        self.location = location
        self.at = at
        self.submission = submission
        self.once = once
        self.isTraced = isTraced
        self.network = network
        self.tag = tag
        self.userTag = userTag
        self.precondition = precondition
    }
}

/// What became of an action.
public enum ActionOutcome: Sendable {
    /// It was performed; a new version stands.
    case done(Done)
    /// What was typed does not fit; the same screen with the errors.
    case invalid(Page, InvalidInput)
    /// The present state does not offer it (409).
    case stale(Page)
    /// The precondition of the request does not hold; the page as it is now (412).
    case changed(Page)
    /// No handler table knows its name, and the form does not name the page it was rendered from (404).
    case unknown(Page)
    /// A responder gave it back and nobody took it (409).
    case unhandled(Page, chain: [Step])

    /// One responder that was asked, and what it did.
    public typealias Step = ChainTrace.Entry

    /// An action that was performed.
    public struct Done: Sendable {
        /// Where the visitor is now.
        public let location: Location
        /// The new version's number.
        public let version: Int
        /// Whether the location without a number leads there.
        public let isClean: Bool
        /// What a container did, if one did something.
        public let operation: NavigationKit.Operation?
        /// Who was asked, in order; empty if nobody wanted to know.
        public let chain: [Step]
        /// The session's new name, if it has none yet or changed it.
        public var newID: SessionID?
        /// Whether the browser is to forget the pages it keeps.
        public let clearsCache: Bool
        /// The error that the action threw; the visitor sees an alert.
        public let failure: (any Error)?
        /// Another site that the visitor is sent to.
        public var outside: String?
        /// The sessions that the action ended.
        var ending: UserEnding?
    }
}

/// A handler threw ``NavigationError/notFound``: what the action names does not exist (404). Nothing was changed, and the
/// page that the action was sent from keeps what was typed.
public struct HandlerNotFoundError: Error {
    /// The responders that were asked, in order; empty without tracing.
    public let chain: [ActionOutcome.Step]
}

/// The flow at a location is over; its visitors are led on (410).
public struct EndedFlowError: Error, Equatable {
    /// Where they may go on.
    public let onward: Location
}

/// Why a session could not take part.
public enum SessionError: Error, Equatable {
    /// Other actions of the same session are waiting already, or waited too long (503).
    case busy
    /// It goes by another name since it was found: the old one is as good as unknown.
    case renamed
}

extension ActionRequest {
    var isNumbered: Bool { if case .version = at { true } else { false } }
}

extension ActionOutcome {
    /// The sessions that the action ended.
    var ending: UserEnding? { if case .done(let done) = self { done.ending } else { nil } }

    /// Says something else on the page that is shown instead of the action.
    mutating func setNotice(_ notice: String) {
        guard case .stale(var page) = self else { return }
        page.notice = notice
        self = .stale(page)
    }

    /// Notes who sees the page.
    mutating func tag(_ id: SessionID) {
        switch self {
        case .done: break
        case .invalid(var page, let input):
            page.tag = id.tag
            self = .invalid(page, input)
        case .stale(var page):
            page.tag = id.tag
            self = .stale(page)
        case .changed(var page):
            page.tag = id.tag
            self = .changed(page)
        case .unknown(var page):
            page.tag = id.tag
            self = .unknown(page)
        case .unhandled(var page, let chain):
            page.tag = id.tag
            self = .unhandled(page, chain: chain)
        }
    }
}
