import NavigationKit
import Synchronization

/// The end of a user's other sessions: of all whose `validFrom` is earlier than a moment.
struct UserEnding: Sendable, Equatable {
    let user: String
    /// Nanoseconds since 1970.
    let before: UInt64
}

/// The users who ended their other sessions lately. A session is compared with them on its next request, wherever it was
/// meanwhile; one that sends no request is gone when it was idle for too long, and so is the entry here.
final class UserEndings: Sendable {
    private struct Entry {
        var before: UInt64
        var noted: UInt64
    }

    private let users = Mutex<[String: Entry]>([:])
    private let noted = Atomic(0)

    /// How many endings there were: a session that has seen all of them need not be looked up.
    var count: Int { noted.load(ordering: .acquiring) }

    func note(_ ending: UserEnding, now: UInt64) {
        let isNew = users.withLock { users in
            if let known = users[ending.user], known.before >= ending.before { return false }
            users[ending.user] = Entry(before: ending.before, noted: now)
            return true
        }
        if isNew { noted.wrappingAdd(1, ordering: .releasing) }
    }

    func hasEnded(_ owner: SessionOwner) -> Bool {
        guard let user = owner.user else { return false }
        return users.withLock { users in users[user].map { owner.validFrom < $0.before } ?? false }
    }

    /// Forgets endings that all sessions have met or expired since.
    func reap(now: UInt64, after age: UInt64) {
        users.withLock { users in
            guard !users.isEmpty else { return }
            users = users.filter { !now.isLater(than: $0.value.noted, by: age) }
        }
    }
}

// MARK: - Stored

extension UserEnding {
    private static let title = Array("cairn-ending 1\n".utf8)

    /// The name that a store keeps the endings of `user` under. Nobody may use it as a session: it holds none.
    static func id(of user: String) -> SessionID { SessionID(SHA256.digest(of: title + user.utf8)) }

    /// What a store keeps: it must hold after a restart, when sessions from before come back.
    var bytes: [UInt8] { Self.title + Array(String(before).utf8) }

    /// Whether a store keeps an ending there, and no session.
    static func isEnding(_ bytes: [UInt8]) -> Bool { bytes.starts(with: title) }

    init?(_ bytes: [UInt8], of user: String) {
        guard Self.isEnding(bytes) else { return nil }
        let number = String(decoding: bytes.dropFirst(Self.title.count), as: UTF8.self)
        guard let before = UInt64(number) else { return nil }
        self.init(user: user, before: before)
    }
}
