import Hypermedia
import NavigationKit
import Synchronization

/// Versioned URLs of static files for pages. Each URL identifies the content of its file, so that browsers can cache it
/// for a year.
final class AssetVersions: Sendable {
    private struct State {
        var assets = Assets()
        var urls: [String: String] = [:]
        /// The keys of all added files, including those without a URL.
        var names: Set<String> = []
        var paths: [FilePath] = []
        var position = 0
    }

    private let prefix: String
    private let state = Mutex(State())

    /// Maximum number of files with a versioned URL; pages link to further files without a version.
    private static let most = 1_024
    /// Maximum number of files that one call of ``next()`` returns for comparison with the disk.
    private static let portion = 16

    /// - Parameter prefix: the path below which the files are served.
    init(below prefix: String) { self.prefix = prefix }

    var assets: Assets { state.withLock(\.assets) }

    /// Adds a versioned URL for a file. Pages use it after ``publish()``.
    func add(_ path: FilePath, _ version: String) {
        guard let name = Self.name(of: path) else { return }
        state.withLock { state in
            // Paths with different octets can be equal as strings (Unicode canonical equivalence). None of them gets a
            // versioned URL then, since the key would be ambiguous.
            guard !state.names.contains(name) else { return state.urls[name] = nil }
            guard state.paths.count < Self.most else { return }
            state.names.insert(name)
            state.paths.append(path)
            state.urls[name] = url(of: path, version)
        }
    }

    /// Makes all added URLs available to pages.
    func publish() {
        state.withLock { $0.assets = Assets(urls: $0.urls) }
    }

    /// Replaces the URL of a file that already has one.
    func renew(_ path: FilePath, _ version: String) {
        guard let name = Self.name(of: path) else { return }
        state.withLock { state in
            let url = url(of: path, version)
            guard let old = state.urls[name], old != url, state.paths.contains(path) else { return }
            state.urls[name] = url
            state.assets = Assets(urls: state.urls)
        }
    }

    /// Sets the URL of a file that the program makes from others, or removes it if the version is `nil`.
    func set(_ path: FilePath, _ version: String?) {
        guard let name = Self.name(of: path) else { return }
        let url = version.map { self.url(of: path, $0) }
        state.withLock { state in
            guard state.urls[name] != url else { return }
            state.urls[name] = url
            state.assets = Assets(urls: state.urls)
        }
    }

    /// Returns the next ``portion`` of files, cycling through all of them.
    func next() -> [FilePath] {
        state.withLock { state in
            guard !state.paths.isEmpty else { return [] }
            let count = min(Self.portion, state.paths.count)
            defer { state.position = (state.position + count) % state.paths.count }
            return (0..<count).map { state.paths[(state.position + $0) % state.paths.count] }
        }
    }

    private func url(of path: FilePath, _ version: String) -> String { "\(prefix)\(path.url)?v=\(version)" }

    /// The file's key in ``Assets``; `nil` if the path is not valid UTF-8.
    private static func name(of path: FilePath) -> String? {
        String(validating: path.octets, as: UTF8.self).map { "/" + $0 }
    }
}
