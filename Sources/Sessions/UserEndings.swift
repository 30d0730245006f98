import Digests
import NavigationKit
import SessionStores
import Synchronization

/// A record that ends a user's sessions whose `validFrom` is earlier than ``before``.
struct UserEnding: Sendable, Equatable {
    let user: String
    /// Nanoseconds since 1970.
    let before: UInt64
}

/// The recent endings, by user. Each session is checked against them on its next request. An entry is kept for longer
/// than the idle timeout, so a session without a request expires before the entry is dropped.
final class UserEndings: Sendable {
    private struct Entry {
        var before: UInt64
        var noted: UInt64
    }

    private let users = Mutex<[String: Entry]>([:])
    private let noted = Atomic(0)

    /// The number of endings so far: a session that was checked against all of them needs no look-up.
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

    /// Drops endings older than `age`: every session has been checked against them or has expired since.
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

    /// The id under which a store keeps the ending of `user`. A request with this id finds no session.
    static func id(of user: String) -> SessionID { SessionID(digest: SHA256.digest(of: title + user.utf8)) }

    /// The bytes for the store. An ending is stored because it must also apply to sessions that are loaded after a
    /// restart.
    var bytes: [UInt8] { Self.title + Array(String(before).utf8) }

    /// Returns true if stored bytes are an ending instead of a session.
    static func isEnding(_ bytes: [UInt8]) -> Bool { bytes.starts(with: title) }

    /// Returns true if a stored log is an ending instead of a session.
    static func isEnding(_ log: [LogElement]) -> Bool { log.first.map { isEnding($0.bytes) } ?? false }

    init?(_ bytes: [UInt8], of user: String) {
        guard Self.isEnding(bytes) else { return nil }
        let number = String(decoding: bytes.dropFirst(Self.title.count), as: UTF8.self)
        guard let before = UInt64(number) else { return nil }
        self.init(user: user, before: before)
    }
}
