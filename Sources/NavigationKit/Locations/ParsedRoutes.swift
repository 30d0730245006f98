import Synchronization

/// A cache of the routes that were parsed from steps of locations, shared by the whole process.
///
/// A location can have 64 steps, and a saved stack 256 routes. Parsing a step goes through `Codable` three times, which
/// looks up about twenty generic types: 25,000 instructions, compared to 600 for a cache hit. Row 5 of `Tests/Faults`
/// guards the cost of a long location. A route depends on its text alone, so the cache reveals nothing about other
/// visitors. The cache is bounded: it holds short texts only, and a new entry replaces an older one.
final class ParsedRoutes: Sendable {
    private struct Entry {
        let type: ObjectIdentifier
        let text: String
        let route: any Route
        let printed: String
    }

    private final class Shard: Sendable {
        let entries = Mutex([Entry?](repeating: nil, count: ParsedRoutes.entriesOfShard))
    }

    /// The maximum length of a cached text, in bytes.
    static let longestText = 64
    private static let entriesOfShard = 128

    private let shards: [Shard] = (0..<8).map { _ in Shard() }

    /// The route of type `R` that `text` names, with the text that the route prints itself: from the cache, or from
    /// `parse`. Failures of `parse` are not cached.
    ///
    /// - Throws: ``NoSuchRoute``. An optional result would cost a metadata lookup for each step.
    func route<R: Route>(
        _ type: R.Type, named text: String, parse: () throws(NoSuchRoute) -> R
    ) throws(NoSuchRoute) -> (route: R, printed: String) {
        guard text.utf8.count <= ParsedRoutes.longestText else {
            let route = try parse()
            return (route, route.printedSegment)
        }
        var hasher = Hasher()
        let type = ObjectIdentifier(R.self)
        hasher.combine(type)
        hasher.combine(text)
        let hash = UInt(bitPattern: hasher.finalize())
        let shard = shards[Int(hash & 7)]
        let index = Int(hash >> 3) & (ParsedRoutes.entriesOfShard - 1)
        let known = shard.entries.withLock { $0[index] }
        if let known, known.type == type, known.text == text {
            return (known.route.exactly(R.self), known.printed)
        }
        let route = try parse()
        let printed = route.printedSegment
        shard.entries.withLock { $0[index] = Entry(type: type, text: text, route: route, printed: printed) }
        return (route, printed)
    }
}

/// The error for a text that names no route of the requested type.
struct NoSuchRoute: Error {}
