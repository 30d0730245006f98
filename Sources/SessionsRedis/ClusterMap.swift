import RESP

/// The primaries of a cluster by hash slot.
struct ClusterMap {
    private let seeds: [RedisAddress.Host]
    private var primaries = [RedisAddress.Host?](repeating: nil, count: slotCount)
    private var nextSeed = 0

    static let slotCount = 16_384

    init(seeds: [RedisAddress.Host]) { self.seeds = seeds }

    /// The primary of a slot, or one of the servers of the URL in turn: it redirects to the primary.
    mutating func primary(of slot: UInt16) -> RedisAddress.Host? {
        if Int(slot) < primaries.count, let primary = primaries[Int(slot)] { return primary }
        guard !seeds.isEmpty else { return nil }
        nextSeed = (nextSeed + 1) % seeds.count
        return seeds[nextSeed]
    }

    mutating func set(_ host: RedisAddress.Host, for slot: UInt16) {
        if Int(slot) < primaries.count { primaries[Int(slot)] = host }
    }

    /// The known primaries, or the servers of the URL if none is known.
    var all: Set<RedisAddress.Host> {
        let known = Set(primaries.compactMap(\.self))
        return known.isEmpty ? Set(seeds) : known
    }

    func contains(_ host: RedisAddress.Host) -> Bool { seeds.contains(host) || primaries.contains(host) }

    /// Forgets the primary of a slot, so that a server of the URL is asked for it.
    mutating func forget(_ slot: UInt16) {
        if Int(slot) < primaries.count { primaries[Int(slot)] = nil }
    }

    /// Applies the reply to `CLUSTER SLOTS`: entries of first slot, last slot, primary, replicas. Ignores an entry that
    /// is none.
    ///
    /// - Parameter sender: the server of the reply; an entry without a host means the same one.
    mutating func update(from reply: RESPValue, sentBy sender: RedisAddress.Host) {
        guard case .array(let entries) = reply else { return }
        for entry in entries {
            guard case .array(let fields) = entry, fields.count >= 3,
                case .integer(let first) = fields[0], case .integer(let last) = fields[1],
                case .array(let server) = fields[2], server.count >= 2, case .integer(let port) = server[1],
                let port = UInt16(exactly: port), first >= 0, first <= last, last < Self.slotCount
            else { continue }
            let name =
                if case .bulkString(let name) = server[0], !name.isEmpty { String(decoding: name, as: UTF8.self) } else
                { sender.name }
            let host = RedisAddress.Host(name: name, port: port)
            for slot in Int(first)...Int(last) { primaries[slot] = host }
        }
    }
}
