import Synchronization

/// The names of the ``Saved`` properties of one class, looked up once per process.
///
/// Only `Mirror` provides the names, and it costs microseconds per object, so the result is cached by key path.
final class SavedNames: Sendable {
    private struct Property: @unchecked Sendable {  // ok: key paths of stored properties capture nothing
        let path: AnyKeyPath
        let name: String
    }

    private let properties = Mutex<[Property]>([])

    /// The name of `owner`'s property at `path`, whose wrapper is `saved`.
    func name(of path: AnyKeyPath, holding saved: any AnySaved, in owner: AnyObject) -> String {
        let wanted = Property(path: path, name: "")
        let known = properties.withLock { properties in
            // Compare identities first, which is fast: a key path is usually the same object every time. Key paths of a
            // generic class can be equal without being identical.
            let index = properties.firstIndex { $0.path === wanted.path }
            return (index ?? properties.firstIndex { $0.path == wanted.path }).map { properties[$0].name }
        }
        if let known { return known }
        let found = Property(path: path, name: SavedNames.found(saved, in: owner) ?? "\\\(path)")
        properties.withLock { properties in
            // Another thread can have found the name at the same time.
            if !properties.contains(where: { $0.path == found.path }) { properties.append(found) }
        }
        return found.name
    }

    /// True if the name identifies the same property in another run of the program. A class with a custom mirror can
    /// hide its properties; their values are lost when the session is stored or hibernated.
    static func isStored(_ name: String) -> Bool { !name.hasPrefix("\\") }

    private static func found(_ saved: any AnySaved, in owner: AnyObject) -> String? {
        all(of: owner).first { $0.property === saved }?.name
    }

    /// All properties of `owner`, with their names.
    static func all(of owner: AnyObject) -> [(name: String, property: any AnySaved)] {
        var classes: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: owner)
        while let current = mirror {
            classes.append(current)
            mirror = current.superclassMirror
        }
        var taken: Set<String> = []
        var found: [(name: String, property: any AnySaved)] = []
        // Name the properties of superclasses first, so that properties of a subclass do not change those names.
        for current in classes.reversed() {
            for child in current.children {
                guard let property = child.value as? any AnySaved, let label = child.label else { continue }
                // The compiler stores the wrapper of `email` as `_email`.
                var name = label.hasPrefix("_") ? String(label.dropFirst()) : label
                while !taken.insert(name).inserted { name = "\(current.subjectType).\(name)" }
                found.append((name, property))
            }
        }
        return found
    }
}

/// A type-erased ``Saved``, to find the properties of an object with `Mirror`.
protocol AnySaved: AnyObject {}
