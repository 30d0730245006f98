/// A session could not perform a request.
public enum SessionError: Error, Equatable {
    /// Too many actions of the session are waiting, or this one waited too long (503).
    case busy
    /// The session was re-keyed or removed after it was looked up; its old id is unknown now.
    case renamed
}
