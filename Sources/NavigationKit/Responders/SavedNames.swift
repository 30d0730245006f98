import Synchronization

/// What the ``Saved`` properties of one class are called, found once for the process.
///
/// Only `Mirror` knows names, and it costs microseconds for each object, so what it said is remembered by key path.
final class SavedNames: Sendable {
    private struct Property: Hashable, @unchecked Sendable {  // ok: key paths of stored properties capture nothing
        let path: AnyKeyPath
    }

    private let names = Mutex<[Property: String]>([:])

    /// The name of the property at `path` of `owner`, which holds `saved` there.
    func name(of path: AnyKeyPath, holding saved: any AnySaved, in owner: Responder) -> String {
        let property = Property(path: path)
        if let name = names.withLock({ $0[property] }) { return name }
        let name = SavedNames.found(saved, in: owner) ?? "\\\(path)"
        names.withLock { $0[property] = name }
        return name
    }

    /// Whether a value of this name is the same property's in another run of the program: a class that reflects
    /// itself may hide its properties, and then their values live no longer than the process.
    static func isStored(_ name: String) -> Bool { !name.hasPrefix("\\") }

    private static func found(_ saved: any AnySaved, in owner: Responder) -> String? {
        var classes: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: owner)
        while let current = mirror {
            classes.append(current)
            mirror = current.superclassMirror
        }
        var taken: Set<String> = []
        // The superclass names its properties first: what a subclass calls its own changes nothing for them.
        for current in classes.reversed() {
            for child in current.children {
                guard let property = child.value as? any AnySaved, let label = child.label else { continue }
                var name = String(label.drop { $0 == "_" })
                while !taken.insert(name).inserted { name = "\(current.subjectType).\(name)" }
                if property === saved { return name }
            }
        }
        return nil
    }
}

/// A ``Saved`` of any value, as `Mirror` finds it.
protocol AnySaved: AnyObject {}
