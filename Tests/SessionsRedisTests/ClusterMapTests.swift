import RESP
import Testing

@testable import SessionsRedis

@Suite("The map of a cluster") struct ClusterMapTests {
    private static let seeds = ["a", "b", "c"].map { RedisAddress.Host(name: $0, port: 1) }
    private static let other = RedisAddress.Host(name: "d", port: 7)

    private static func server(_ name: String, _ port: Int64) -> RESPValue {
        .array([.bulkString(Array(name.utf8)), .integer(port), .bulkString(Array("id".utf8))])
    }

    private static func entry(_ first: Int64, _ last: Int64, _ servers: RESPValue...) -> RESPValue {
        .array([.integer(first), .integer(last)] + servers)
    }

    @Test func `a slot without a known primary is asked for at each server of the URL in turn`() {
        var map = ClusterMap(seeds: Self.seeds)
        #expect(Set((0..<3).compactMap { _ in map.primary(of: 5) }) == Set(Self.seeds))
        var empty = ClusterMap(seeds: [])
        #expect(empty.primary(of: 5) == nil)
        #expect(map.primary(of: .max) != nil)
    }

    @Test func `the reply to CLUSTER SLOTS sets the primaries`() {
        var map = ClusterMap(seeds: Self.seeds)
        map.update(
            from: .array([
                Self.entry(0, 5_460, Self.server("p", 1), Self.server("replica", 2)),
                Self.entry(5_461, 16_382, Self.server("", 3)),
                Self.entry(16_383, 16_383, .array([.null, .integer(4), .null])),
            ]), sentBy: Self.other)
        #expect(map.primary(of: 0) == .init(name: "p", port: 1))
        #expect(map.primary(of: 5_460) == .init(name: "p", port: 1))
        #expect(map.primary(of: 5_461) == .init(name: "d", port: 3))
        #expect(map.primary(of: 16_383) == .init(name: "d", port: 4))
        #expect(map.all == [.init(name: "p", port: 1), .init(name: "d", port: 3), .init(name: "d", port: 4)])
    }

    private static let good = server("p", 1)
    static let garbage: [RESPValue] = [
        .null, .integer(1), .simpleString("OK"), .error(RESPErrorReply("ERR")), .array([]), .map([]),
        .array([.integer(0), .integer(5)]), .array([.array([])]), .array([.array([.integer(0), .integer(5)])]),
        .array([entry(-1, 5, good)]), .array([entry(6, 5, good)]), .array([entry(0, 16_384, good)]),
        .array([entry(.min, .max, good)]), .array([entry(0, .max, good)]), .array([entry(0, 5, .null)]),
        .array([entry(0, 5, .array([]))]), .array([entry(0, 5, .array([.bulkString([])]))]),
        .array([entry(0, 5, server("p", -1))]), .array([entry(0, 5, server("p", 65_536))]),
        .array([entry(0, 5, server("p", .max))]), .array([.array([.bulkString([0x30]), .integer(5), good])]),
        .push([entry(0, 5, good)]),
    ]

    @Test(arguments: garbage) func `garbage changes nothing`(reply: RESPValue) {
        var map = ClusterMap(seeds: Self.seeds)
        map.set(Self.other, for: 3)
        map.update(from: reply, sentBy: Self.other)
        #expect(map.all == [Self.other])
        #expect(map.primary(of: 3) == Self.other)
        map.update(from: .array([reply, Self.entry(1, 2, Self.good)]), sentBy: Self.other)
        #expect(map.all == [Self.other, .init(name: "p", port: 1)])
    }

    @Test func `a forgotten slot is asked for at a server of the URL`() {
        var map = ClusterMap(seeds: Self.seeds)
        for slot in [3, 4] as [UInt16] { map.set(Self.other, for: slot) }
        map.forget(3)
        #expect(map.primary(of: 3).map(Self.seeds.contains) == true)
        #expect(map.primary(of: 4) == Self.other)
    }

    @Test func `a slot beyond the last one has no primary`() {
        var map = ClusterMap(seeds: Self.seeds)
        map.set(Self.other, for: .max)
        map.forget(.max)
        #expect(map.all == Set(Self.seeds))
    }

    @Test func `servers of the URL and known primaries belong to the cluster`() {
        var map = ClusterMap(seeds: Self.seeds)
        #expect(map.contains(Self.seeds[0]))
        #expect(!map.contains(Self.other))
        map.set(Self.other, for: 3)
        #expect(map.contains(Self.other))
    }
}

@Suite("The queue of calls") struct QueueTests {
    @Test(arguments: 0..<20 as Range<UInt64>) func `the queue behaves as an array`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (queue, model) = (Queue<Int>(), [Int]())
        for number in 0..<2_000 {
            switch Int.random(in: 0..<100, using: &generator) {
            case 0: #expect(queue.removeAll() == model.splice())
            case ..<50: #expect(queue.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
            default:
                queue.append(number)
                model.append(number)
            }
            #expect(queue.count == model.count)
            #expect(queue.isEmpty == model.isEmpty)
            #expect(queue.first == model.first)
        }
        #expect(queue.removeAll() == model)
    }

    @Test func `taken elements are released`() {
        final class Token {}
        var queue = Queue<Token>()
        weak var first: Token?
        for number in 0..<200 {
            let token = Token()
            if number == 0 { first = token }
            queue.append(token)
        }
        #expect(first != nil)
        _ = queue.popFirst()
        #expect(first == nil)
    }
}

extension Array {
    /// Removes and returns all elements.
    fileprivate mutating func splice() -> [Element] {
        defer { self = [] }
        return self
    }
}
