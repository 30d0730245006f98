import Testing

@testable import Cairn

@Suite("Histograms of durations") struct HistogramTests {
    @Test func `a duration is counted in the first bucket whose bound it does not exceed`() {
        let histogram = Histogram()
        for nanoseconds: UInt64 in [0, 100_000, 100_001, 10_000_000_000, 10_000_000_001, .max] {
            histogram.observe(nanoseconds)
        }
        var value = HistogramValue()
        histogram.add(to: &value)
        #expect(value.counts == [2, 1] + [Int](repeating: 0, count: 11) + [1, 2])
        #expect(Histogram.boundNames.count == value.counts.count)
    }

    @Test func `values of several histograms are summed, and buckets are cumulative`() {
        let first = Histogram()
        let second = Histogram()
        first.observeAlone(200_000)
        second.observe(200_000)
        second.observe(3_000_000)
        var value = HistogramValue()
        first.add(to: &value)
        second.add(to: &value)
        var builder = MetricBuilder("t", .histogram, "Times.")
        builder.add(value, ["app": "desk"])
        let samples = builder.metric.samples
        func values(_ suffix: String) -> [Double] { samples.filter { $0.suffix == suffix }.map(\.value) }
        #expect(values("_bucket") == [0, 2, 2, 2, 2] + [Double](repeating: 3, count: 10))
        #expect(values("_count") == [3])
        #expect(values("_sum") == [0.0034])
    }

    @Test func `labels and help texts are escaped`() throws {
        let metric = Metric(
            name: "m", kind: .gauge, help: "a\\b\nc",
            samples: [.init(suffix: "", labels: [.init(name: "l", value: "a\"b\\c\nd")], value: 1.5)])
        let text = String(decoding: PrometheusText.bytes(of: [metric]), as: UTF8.self)
        #expect(text == "# HELP m a\\\\b\\nc\n# TYPE m gauge\nm{l=\"a\\\"b\\\\c\\nd\"} 1.5\n")
    }
}
