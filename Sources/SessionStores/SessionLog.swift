/// One element of a session's log: a change, or a checkpoint, which is the whole session. The bytes are opaque to a
/// store.
public struct LogElement: Sendable, Equatable {
    /// The revision that the element leads to.
    public let revision: Revision
    /// The change or the checkpoint.
    public let bytes: [UInt8]

    /// Creates an element; a store does this when it reads its data.
    public init(revision: Revision, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }
}

/// The part of a session's log that a copy lacks.
public enum StoredSession: Sendable, Equatable {
    /// The store has no such session.
    case missing
    /// The copy has the newest revision.
    case unchanged
    /// The elements after the revision of the copy, oldest first; at least one.
    case tail([LogElement])
    /// The whole log: a checkpoint, and the elements after it.
    case whole([LogElement])

    /// The newest revision; `nil` if the session is missing or unchanged.
    package var newest: Revision? {
        switch self {
        case .missing, .unchanged: nil
        case .tail(let log), .whole(let log): log.last?.revision
        }
    }
}

/// The right to make one change of a session.
///
/// It ends with the change, when it is released, when the session is removed, and when a later lease of the session is
/// granted. Another process can get a later lease ``duration`` after this one was granted or renewed, by the clock of
/// the store; until then this one continues.
public struct Lease: Sendable, Equatable {
    /// The time for which a lease is granted: 5 s.
    public static let duration = Duration.seconds(5)

    /// The session.
    public let id: SessionID
    /// A number that no other lease of the session has.
    public let token: UInt64

    /// Creates a lease; only a store does this.
    public init(of id: SessionID, token: UInt64) {
        self.id = id
        self.token = token
    }
}

/// The answer to a request for a lease.
public enum LeaseResult: Sendable {
    /// The lease is granted, and the session is as described until the lease is used or ends.
    case granted(Lease, StoredSession)
    /// Another process has the lease, for at most this time.
    case busy(remaining: Duration)
}

/// One change of a session, to be made in one step.
public struct SessionChange: Sendable {
    /// The change of the log.
    public enum Content: Sendable {
        /// Appends a change.
        case append(LogElement)
        /// Replaces the whole log by a checkpoint. It is the only content for a new session and for a new id.
        case replace(LogElement)
    }

    /// The revision that the session must have; `nil` if it must not exist.
    public let expected: Revision?
    /// The new element.
    public let content: Content
    /// The new id of the session; `nil` to keep the present one. The old id is unknown from the same step on.
    public let newID: SessionID?
    /// The network that the session was created from, whose share of the space it uses; `nil` if it is unknown.
    public let network: UInt64?
    /// True if the change must not be refused for lack of quota, such as a logout.
    public let isAlwaysAdmitted: Bool
    /// True if the lease continues after the change. Not together with a new id.
    public let keepsLease: Bool

    /// Creates a change.
    public init(
        _ content: Content, after expected: Revision?, newID: SessionID? = nil, network: UInt64? = nil,
        isAlwaysAdmitted: Bool = false, keepsLease: Bool = false
    ) {
        self.expected = expected
        self.content = content
        self.newID = newID
        self.network = network
        self.isAlwaysAdmitted = isAlwaysAdmitted
        self.keepsLease = keepsLease
    }

    /// The new element.
    public var element: LogElement {
        switch content {
        case .append(let element), .replace(let element): element
        }
    }
}

/// The result of a commit.
public enum CommitResult: Sendable, Equatable {
    /// The change was made.
    case done
    /// Nothing was changed: the lease had ended, or the session has another revision. `nil` if the session does not
    /// exist.
    case overtaken(by: Revision?)
}
