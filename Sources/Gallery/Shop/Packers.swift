import Cairn

/// Prepare paid orders.
protocol Packers: Sendable {
    /// Returns when the order is on its way.
    ///
    /// - Throws: `CancellationError`.
    func prepare(_ bill: Bill, _ progress: TaskProgress) async throws
}

/// Need the same time for each product, at most ten times that for an order.
struct PracticePackers: Packers {
    let pace: Duration

    func prepare(_ bill: Bill, _ progress: TaskProgress) async throws {
        let lines = bill.lines.prefix(9)
        for (index, line) in lines.enumerated() {
            progress.update(Double(index), of: Double(lines.count + 1), detail: "Looking for \(line.title)")
            try await Task.sleep(for: pace)
        }
        progress.update(Double(lines.count), of: Double(lines.count + 1), detail: "Wrapping it up")
        try await Task.sleep(for: pace)
    }
}
