/// Collects the samples of one metric.
struct MetricBuilder {
    private let name: String
    private let kind: Metric.Kind
    private let help: String
    private var samples: [Metric.Sample] = []

    init(_ name: String, _ kind: Metric.Kind, _ help: String) {
        self.name = name
        self.kind = kind
        self.help = help
    }

    /// Adds a value with these labels.
    mutating func add(_ value: Double, _ labels: KeyValuePairs<String, String> = [:], suffix: String = "") {
        add(value, labels.map { Metric.Label(name: $0.key, value: $0.value) }, suffix: suffix)
    }

    /// Adds a count with these labels.
    mutating func add(_ count: Int, _ labels: KeyValuePairs<String, String> = [:], suffix: String = "") {
        add(Double(count), labels, suffix: suffix)
    }

    private mutating func add(_ value: Double, _ labels: [Metric.Label], suffix: String) {
        samples.append(Metric.Sample(suffix: suffix, labels: labels, value: value))
    }

    /// Adds the cumulative buckets, the sum and the count of a histogram.
    mutating func add(_ histogram: HistogramValue, _ labels: KeyValuePairs<String, String> = [:]) {
        let labels = labels.map { Metric.Label(name: $0.key, value: $0.value) }
        var total = 0
        for (count, bound) in zip(histogram.counts, Histogram.boundNames) {
            total += count
            add(Double(total), labels + [Metric.Label(name: "le", value: bound)], suffix: "_bucket")
        }
        add(Self.seconds(histogram.nanoseconds), labels, suffix: "_sum")
        add(Double(total), labels, suffix: "_count")
    }

    static func seconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1_000_000_000 }

    var metric: Metric { Metric(name: name, kind: kind, help: help, samples: samples) }
}
