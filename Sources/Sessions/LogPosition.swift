import SessionStores
import Snapshots

/// The place of a session in the log of its store, from which the next commit continues.
struct LogPosition: Sendable {
    /// The revision of the last element.
    var revision: Revision
    /// The number of changes since the last checkpoint, and their bytes.
    private(set) var changes = 0
    private(set) var changeBytes = 0
    /// The size of the last checkpoint in bytes.
    private(set) var checkpointBytes: Int
    /// The number of objects that the further changes can contain.
    private(set) var objectsLeft = ChangeFormat.maxObjects

    /// The maximum number of changes between two checkpoints of an ordinary session. A checkpoint of 50 versions costs as
    /// much as 30 changes, and loading a change as much as loading a version.
    static let maxChanges = 64
    /// The checkpoint of a deep stack costs more, so more changes follow it: one for each of these bytes, up to a limit.
    private static let checkpointBytesPerChange = 16
    private static let maxChangesOfDeepStack = 256
    /// The changes may be twice as long as the checkpoint, or as long as one block of a file.
    private static let minimumBytes = 4_096

    /// The position after a checkpoint.
    init(afterCheckpointOf bytes: Int, _ revision: Revision) {
        self.revision = revision
        checkpointBytes = bytes
    }

    /// Returns true if a change of this size can be appended; otherwise the commit is a checkpoint.
    func hasRoom(for bytes: Int, objects: Int) -> Bool {
        changes < maxChanges && objects <= objectsLeft
            && changeBytes + bytes <= max(2 * checkpointBytes, Self.minimumBytes)
    }

    private var maxChanges: Int {
        max(Self.maxChanges, min(checkpointBytes / Self.checkpointBytesPerChange, Self.maxChangesOfDeepStack))
    }

    /// Moves behind a change.
    mutating func advance(over bytes: Int, objects: Int, to revision: Revision) {
        self.revision = revision
        changes += 1
        changeBytes += bytes
        objectsLeft -= objects
    }
}

extension History {
    /// Restores a history from the whole log of a session.
    ///
    /// - Throws: `SnapshotError`.
    init(log elements: [LogElement]) throws {
        guard let checkpoint = elements.first else { throw SnapshotError.malformed("its log is empty") }
        try self.init(snapshot: checkpoint.bytes)
        log = LogPosition(afterCheckpointOf: checkpoint.bytes.count, checkpoint.revision)
        try apply(elements.dropFirst())
    }

    /// Applies the changes of a log.
    ///
    /// - Throws: `SnapshotError`; then some of the changes were applied.
    mutating func apply(_ elements: some Sequence<LogElement>) throws {
        guard var position = log else { throw SnapshotError.malformed("it has no checkpoint") }
        for element in elements {
            var objectsLeft = position.objectsLeft
            try apply(HistoryChange(element.bytes, after: self, objectsLeft: &objectsLeft))
            position.advance(
                over: element.bytes.count, objects: position.objectsLeft - objectsLeft, to: element.revision)
        }
        log = position
    }
}
