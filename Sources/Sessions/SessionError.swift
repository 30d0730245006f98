/// A session could not perform a request.
package enum SessionError: Error, Equatable, CustomStringConvertible {
    /// Too many actions or repeats wait, this one waited too long, or the session was re-keyed or evicted thrice (503).
    case busy
    /// The session was re-keyed or left memory after it was looked up; the caller must look it up again.
    case renamed
    /// Another process changed the session while the action ran, so nothing was committed (503).
    case overtaken

    /// The reason, for logs and tools.
    package var description: String {
        switch self {
        case .busy: "Too many actions of this session are waiting, or this one waited too long. Try again later."
        case .overtaken:
            "Another process changed this session during the request, and nothing was committed. Send the request again."
        case .renamed: "The session was removed or got another id during the request. Send the request again."
        }
    }
}
