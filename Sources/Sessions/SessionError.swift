/// A session could not perform a request.
package enum SessionError: Error, Equatable, CustomStringConvertible {
    /// Too many actions or repeats wait, this one waited too long, or the session was re-keyed or evicted thrice (503).
    case busy
    /// The session was re-keyed or left memory after it was looked up; the caller must look it up again.
    case renamed

    /// The reason, for logs and tools.
    package var description: String {
        switch self {
        case .busy: "Too many actions of this session are waiting, or this one waited too long. Try again later."
        case .renamed: "The session was removed or got another id during the request. Send the request again."
        }
    }
}
