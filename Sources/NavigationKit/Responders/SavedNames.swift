import Synchronization

/// What the ``Saved`` properties of one class are called, found once for the process.
///
/// Only `Mirror` knows names, and it costs microseconds for each object, so what it said is remembered by key path.
final class SavedNames: Sendable {
    private struct Property: @unchecked Sendable {  // ok: key paths of stored properties capture nothing
        let path: AnyKeyPath
        let name: String
    }

    private let properties = Mutex<[Property]>([])

    /// The name of the property at `path` of `owner`, which holds `saved` there.
    func name(of path: AnyKeyPath, holding saved: any AnySaved, in owner: Responder) -> String {
        let wanted = Property(path: path, name: "")
        let known = properties.withLock { properties in
            // Mostly a key path is the same object every time; one of a generic class is only equal.
            let index = properties.firstIndex { $0.path === wanted.path }
            return (index ?? properties.firstIndex { $0.path == wanted.path }).map { properties[$0].name }
        }
        if let known { return known }
        let found = Property(path: path, name: SavedNames.found(saved, in: owner) ?? "\\\(path)")
        properties.withLock { properties in
            // Another thread may have found it too.
            if !properties.contains(where: { $0.path == found.path }) { properties.append(found) }
        }
        return found.name
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
                // The compiler stores the wrapper of `email` as `_email`.
                var name = label.hasPrefix("_") ? String(label.dropFirst()) : label
                while !taken.insert(name).inserted { name = "\(current.subjectType).\(name)" }
                if property === saved { return name }
            }
        }
        return nil
    }
}

/// A ``Saved`` of any value, as `Mirror` finds it.
protocol AnySaved: AnyObject {}
