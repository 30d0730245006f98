import NavigationKit
import Synchronization

/// Caches the controllers of a session's newest version. A request that takes them owns them exclusively until it puts
/// them back or drops them; meanwhile other requests build controllers from the version's data.
final class ControllerCache: Sendable {
    private struct Kept: @unchecked Sendable {  // ok: passed from one owner to the next, never shared
        let application: Application
        let version: Int
    }

    private let kept = Mutex<Kept?>(nil)

    /// Takes the controllers of `version`; `nil` if none are cached, another request has them, or `isWanted` rejects
    /// them.
    ///
    /// - Parameter isWanted: returns true if the caller can use these controllers.
    func take(for version: Int, where isWanted: (Application) -> Bool = { _ in true }) -> Application? {
        let tree = kept.withLock { kept -> Kept? in
            guard let tree = kept, tree.version == version else { return nil }
            kept = nil
            return tree
        }
        guard let tree else { return nil }
        if isWanted(tree.application) { return tree.application }
        put(tree.application, for: tree.version)
        return nil
    }

    /// Drops the controllers; the next request builds them from data.
    func drop() {
        // Release the controllers outside the lock.
        _ = kept.withLock { kept -> Kept? in
            defer { kept = nil }
            return kept
        }
    }

    /// Keeps the controllers of `version` for the next request, unless those of a newer version are kept.
    func put(_ application: Application, for version: Int) {
        let tree = Kept(application: application, version: version)
        // Release the replaced controllers outside the lock.
        _ = kept.withLock { kept -> Kept? in
            if let newer = kept, newer.version > version { return tree }
            defer { kept = tree }
            return kept
        }
    }
}
