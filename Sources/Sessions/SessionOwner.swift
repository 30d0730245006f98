import Digests
import NavigationKit

/// The user a session belongs to and the network it was created from.
struct SessionOwner: Sendable, Equatable {
    /// The user identifier that the app gave with the last identity change.
    var user: String? {
        didSet { userFingerprint = user.map(Self.fingerprint) }
    }
    /// A hash of ``user``, in eight characters. Pages contain it, so that a form submitted after its session ended is
    /// kept as a draft only for the same user.
    private(set) var userFingerprint: String?
    /// True if the visitor is logged in: the last identity change gave a user, or was not a logout. Anonymous sessions
    /// are evicted first.
    var isIdentified = false
    /// True if the last action changed the identity and asked browsers to clear their caches.
    var clearsCache = false
    /// The start of the absolute lifetime, in nanoseconds since 1970: creation or the last identity change.
    var since: UInt64
    /// The later of ``since`` and the time when this session ended the user's other sessions. An ending applies to
    /// sessions with an earlier value.
    var validFrom: UInt64
    /// The network of the request that created the session; `nil` if it is unknown.
    var network: UInt64?

    init(since: UInt64, network: UInt64? = nil) {
        self.since = since
        validFrom = since
        self.network = network
    }

    /// 32 bits of a hash of the user: not secret, and not derived from a session id.
    private static func fingerprint(of user: String) -> String {
        String(SHA256.hexDigest(of: Array("cairn-user 1\n\(user)".utf8)).prefix(8))
    }

    /// Applies an identity change at `now`.
    mutating func change(_ change: IdentityChange, at now: UInt64) {
        if case .changed(let user, _) = change { self.user = user }
        isIdentified = change.isIdentified
        clearsCache = change.clearsCache
        since = now
        validFrom = now
    }

    /// Returns true if the visitor was logged in and the identity changed, to no user or to another one.
    func isForAnother(after change: IdentityChange) -> Bool {
        guard case .changed(let user, _) = change, isIdentified else { return false }
        return user == nil || user != self.user
    }

    /// Returns the ending of the user's other sessions, and updates ``validFrom`` so that the ending does not apply to
    /// this session; `nil` without a user.
    mutating func endOthers(at now: UInt64) -> UserEnding? {
        guard let user else { return nil }
        validFrom = max(validFrom, now)
        return UserEnding(user: user, before: validFrom)
    }
}

extension IdentityChange {
    static var logout: IdentityChange { .changed(to: nil, clearsCache: true) }

    /// True if the visitor is logged in afterwards: the change gives a user, or is not a logout.
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
    func write(to writer: inout some ItemWriter) {
        writer.write(
            (isIdentified ? Flags.isIdentified : 0) | (user == nil ? 0 : Flags.user)
                | (network == nil ? 0 : Flags.network) | (clearsCache ? Flags.clearsCache : 0))
        writer.write(Int(clamping: since))
        writer.write(Int(clamping: validFrom))
        if let user { writer.write(user) }
        if let network { writer.write(Int(bitPattern: UInt(network))) }
    }

    /// - Throws: `SnapshotError`.
    init(from reader: inout some ItemReader) throws {
        let flags = try reader.readNumber()
        since = UInt64(clamping: try reader.readNumber())
        validFrom = UInt64(clamping: try reader.readNumber())
        isIdentified = flags & Flags.isIdentified != 0
        clearsCache = flags & Flags.clearsCache != 0
        user = flags & Flags.user != 0 ? try reader.readText() : nil
        network = flags & Flags.network != 0 ? UInt64(UInt(bitPattern: try reader.readNumber())) : nil
        // Set explicitly, because property observers do not run in an initializer.
        userFingerprint = user.map(Self.fingerprint)
    }
}
