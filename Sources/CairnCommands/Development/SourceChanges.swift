/// Finds out which files have changed since the last build, once they are left alone: an editor that saves several files
/// causes one build.
struct SourceChanges {
    private var built: SourceTree.Snapshot
    private var last: SourceTree.Snapshot
    private var lastChange = ContinuousClock.Instant?.none

    /// The time without a change after which a build begins.
    static let pause = Duration.milliseconds(100)

    /// - Parameter snapshot: the files of the program that runs.
    init(since snapshot: SourceTree.Snapshot) { (built, last) = (snapshot, snapshot) }

    /// True while a change waits for the end of the pause.
    var isWaiting: Bool { last != built }

    /// Compares the files with those of the last build.
    ///
    /// - Returns: the paths of the changed files in order; empty if nothing has changed, or a file is still changing.
    mutating func look(at snapshot: SourceTree.Snapshot, now: ContinuousClock.Instant) -> [String] {
        if snapshot != last {
            last = snapshot
            lastChange = now
        }
        guard isWaiting, let lastChange, now - lastChange >= Self.pause else { return [] }
        return Set(built.keys).union(last.keys).filter { built[$0] != last[$0] }.sorted()
    }

    /// Notes that a build of these files begins.
    mutating func beginBuild(of snapshot: SourceTree.Snapshot) { self = SourceChanges(since: snapshot) }
}
