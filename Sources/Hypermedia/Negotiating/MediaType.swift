/// The media types of representations and errors (RFC 9110 §8.3.1).
// `@usableFromInline` lets other modules compare cases directly. Without it each `==` is a call of the conformance.
@usableFromInline package enum MediaType: Sendable, Hashable, CaseIterable {
    /// An HTML page.
    case html
    /// A Siren entity.
    case siren
    /// The same bytes as ``siren``, for clients that prefer `application/json`; also for dry runs and object counts.
    case json
    /// Problem details: an error for API clients (RFC 9457).
    case problem
    /// Text without markup.
    case plainText
    /// The events of a page (WHATWG HTML §9.2).
    case eventStream
    /// The description of an app, for scripts.
    case appDescription

    /// The value of `Content-Type`.
    package var name: String {
        switch self {
        case .html: "text/html; charset=utf-8"
        case .siren: "application/vnd.siren+json"
        case .json: "application/json"
        case .problem: "application/problem+json"
        case .plainText: "text/plain; charset=utf-8"
        case .eventStream: "text/event-stream"
        case .appDescription: "application/vnd.cairn.app+json"
        }
    }

    var type: StaticString {
        switch self {
        case .html, .plainText, .eventStream: "text"
        case .siren, .json, .problem, .appDescription: "application"
        }
    }

    var subtype: StaticString {
        switch self {
        case .html: "html"
        case .siren: "vnd.siren+json"
        case .json: "json"
        case .problem: "problem+json"
        case .plainText: "plain"
        case .eventStream: "event-stream"
        case .appDescription: "vnd.cairn.app+json"
        }
    }
}
