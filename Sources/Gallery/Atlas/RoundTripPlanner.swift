import Cairn

/// Searches for a short round trip (the travelling salesman problem): begins with the nearest city each time, removes
/// crossings, and then exchanges random parts for as long as it may, keeping the shortest round trip.
struct RoundTripPlanner: Sendable {
    private let cities: [City]
    /// The distance from city `a` to city `b` is at `a * cities.count + b`.
    private let kilometres: [Double]
    private let effort: Duration

    /// - Parameter effort: how long to search for a shorter round trip than the first one.
    init(_ cities: [City], gazetteer: Gazetteer, effort: Duration) {
        self.cities = cities
        self.effort = effort
        kilometres = cities.flatMap { from in cities.map { gazetteer.kilometres(from: from, to: $0) } }
    }

    /// Searches, and tells the shortest length so far.
    ///
    /// - Throws: `CancellationError`.
    func search(_ progress: TaskProgress) async throws -> RoundTrip {
        let clock = ContinuousClock()
        let start = clock.now
        var best = shortened(nearestNeighbours())
        var length = self.length(of: best)
        while cities.count > 7, case let spent = clock.now - start, spent < effort {
            try Task.checkCancellation()
            progress.update(spent / effort, detail: "The shortest so far: \(Int(length.rounded()).grouped) km")
            // Other work of the process comes first.
            await Task.yield()
            let other = shortened(exchanged(best))
            let otherLength = self.length(of: other)
            if otherLength < length { (best, length) = (other, otherLength) }
        }
        return RoundTrip(cities: best.map { cities[$0].id }, kilometres: length)
    }

    private func distance(_ a: Int, _ b: Int) -> Double { kilometres[a * cities.count + b] }

    private func length(of order: [Int]) -> Double {
        zip(order, order.dropFirst() + order.prefix(1)).reduce(0) { $0 + distance($1.0, $1.1) }
    }

    private func nearestNeighbours() -> [Int] {
        var order = cities.isEmpty ? [] : [0]
        var rest = Array(cities.indices.dropFirst())
        while let last = order.last,
            let next = rest.indices.min(by: { distance(last, rest[$0]) < distance(last, rest[$1]) })
        {
            order.append(rest.remove(at: next))
        }
        return order
    }

    /// Reverses parts of the round trip while that makes it shorter (2-opt).
    private func shortened(_ order: [Int]) -> [Int] {
        var order = order
        var isShorter = order.count > 3
        while isShorter {
            isShorter = false
            for from in 0..<(order.count - 2) {
                for to in (from + 2)..<order.count {
                    let (a, b, c, d) = (order[from], order[from + 1], order[to], order[(to + 1) % order.count])
                    guard a != d, distance(a, c) + distance(b, d) + 1e-9 < distance(a, b) + distance(c, d) else {
                        continue
                    }
                    order[(from + 1)...to].reverse()
                    isShorter = true
                }
            }
        }
        return order
    }

    /// Exchanges two neighbouring parts of the round trip at random, which no reversal can undo (the double bridge).
    private func exchanged(_ order: [Int]) -> [Int] {
        let cuts = (0..<3).map { _ in Int.random(in: 1..<order.count) }.sorted()
        return Array(order[..<cuts[0]] + order[cuts[1]..<cuts[2]] + order[cuts[0]..<cuts[1]] + order[cuts[2]...])
    }
}
