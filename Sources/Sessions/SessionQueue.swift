import SessionStores

/// A doubly linked list of sessions, roughly least recently used first; ``SessionNodes`` holds the links.
struct SessionQueue {
    fileprivate(set) var first: Int?
    fileprivate var last: Int?
    fileprivate(set) var count = 0
}

/// The links of many queues in one array: appending, moving and removing a session take constant time. Free nodes are
/// reused, so the array is as long as the highest number of nodes in use at one time.
struct SessionNodes {
    private var all: [Node] = []
    private var free: [Int] = []

    private struct Node {
        var id: SessionID
        /// The last use that this queue has recorded; the session can have been used since.
        var seen: UInt64
        var previous: Int?
        var next: Int?
    }

    func id(at node: Int) -> SessionID { all[node].id }

    func lastSeen(at node: Int) -> UInt64 { all[node].seen }

    /// Appends a session and returns its node.
    mutating func append(_ id: SessionID, seen: UInt64, to queue: inout SessionQueue) -> Int {
        let node = Node(id: id, seen: seen)
        let position: Int
        if let reused = free.popLast() {
            position = reused
            all[position] = node
        } else {
            position = all.count
            all.append(node)
        }
        link(position, to: &queue)
        return position
    }

    /// Removes a node and frees it for reuse.
    mutating func remove(_ node: Int, from queue: inout SessionQueue) {
        unlink(node, from: &queue)
        free.append(node)
    }

    /// Moves a node to the end of `queue` and records its last use.
    mutating func moveToEnd(_ node: Int, of queue: inout SessionQueue, seen: UInt64) {
        unlink(node, from: &queue)
        all[node].seen = seen
        link(node, to: &queue)
    }

    private mutating func link(_ node: Int, to queue: inout SessionQueue) {
        (all[node].previous, all[node].next) = (queue.last, nil)
        if let last = queue.last { all[last].next = node } else { queue.first = node }
        queue.last = node
        queue.count += 1
    }

    private mutating func unlink(_ node: Int, from queue: inout SessionQueue) {
        let (previous, next) = (all[node].previous, all[node].next)
        if let previous { all[previous].next = next } else { queue.first = next }
        if let next { all[next].previous = previous } else { queue.last = previous }
        queue.count -= 1
    }
}

/// Keys grouped by count. Counts change by one, so the highest count is known without a search.
struct Ranking<Key: Hashable> {
    private var keys: [Int: Set<Key>] = [:]
    private var top = 0

    /// Returns some of the keys with the highest count; none if all counts are zero.
    func highest(atMost count: Int) -> [Key] { keys[top].map { Array($0.prefix(count)) } ?? [] }

    /// Changes the count of `key` from `old` to `new`, which must differ by one.
    mutating func move(_ key: Key, from old: Int, to new: Int) {
        if old > 0 {
            keys[old]?.remove(key)
            if keys[old]?.isEmpty == true { keys[old] = nil }
        }
        if new > 0 { keys[new, default: []].insert(key) }
        top = max(top, new)
        if keys[top] == nil { top = min(old, new) }
    }
}
