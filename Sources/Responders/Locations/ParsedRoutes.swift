import Synchronization

/// A process-wide cache of routes that the default ``Route/init(segment:)`` parsed.
///
/// A location can have 64 steps and a saved stack hundreds of routes, and most repeat. Parsing a step goes through
/// `Codable`, which looks up some twenty generic types. Row 5 of `Tests/Faults` measures a long location of each kind.
/// The cache is bounded: a fixed number of entries, only short texts, and a new entry replaces an older one. The
/// response time reveals to a visitor that a text was parsed recently, for any visitor, and nothing else.
final class ParsedRoutes: Sendable {
    private struct Entry {
        let type: ObjectIdentifier
        let segment: Segment
        let route: any Route
        /// The printed segment.
        let text: String
    }

    private final class Shard: Sendable {
        let entries = Mutex([Entry?](repeating: nil, count: ParsedRoutes.entriesPerShard))
    }

    /// The maximum length of a cached segment: the bytes of its words, plus one for each word.
    static let maxSegmentLength = 64
    private static let entriesPerShard = 128

    private let shards: [Shard] = (0..<8).map { _ in Shard() }

    /// Returns the cached route of `segment`, or parses it. Failures are not cached.
    func route<R: Route>(of segment: Segment, parse: () -> R?) -> R? {
        guard let (shard, index) = slot(of: segment) else { return parse() }
        if let known = entry(at: index, of: shard, for: R.self, segment) { return known.route.exactly(R.self) }
        guard let route = parse() else { return nil }
        let entry = Entry(type: ObjectIdentifier(R.self), segment: segment, route: route, text: segment.text)
        // Release the replaced entry after the mutex: an object in a route can parse another route in its `deinit`.
        let replaced = shard.entries.withLock { entries in
            let replaced = entries[index]
            entries[index] = entry
            return replaced
        }
        withExtendedLifetime(replaced) {}
        return route
    }

    /// The printed segment of `route`, if `segment` is cached and its route is equal.
    func text<R: Route>(of route: R, parsedFrom segment: Segment) -> String? {
        guard let (shard, index) = slot(of: segment),
            let known = entry(at: index, of: shard, for: R.self, segment), known.route.exactly(R.self) == route
        else { return nil }
        return known.text
    }

    private func entry<R: Route>(at index: Int, of shard: Shard, for type: R.Type, _ segment: Segment) -> Entry? {
        guard let known = shard.entries.withLock({ $0[index] }), known.type == ObjectIdentifier(R.self),
            known.segment == segment
        else { return nil }
        return known
    }

    /// The slot of `segment`, for routes of any type; `nil` if the segment is too long or not ASCII.
    ///
    /// Other text is not cached, because strings of different bytes can be equal, such as `é` in its two forms, and
    /// name different routes.
    private func slot(of segment: Segment) -> (shard: Shard, index: Int)? {
        var length = 0
        for word in segment.words {
            guard let word else {
                length += 1
                continue
            }
            guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
            length += word.utf8.count + 1
        }
        guard length <= ParsedRoutes.maxSegmentLength else { return nil }
        var hasher = Hasher()
        for word in segment.words { hasher.combine(word) }
        let hash = UInt(bitPattern: hasher.finalize())
        return (shards[Int(hash & 7)], Int(hash >> 3) & (ParsedRoutes.entriesPerShard - 1))
    }
}

/// The error for a text that names no route of the type, or none that a location can show.
package struct NoSuchRoute: Error { package init() {} }
