import Synchronization

/// The disk quota of saved sessions for all stores of a server, with a share for each IPv4 address or IPv6 /48.
///
/// The last eighth of the quota and of each share is reserved for sessions that are already saved, so that they can
/// grow while new ones are refused. A commit that needs no more space than before is never refused.
public final class StoreSpace: Sendable {
    /// Decides if a commit can be refused for lack of space.
    enum Admission: Sendable {
        /// A session that is not saved yet.
        case new
        /// A session that is already saved, under its present id or, if it is re-keyed, under the old one.
        case saved
        /// A commit that is never refused, such as that of a logout, which must not fail.
        case always
    }

    private struct State {
        var total = 0
        var shares: [NetworkBlock: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())
    /// The divisor for both a network's share and the part reserved for saved sessions: each is one eighth.
    private static let share = 8
    private static let maxSize = 1 << 40
    /// The allocation unit of common file systems.
    private static let block = 4_096

    /// - Parameter limit: the maximum size of all files together, in bytes; each file counts in whole blocks of 4 KiB.
    package init(limit: Int = .max) { self.limit = max(limit, 0) }

    /// The number of bytes in use.
    var used: Int { state.withLock(\.total) }

    /// Returns the disk space of a file with `byteCount` bytes: its size rounded up to whole blocks, at least one.
    ///
    /// A file can claim any size, such as a sparse one that another program made, so a size above 1 TiB counts as 1 TiB.
    static func cost(ofFileWith byteCount: Int) -> Int {
        max(1, (min(byteCount, maxSize) + block - 1) / block) * block
    }

    /// Returns true if a new session of the network can be saved in one block; called before its first action.
    func hasRoom(for network: UInt64?) -> Bool {
        state.withLock { fits(Self.block, of: network, isNew: true, $0) }
    }

    /// Reserves space for a file that is about to be written.
    ///
    /// - Parameters:
    ///   - cost: the space of the file.
    ///   - network: the network of the session; `nil` if it is unknown.
    ///   - replaced: the space of the files that it replaces.
    ///   - admission: decides if the commit can be refused.
    /// - Returns: false if there is not enough space.
    func reserve(_ cost: Int, of network: UInt64?, replacing replaced: Int, _ admission: Admission) -> Bool {
        state.withLock { state in
            switch admission {
            case .new where !fits(cost, of: network, isNew: true, state): return false
            case .saved where cost > replaced && !fits(cost - replaced, of: network, isNew: false, state): return false
            default: break
            }
            state.total += cost
            state.shares[NetworkBlock.largest(of: network), default: 0] += cost
            return true
        }
    }

    /// Counts an existing file.
    func add(_ cost: Int, of network: UInt64?) { _ = reserve(cost, of: network, replacing: 0, .always) }

    /// Releases the space of a removed file.
    func release(_ cost: Int, of network: UInt64?) {
        state.withLock { state in
            let block = NetworkBlock.largest(of: network)
            state.total -= cost
            let left = state.shares[block, default: 0] - cost
            state.shares[block] = left > 0 ? left : nil
        }
    }

    private func fits(_ cost: Int, of network: UInt64?, isNew: Bool, _ state: State) -> Bool {
        let block = NetworkBlock.largest(of: network)
        let most = isNew ? limit - limit / Self.share : limit
        guard state.total + cost <= most else { return false }
        return block == .unknown || state.shares[block, default: 0] + cost <= most / Self.share
    }
}
