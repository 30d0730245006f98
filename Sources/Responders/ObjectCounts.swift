import Synchronization

/// Counts of live responders by class, for leak tests: a controller that is still counted after its dismissal has
/// leaked.
///
/// Nothing is counted before ``startCounting()``; objects made before are never counted.
package enum ObjectCounts {
    private static let isCounting = Atomic<Bool>(false)
    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    private struct Entry {
        var name: String
        var count: Int
    }

    /// Starts counting.
    package static func startCounting() { isCounting.store(true, ordering: .relaxed) }

    /// The number of live objects of exactly this class.
    package static func count(of type: Responder.Type) -> Int {
        entries.withLock { $0[ObjectIdentifier(type)]?.count ?? 0 }
    }

    /// The number of live objects of each class, by class name, without classes that have no live objects.
    package static var counts: [String: Int] {
        entries.withLock { entries in
            var counts: [String: Int] = [:]
            for entry in entries.values where entry.count > 0 { counts[entry.name, default: 0] += entry.count }
            return counts
        }
    }

    /// - Returns: true if the object is counted; `deinit` must then call ``remove(_:)``.
    @inline(__always)
    static func add(_ type: @autoclosure () -> Responder.Type) -> Bool {
        guard isCounting.load(ordering: .relaxed) else { return false }
        change(type(), by: 1)
        return true
    }

    static func remove(_ type: Responder.Type) { change(type, by: -1) }

    private static func change(_ type: Responder.Type, by number: Int) {
        entries.withLock { entries in
            entries[ObjectIdentifier(type), default: Entry(name: String(describing: type), count: 0)].count += number
        }
    }
}
