import Synchronization

/// The room that the files of saved sessions may take, for all stores of a server, and the part of it that each network
/// has.
///
/// The last eighth, of the whole and of each part, is for sessions that are saved already: they go on where new ones are
/// refused. What needs no more room than it has is always saved.
public final class StoreSpace: Sendable {
    /// Whether a save may be refused for lack of room.
    public enum Admission: Sendable {
        /// A session that is not saved yet.
        case new
        /// A session that is saved, under this name or, before it was renamed, under another one.
        case saved(as: SessionID?)
        /// A logout, which must not fail.
        case always
    }

    private struct State {
        var total = 0
        var shares: [NetworkQuota.Block: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())
    /// A network may have this part of all the room, so that others find some; and new sessions leave this part.
    private static let share = 8
    /// The allocation unit of common file systems.
    private static let block = 4_096

    /// - Parameter limit: the most bytes of all files together, in whole blocks of 4 KiB.
    public init(limit: Int = .max) { self.limit = max(limit, 0) }

    /// The bytes that are taken.
    public var used: Int { state.withLock(\.total) }

    /// What a file of so many bytes takes.
    static func cost(ofFileWith byteCount: Int) -> Int { max(1, (byteCount + block - 1) / block) * block }

    /// Whether a new session of the network would be saved; asked before its first action is performed.
    func hasRoom(for network: UInt64?) -> Bool {
        state.withLock { fits(Self.block, of: network, isNew: true, $0) }
    }

    /// Takes room for a file that is about to be written.
    ///
    /// - Parameters:
    ///   - cost: what it takes.
    ///   - replaced: what the file takes that it replaces.
    /// - Returns: whether there is room.
    func reserve(_ cost: Int, of network: UInt64?, replacing replaced: Int, _ admission: Admission) -> Bool {
        state.withLock { state in
            switch admission {
            case .new where !fits(cost, of: network, isNew: true, state): return false
            case .saved where cost > replaced && !fits(cost - replaced, of: network, isNew: false, state): return false
            default: break
            }
            state.total += cost
            state.shares[NetworkQuota.largestBlock(of: network), default: 0] += cost
            return true
        }
    }

    /// Counts a file that is there already.
    func add(_ cost: Int, of network: UInt64?) { _ = reserve(cost, of: network, replacing: 0, .always) }

    /// Gives back the room of a file that is gone.
    func release(_ cost: Int, of network: UInt64?) {
        state.withLock { state in
            let block = NetworkQuota.largestBlock(of: network)
            state.total -= cost
            let left = state.shares[block, default: 0] - cost
            state.shares[block] = left > 0 ? left : nil
        }
    }

    private func fits(_ cost: Int, of network: UInt64?, isNew: Bool, _ state: State) -> Bool {
        let block = NetworkQuota.largestBlock(of: network)
        let most = isNew ? limit - limit / Self.share : limit
        guard state.total + cost <= most else { return false }
        return block == .unknown || state.shares[block, default: 0] + cost <= most / Self.share
    }
}
