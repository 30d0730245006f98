import Synchronization

/// The routes that steps of locations named lately, for the whole process.
///
/// A location may have 64 steps, and a saved stack 256 places. Parsing one goes through `Codable` three times, which looks
/// up some twenty generic types: 25,000 instructions, against 600 for one that is found here. Row 5 of `Tests/Faults`
/// guards the cost of a long location. A route is a value that its text alone determines, so no visitor learns anything
/// of another. It is bounded: short texts only, and a new one takes the place of an older one.
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

    /// The longest text that is remembered, in bytes.
    static let longestText = 64
    private static let entriesOfShard = 128

    private let shards: [Shard] = (0..<8).map { _ in Shard() }

    /// The route of type `R` that `text` names, with the text that it prints itself: what was parsed before, or what
    /// `parse` finds. What `parse` does not find is not remembered.
    ///
    /// - Throws: ``NoSuchRoute``. An optional would be of a type that has to be looked up for each step.
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

/// A text that names no route of the type that is looked for.
struct NoSuchRoute: Error {}
