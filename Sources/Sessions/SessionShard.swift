import SessionStores
import Synchronization

/// A shard of a session table, with its own mutex, so that requests for different sessions rarely contend.
final class SessionShard: Sendable {
    /// The number of shards of a table, a power of two.
    static let count = 64

    let entries = Mutex(Entries())

    /// The sessions of this shard, unordered, with an index by id.
    struct Entries {
        private var index = SessionIndex()
        /// The number of removals so far. If it changes while a session is read from the store, the bytes can be
        /// outdated.
        private(set) var removals = 0
        private(set) var all: [Entry] = []

        subscript(id: SessionID) -> Place? { index.position(of: id, in: all).map { all[$0].place } }

        mutating func set(_ place: Place, as id: SessionID) {
            if let position = index.position(of: id, in: all) {
                all[position].place = place
            } else {
                index.insert(id, at: all.count)
                all.append(Entry(id: id, place: place))
            }
        }

        @discardableResult
        mutating func remove(_ id: SessionID) -> Place? {
            guard let position = index.position(of: id, in: all) else { return nil }
            index.remove(id, at: position)
            removals += 1
            let removed = all[position].place
            let last = all.removeLast()
            if position < all.count {
                index.move(last.id, from: all.count, to: position)
                all[position] = last
            }
            return removed
        }
    }

    struct Entry {
        let id: SessionID
        var place: Place
    }

    /// The form of a session in memory: objects, or bytes while it is hibernated.
    enum Place {
        case live(Session)
        case hibernated(HibernatedSession)

        var lastUse: UInt64 {
            switch self {
            case .live(let session): session.lastUse.load(ordering: .relaxed)
            case .hibernated(let session): session.lastUse
            }
        }

        var isBusy: Bool {
            switch self {
            case .live(let session): session.isBusy
            case .hibernated: false
            }
        }

        var session: Session? {
            switch self {
            case .live(let session): session
            case .hibernated: nil
            }
        }
    }
}

/// A hibernated session: its snapshot.
final class HibernatedSession: Sendable {
    let bytes: [UInt8]
    let lastUse: UInt64

    init(bytes: [UInt8], lastUse: UInt64) {
        self.bytes = bytes
        self.lastUse = lastUse
    }
}

extension SessionID {
    /// The index of the shard that holds this session.
    var shard: Int { shard(of: SessionShard.count) }
}
