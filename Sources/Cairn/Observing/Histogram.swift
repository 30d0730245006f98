import Synchronization

/// A histogram of durations with fixed buckets. Observing allocates nothing.
struct Histogram: ~Copyable, Sendable {
    /// One count for each of ``bounds``, and one for longer durations.
    private let counts = InlineArray<15, Atomic<Int>> { _ in Atomic(0) }
    private let sum = Atomic(0)

    /// The upper bounds in nanoseconds: 0.1 ms to 10 s.
    private static let bounds: InlineArray<14, UInt64> = [
        100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000,
    ]
    /// ``bounds`` in seconds, as labels.
    static let boundNames = [
        "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "1", "2.5",
        "10", "+Inf",
    ]

    private static func bucket(of nanoseconds: UInt64) -> Int {
        var bucket = 0
        while bucket < bounds.count, nanoseconds > bounds[bucket] { bucket += 1 }
        return bucket
    }

    /// Adds a duration on the only thread that writes this histogram.
    func observeAlone(_ nanoseconds: UInt64) {
        counts[Self.bucket(of: nanoseconds)].addAlone(1)
        sum.addAlone(Int(clamping: nanoseconds))
    }

    /// Adds a duration on any thread.
    func observe(_ nanoseconds: UInt64) {
        counts[Self.bucket(of: nanoseconds)].wrappingAdd(1, ordering: .relaxed)
        sum.wrappingAdd(Int(clamping: nanoseconds), ordering: .relaxed)
    }

    /// Adds the values of this histogram to `total`. Callable from any thread.
    func add(to total: inout HistogramValue) {
        for index in counts.indices { total.counts[index] &+= counts[index].load(ordering: .relaxed) }
        total.nanoseconds &+= sum.load(ordering: .relaxed)
    }
}

/// The values of histograms with the same buckets.
struct HistogramValue: Equatable {
    /// The number of durations in each bucket, without those of the buckets before it.
    var counts = [Int](repeating: 0, count: Histogram.boundNames.count)
    /// The sum of all durations.
    var nanoseconds = 0
}

extension Atomic where Value == Int {
    /// Adds to a number that one thread writes and others read: a load and a store instead of a locked addition.
    func addAlone(_ number: Int) { store(load(ordering: .relaxed) &+ number, ordering: .relaxed) }
}
