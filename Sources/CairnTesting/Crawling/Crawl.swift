/// What a ``Crawler`` met.
public struct Crawl: Sendable {
    /// What a crawl may cost.
    public struct Limits: Sendable {
        /// The most actions one after another.
        public var depth = 6
        /// The most states.
        public var states = 1_000
        /// The most seconds.
        public var seconds = 300

        /// The defaults.
        public init() {}
    }

    /// What must not be, each with the place where it was.
    public internal(set) var findings: [String] = []
    /// What could not be tried, and why.
    public internal(set) var notes: [String] = []
    /// How many actions were posted at each depth.
    public internal(set) var actions: [Int] = []
    /// How many different states were met, the first included. Two are one if they say the same and offer actions of the
    /// same names, and if so does each tab out of sight.
    public internal(set) var states = 0
    /// The paths that were met, each of which opens without a cookie.
    public internal(set) var locations: Set<String> = []
    /// How many actions ended in an alert.
    public internal(set) var alerts = 0
    /// How many requests were sent.
    public internal(set) var requests = 0
    /// How many objects it left behind, if the server could be asked.
    public internal(set) var objectsLeft: Int?
    /// How long it took, in seconds.
    public internal(set) var seconds = 0.0
    /// Whether nothing was left out for the sake of the number of states or the time; its depth was asked for.
    public internal(set) var isComplete = true

    /// One line that sums it up.
    public var summary: String {
        let count = findings.isEmpty ? "nothing wrong" : "\(findings.count) wrong"
        let time = "\(Int(seconds)).\(Int(seconds * 10) % 10) s"
        return "\(count): \(states) states, \(actions.reduce(0, +)) actions posted, \(locations.count) locations, "
            + "\(requests) requests, " + (objectsLeft.map { "\($0) objects left, " } ?? "") + time
            + (isComplete ? "." : "; there is more than the limits let in.")
    }
}
