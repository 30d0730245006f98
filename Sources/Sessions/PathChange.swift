import Snapshots

/// A path as the difference from another one, for the long paths of deep stacks: a push or a pop changes a few
/// segments, and moves the others if the path was too long for a URL and is cut in the middle.
struct PathChange {
    /// The number of octets at the start of the other path that are kept.
    let prefix: Int
    /// The text that follows them.
    let inserted: String
    /// The number of octets of the other path that are skipped after the prefix, and of those that are kept after them.
    let skipped: Int
    let kept: Int
    /// The text at the end.
    let appended: String

    /// The bit of a place's flags that says that a difference follows.
    static let flag = 1 << 20
    /// A difference is stored if it saves this number of octets.
    private static let minimumSaving = 32
    /// The number of segments that are tried as inserted or skipped.
    private static let maxMovedSegments = 4
}

// In an extension, so that the memberwise initializer remains.
extension PathChange {
    /// The difference of `path` from `other`; `nil` if it is not much shorter than the path.
    init?(from other: String, to path: String) {
        guard path.utf8.count >= Self.minimumSaving else { return nil }
        let (old, new) = (Array(other.utf8), Array(path.utf8))
        var prefix = Self.commonOctets(old[...], new[...])
        // If much follows, whole segments were moved.
        if new.count - prefix >= Self.minimumSaving {
            prefix = new[..<prefix].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        }
        let (oldRest, newRest) = (old[prefix...], new[prefix...])
        var best = (inserted: 0, skipped: 0, kept: 0)
        if newRest.count >= Self.minimumSaving {
            for end in Self.segmentEnds(of: newRest) {
                let kept = Self.commonOctets(oldRest, newRest[end...])
                if kept > best.kept { best = (end - prefix, 0, kept) }
            }
            for end in Self.segmentEnds(of: oldRest) {
                let kept = Self.commonOctets(old[end...], newRest)
                if kept > best.kept { best = (0, end - prefix, kept) }
            }
        }
        guard prefix + best.kept >= Self.minimumSaving else { return nil }
        let insertedEnd = prefix + best.inserted
        self.init(
            prefix: prefix, inserted: String(decoding: new[prefix..<insertedEnd], as: UTF8.self),
            skipped: best.skipped, kept: best.kept,
            appended: String(decoding: new[(insertedEnd + best.kept)...], as: UTF8.self))
    }

    /// Returns the path that differs from `other` in this way.
    ///
    /// - Throws: `SnapshotError` if `other` is too short.
    func applied(to other: String) throws -> String {
        let old = Array(other.utf8)
        guard 0...old.count ~= prefix, 0...(old.count - prefix) ~= skipped,
            0...(old.count - prefix - skipped) ~= kept
        else { throw SnapshotError.malformed("a path does not fit the one before it") }
        let start = prefix + skipped
        return String(
            decoding: old[..<prefix] + Array(inserted.utf8) + old[start..<(start + kept)] + Array(appended.utf8),
            as: UTF8.self)
    }

    /// Returns the number of octets that both begin with, so that what follows in `new` begins with a whole character.
    private static func commonOctets(_ old: ArraySlice<UInt8>, _ new: ArraySlice<UInt8>) -> Int {
        let shorter = min(old.count, new.count)
        var count = 0
        while count < shorter, old[old.startIndex + count] == new[new.startIndex + count] { count += 1 }
        while count > 0, count < new.count, new[new.startIndex + count] & 0xC0 == 0x80 { count -= 1 }
        return count
    }

    /// Returns the indices after the first segments.
    private static func segmentEnds(of path: ArraySlice<UInt8>) -> [Int] {
        path.indices.lazy.filter { path[$0] == UInt8(ascii: "/") }.prefix(maxMovedSegments).map { $0 + 1 }
    }
}
