import Sessions

/// A measured quantity of a server, with its values at one time. [Observing](Observing.md#metrics) lists them.
public struct Metric: Sendable, Equatable {
    /// The kinds of metrics, as in the Prometheus text format. Later versions can add cases, so a `switch` needs an
    /// `@unknown default`.
    public enum Kind: String, Sendable {
        /// A number that only grows while the process runs.
        case counter
        /// A number that grows and shrinks.
        case gauge
        /// A distribution: for each upper bound `le` the number of values up to it, and their sum and count.
        case histogram
        /// The sum and the count of values.
        case summary
    }

    /// One value of a metric.
    public struct Sample: Sendable, Equatable {
        /// `_bucket`, `_sum` or `_count` for histograms and summaries; empty otherwise.
        public let suffix: String
        /// The labels, in a fixed order.
        public let labels: [Label]
        /// The value.
        public let value: Double
    }

    /// A label: one of few values that divide a metric, such as the name of an app.
    public struct Label: Sendable, Equatable {
        /// The name of the label.
        public let name: String
        /// The value of the label.
        public let value: String
    }

    /// The name, such as `cairn_requests_total`.
    public let name: String
    /// The kind.
    public let kind: Kind
    /// The meaning, one line.
    public let help: String
    /// The values.
    public let samples: [Sample]
}

/// Receives the metrics of a server in regular intervals, for systems that do not read them from `--metrics-port`.
public struct MetricsObserver: Sendable {
    let interval: Duration
    let observe: @Sendable ([Metric]) async -> Void

    /// - Parameters:
    ///   - interval: the pause between two calls.
    ///   - observe: called with all metrics, one call after another, and once more when the server stops.
    public init(every interval: Duration = .seconds(10), _ observe: @escaping @Sendable ([Metric]) async -> Void) {
        self.interval = interval
        self.observe = observe
    }

    /// Observes until the task is cancelled.
    func run(_ metrics: ServerMetrics, _ time: any TimeSource) async {
        while (try? await time.sleep(for: interval)) != nil { await observe(metrics.collect()) }
    }
}
