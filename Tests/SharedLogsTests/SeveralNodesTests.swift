import SessionStores
import Synchronization
import Testing

@testable import SharedLogs

/// A few tickets for many buyers.
private struct Tickets: SharedState, Codable, Equatable {
    enum Event: Codable, Sendable { case sold(to: Int), givenBack(by: Int) }
    struct SoldOut: Error {}

    static let count = 6
    var holders: [Int] = []
    /// The buyers of all sales, in their order.
    var sales: [Int] = []

    mutating func apply(_ event: Event) {
        switch event {
        case .sold(let buyer):
            holders.append(buyer)
            sales.append(buyer)
        case .givenBack(let buyer): holders.removeAll { $0 == buyer }
        }
    }
}

@Suite("Shared logs on several nodes", .timeLimit(.minutes(3))) struct SeveralNodesTests {
    @Test(arguments: [0, 1]) func `two nodes on one store sell the last item once`(_ backend: Int) async throws {
        let folder = TemporaryFolder()
        let store: any EventStore = backend == 0 ? MemoryEventStore() : try folder.storeOnThreads()
        var nodes: [SharedLog<Tickets>] = []
        for _ in 0..<2 {
            nodes.append(SharedLog("tickets", Tickets(holders: [0, 0, 0, 0, 0])))
            try await nodes.last?.open(in: store)
        }
        let sold = await withTaskGroup(of: Bool.self) { group in
            for buyer in 1...50 {
                let node = nodes[buyer % 2]
                group.addTask { (try? await node.buy(buyer)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        for node in nodes { try await node.refresh() }
        #expect(sold == 1 && nodes[0].state.sales.count == 1 && nodes[0].state == nodes[1].state)
        for node in nodes { await node.close() }
        await store.close()
    }

    @Test(arguments: 0..<30) func `three nodes agree in any order of their calls`(_ seed: UInt64) async throws {
        let run = try await BuyingRun(seed: seed, losesAnswers: false)
        #expect(run.results.count { $0 == .sold } == run.state.sales.count)
        #expect(run.results.allSatisfy { $0 == .sold || $0 == .soldOut })
        #expect(run.soldTwice == [] && run.state.holders.count <= Tickets.count)
        #expect(run.state.sales.count >= Tickets.count)
    }

    @Test(arguments: 30..<70) func `lost answers of the store neither repeat nor invent a sale`(_ seed: UInt64)
        async throws
    {
        let run = try await BuyingRun(seed: seed, losesAnswers: true)
        #expect(run.soldTwice == [] && run.state.holders.count <= Tickets.count)
        for (buyer, result) in run.results.enumerated() {
            switch result {
            case .sold: #expect(run.state.sales.contains(buyer))
            case .soldOut, .notMade: #expect(!run.state.sales.contains(buyer))
            case .unconfirmed: break
            }
        }
    }

    @Test func `an update that can still arrive is unconfirmed, and counts once it has arrived`() async throws {
        let base = MemoryEventStore()
        let store = LateStore(base)
        let log = try await SharedLog.opened(in: store)
        let error = await #expect(throws: SharedLogError.self) { try await log.add("late") }
        #expect(error?.code == .unconfirmed && log.all == [])
        try await store.deliver()
        try await log.refresh()
        #expect(log.all == ["late"])
        try await SharedLog.opened(in: base).add("next")
        try await log.refresh()
        #expect(log.all == ["late", "next"])
    }

    @Test func `a full log refuses all updates but those after which a checkpoint fits`() async throws {
        let log = SharedLog("words", Words(capacity: 2), limits: (checkpoint: 100, tail: 400))
        let store = MemoryEventStore()
        try await log.open(in: store)
        let word = String(repeating: "w", count: 60)
        var count = 0
        let error = await #expect(throws: SharedLogError.self) {
            while count < 100 {
                try await log.add(word)
                count += 1
            }
        }
        #expect(error?.code == .full && count == 6)
        #expect(log.all == [word, word])
        try await log.add("short")
        // The checkpoint was made, so there is room again.
        for _ in 0..<3 { try await log.add("short") }
        #expect(try await SharedLog.opened(in: store, capacity: 2).all == ["short", "short"])
    }
}

extension SharedLog<Tickets> {
    fileprivate func buy(_ buyer: Int) async throws {
        try await update { tickets in
            guard tickets.holders.count < Tickets.count else { throw Tickets.SoldOut() }
            return [.sold(to: buyer)]
        }
    }
}

/// Buyers on three nodes, who give every fourth ticket back, on a store that performs the calls in a random order.
private struct BuyingRun {
    enum Result: Equatable { case sold, soldOut, notMade, unconfirmed }

    var results: [Result]
    /// The state of all nodes at the end.
    var state: Tickets

    var soldTwice: [Int] {
        Dictionary(grouping: state.sales, by: \.self).filter { $0.value.count > 1 }.map(\.key)
    }

    init(seed: UInt64, losesAnswers: Bool) async throws {
        let base = MemoryEventStore()
        let store = UnreliableStore(base, seed: seed, losesAnswers: losesAnswers)
        var nodes: [SharedLog<Tickets>] = []
        for _ in 0..<3 {
            nodes.append(SharedLog("tickets", Tickets()))
        }
        for node in nodes { try await Self.retry { try await node.open(in: store) } }
        let found = await withTaskGroup(of: (Int, Result).self) { [nodes] group in
            for buyer in 0..<24 {
                group.addTask { (buyer, await Self.result(of: buyer, on: nodes[buyer % nodes.count])) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        store.becomeReliable()
        for node in nodes { try await node.refresh() }
        let reader = SharedLog("tickets", Tickets())
        try await reader.open(in: base)
        #expect(nodes.allSatisfy { $0.state == reader.state })
        results = (0..<24).compactMap { found[$0] }
        state = reader.state
        for node in nodes { await node.close() }
    }

    private static func retry(_ body: () async throws -> Void) async throws {
        for _ in 0..<100 { if (try? await body()) != nil { return } }
        try await body()
    }

    private static func result(of buyer: Int, on node: SharedLog<Tickets>) async -> Result {
        do {
            try await node.buy(buyer)
            if buyer % 4 == 0 { try? await node.update { _ in [.givenBack(by: buyer)] } }
            return .sold
        } catch let error as SharedLogError {
            return error.code == .unconfirmed ? .unconfirmed : .notMade
        } catch {
            return .soldOut
        }
    }
}
