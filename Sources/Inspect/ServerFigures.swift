/// The load of a server.
package struct ServerFigures: Sendable {
    /// `nil` if the server does not measure it.
    package var responsesPerSecond: Double?
    /// The interval over which ``responsesPerSecond`` is an average.
    package var interval = Duration.zero
    /// The times from the arrival of a request to its response, by the kind of the response.
    package var latencies: [Latency] = []
    /// Open connections; `nil` if the server does not measure it.
    package var connections: Int?
    /// Open event streams.
    package var streams = 0

    package init() {}

    /// Percentiles of the times of one kind of response since the start of the server.
    package struct Latency: Sendable {
        package let kind: String
        package let count: Int
        /// The upper bound of the median, in seconds.
        package let median: String
        /// The upper bound of the 95th percentile, in seconds.
        package let percentile95: String
        /// The upper bound of the 99th percentile, in seconds.
        package let percentile99: String

        package init(kind: String, count: Int, median: String, percentile95: String, percentile99: String) {
            self.kind = kind
            self.count = count
            self.median = median
            self.percentile95 = percentile95
            self.percentile99 = percentile99
        }
    }
}
