import Synchronization

/// The ledger of responders that live, by class: what is not there any more after a dismissal has not leaked.
///
/// Nothing is counted before ``startCounting()``; objects made before are never counted.
public enum LiveObjects {
    private static let isCounting = Atomic<Bool>(false)
    private static let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    private struct Entry {
        var name: String
        var count: Int
    }

    /// Counts from now on.
    public static func startCounting() { isCounting.store(true, ordering: .relaxed) }

    /// How many objects of exactly this class live.
    public static func count(of type: Responder.Type) -> Int {
        entries.withLock { $0[ObjectIdentifier(type)]?.count ?? 0 }
    }

    /// How many objects of each class live, by the class's name; classes of which none lives are left out.
    public static var counts: [String: Int] {
        entries.withLock { entries in
            var counts: [String: Int] = [:]
            for entry in entries.values where entry.count > 0 { counts[entry.name, default: 0] += entry.count }
            return counts
        }
    }

    /// - Returns: whether it is counted, and so has to be taken off again.
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
