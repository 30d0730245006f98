import NavigationKit
import Synchronization

/// The controllers of a session's newest version. Whoever takes them owns them alone, until they are put back or dropped;
/// meanwhile others derive controllers of their own from the version's data.
final class LiveTree: Sendable {
    private struct Kept: @unchecked Sendable {  // ok: it is handed from one owner to the next, never shared
        let application: Application
        let version: Int
    }

    private let kept = Mutex<Kept?>(nil)

    /// The controllers of `version`, if no other request has them.
    ///
    /// - Parameter isWanted: whether these will do.
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

    /// Drops the controllers; who needs them next derives them from data.
    func drop() {
        // What is dropped is freed after the lock is.
        _ = kept.withLock { kept -> Kept? in
            defer { kept = nil }
            return kept
        }
    }

    /// Keeps the controllers of `version` for who comes next; older ones than those that are kept are dropped.
    func put(_ application: Application, for version: Int) {
        let tree = Kept(application: application, version: version)
        // What is replaced is freed after the lock is.
        _ = kept.withLock { kept -> Kept? in
            if let newer = kept, newer.version > version { return tree }
            defer { kept = tree }
            return kept
        }
    }
}
