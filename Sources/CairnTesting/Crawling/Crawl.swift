/// The findings and counts of a crawl.
public struct Crawl: Sendable {
    /// Limits of a crawl.
    public struct Limits: Sendable {
        /// Maximum number of actions and links in a row.
        public var depth = 6
        /// Maximum number of states.
        public var states = 1_000
        /// Maximum time, five minutes by default.
        public var time = Duration.seconds(300)

        /// Limits with the default values.
        public init() {}
    }

    /// The descriptions of the faults that were found.
    public internal(set) var findings: [String] = []
    /// Actions that could not be tried or led to another site, with the reason.
    public internal(set) var notes: [String] = []
    /// Number of actions at each depth that led to a page.
    package internal(set) var actions: [Int] = []
    /// Number of distinct states, including the first one. Two states are equal if the same tab is selected, and all
    /// visited tabs have the same titles, classes, headings and paragraphs, and offer actions of the same names.
    public internal(set) var states = 0
    /// The paths that were found. Each must open without a cookie.
    public internal(set) var locations: Set<String> = []
    /// Number of actions that ended in an alert.
    package internal(set) var alerts = 0
    /// Number of requests sent, without those that count live objects.
    package internal(set) var requests = 0
    /// Number of objects that the crawl leaked; `nil` if the server does not count objects.
    package internal(set) var objectsLeft: Int?
    /// The time that the crawl took.
    package internal(set) var time = Duration.zero
    /// False if the limit of states or of time ended the crawl; the limit of depth does not count.
    public internal(set) var isComplete = true

    /// A summary in one line.
    public var summary: String {
        let count = findings.isEmpty ? "no faults" : "\(findings.count) fault\(findings.count == 1 ? "" : "s")"
        let tenths = Int(time / .milliseconds(100))
        let time = "\(tenths / 10).\(tenths % 10) s"
        return "\(count): \(states) states, \(actions.reduce(0, +)) actions posted, \(locations.count) locations, "
            + "\(requests) requests, " + (objectsLeft.map { "\($0) objects left, " } ?? "") + time
            + (isComplete ? "." : "; incomplete: a limit was reached.")
    }
}
