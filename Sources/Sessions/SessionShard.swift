import Synchronization

/// A part of a table's sessions, under one lock.
final class SessionShard: Sendable {
    /// The number of shards of a table, a power of two.
    static let count = 64

    let entries = Mutex(Entries())

    /// Sessions stand in an array, so that one can be drawn by lot; the index leads to them by name.
    struct Entries {
        private var index: [SessionID: Int] = [:]
        /// How often a session has left: what was read from a store meanwhile may be out of date.
        private(set) var removals = 0
        private(set) var all: [Entry] = []

        subscript(id: SessionID) -> Place? { index[id].map { all[$0].place } }

        mutating func set(_ place: Place, as id: SessionID) {
            if let position = index[id] {
                all[position].place = place
            } else {
                index[id] = all.count
                all.append(Entry(id: id, place: place))
            }
        }

        @discardableResult
        mutating func remove(_ id: SessionID) -> Place? {
            guard let position = index.removeValue(forKey: id) else { return nil }
            removals += 1
            let removed = all[position].place
            let last = all.removeLast()
            if position < all.count {
                all[position] = last
                index[last.id] = position
            }
            return removed
        }
    }

    struct Entry {
        let id: SessionID
        var place: Place
    }

    /// How a session is kept in memory: as objects, or as bytes while nobody uses it.
    enum Place {
        case live(Session)
        case parked(ParkedSession)

        var lastUse: UInt64 {
            switch self {
            case .live(let session): session.lastUse.load(ordering: .relaxed)
            case .parked(let session): session.lastUse
            }
        }

        var isYoung: Bool {
            switch self {
            case .live(let session): session.isYoung
            case .parked(let session): session.isYoung
            }
        }

        var isBusy: Bool {
            switch self {
            case .live(let session): session.isBusy
            case .parked: false
            }
        }

        var session: Session? {
            switch self {
            case .live(let session): session
            case .parked: nil
            }
        }
    }
}

/// A session that nobody uses now.
final class ParkedSession: Sendable {
    let bytes: [UInt8]
    let lastUse: UInt64
    let isYoung: Bool

    init(bytes: [UInt8], lastUse: UInt64, isYoung: Bool) {
        self.bytes = bytes
        self.lastUse = lastUse
        self.isYoung = isYoung
    }
}
