import NavigationKit

/// The user a session belongs to and the network it was created from.
struct SessionOwner: Sendable, Equatable {
    /// The identifier that the app gave with the last change of identity.
    var user: String? {
        didSet { userTag = user.map(Self.tag) }
    }
    /// A hash of ``user``, in eight characters: pages say it, so that a form that outlives its session waits for its user.
    private(set) var userTag: String?
    /// Whether the session has logged in: the last change of identity gave a user, or was no logout. Eviction takes
    /// other sessions first.
    var isIdentified = false
    /// Whether the last action changed the identity and asked browsers to clear their caches.
    var clearsCache = false
    /// Creation or the last change of identity, in nanoseconds since 1970: the absolute lifetime counts from here.
    var since: UInt64
    /// When the session was last allowed to stay: as above, or when it ended the user's other sessions.
    var validFrom: UInt64
    /// The network of the first action; `nil` if it is unknown.
    var network: UInt64?

    init(since: UInt64, network: UInt64? = nil) {
        self.since = since
        validFrom = since
        self.network = network
    }

    /// 32 bits that tell users apart; they are no secret, and lead to no session.
    private static func tag(of user: String) -> String {
        String(SessionID(SHA256.digest(of: Array("cairn-user 1\n\(user)".utf8))).description.prefix(8))
    }

    /// Another user in the same browser, from `now` on.
    mutating func change(_ change: IdentityChange, at now: UInt64) {
        if case .changed(let user, _) = change { self.user = user }
        isIdentified = change.isIdentified
        clearsCache = change.clearsCache
        since = now
        validFrom = now
    }

    /// Whether a user was here who is not the one after `change`.
    func isForAnother(after change: IdentityChange) -> Bool {
        guard case .changed(let user, _) = change, isIdentified else { return false }
        return user == nil || user != self.user
    }

    /// Keeps this session while all others of the user end; `nil` if there is no user.
    mutating func endOthers(at now: UInt64) -> UserEnding? {
        guard let user else { return nil }
        validFrom = max(validFrom, now)
        return UserEnding(user: user, before: validFrom)
    }
}

extension IdentityChange {
    /// Whether the visitor is logged in afterwards: there is a user, or it was no logout.
    var isIdentified: Bool {
        if case .changed(let user, let clearsCache) = self { user != nil || !clearsCache } else { false }
    }

    var clearsCache: Bool { if case .changed(_, clearsCache: true) = self { true } else { false } }
}

// MARK: - Snapshot

extension SessionOwner {
    private enum Flags {
        static let isIdentified = 1
        static let user = 2
        static let network = 4
        static let clearsCache = 8
    }

    /// ```
    /// owner = flags since valid-from [ user ] [ network ]
    /// flags = ; 1 identified, 2 with a user, 4 with a network, 8 clears caches
    /// ```
    func write(to writer: inout SnapshotWriter) {
        writer.write(
            (isIdentified ? Flags.isIdentified : 0) | (user == nil ? 0 : Flags.user)
                | (network == nil ? 0 : Flags.network) | (clearsCache ? Flags.clearsCache : 0))
        writer.write(Int(clamping: since))
        writer.write(Int(clamping: validFrom))
        if let user { writer.write(user) }
        if let network { writer.write(Int(bitPattern: UInt(network))) }
    }

    /// - Throws: `SnapshotError`.
    init(from reader: inout SnapshotReader) throws {
        let flags = try reader.readNumber()
        since = UInt64(clamping: try reader.readNumber())
        validFrom = UInt64(clamping: try reader.readNumber())
        isIdentified = flags & Flags.isIdentified != 0
        clearsCache = flags & Flags.clearsCache != 0
        user = flags & Flags.user != 0 ? try reader.readText() : nil
        network = flags & Flags.network != 0 ? UInt64(UInt(bitPattern: try reader.readNumber())) : nil
        // Not by the assignment: an initializer calls no observer.
        userTag = user.map(Self.tag)
    }
}
