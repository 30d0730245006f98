import HTTPProtocol
import NavigationKit
import SessionStores
import Sessions

/// One request to an app, with the values that its endpoint derives from it once.
struct RequestContext {
    let request: Request
    /// The received multipart body, if the connection read it piece by piece.
    let upload: MultipartUpload?
    let location: Location
    /// The client's network, if it is known.
    let network: UInt64?
    /// The cookie of the app, for the scheme of the public origin.
    let cookie: SessionCookie
    /// The value of ``cookie`` that the client sent.
    let presented: SessionCookie.Presented
    /// Builds the response in the client's media type.
    let builder: ResponseBuilder

    /// The session id in the client's cookie; `nil` if there is no valid one.
    var sessionID: SessionID? {
        if case .id(let id, _) = presented { id } else { nil }
    }

    /// The newest revision of the session that the client has seen; 0 if it is unknown.
    var seenRevision: UInt64 {
        if case .id(_, let seen) = presented { seen } else { 0 }
    }
}
