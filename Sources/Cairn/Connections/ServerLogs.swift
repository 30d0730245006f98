import SessionStores
import Sessions
import SharedLogs

/// The shared logs of a server's apps, and the store that keeps them.
package final class ServerLogs: Sendable {
    private struct Entry: Sendable {
        let log: any AnySharedLog
        var apps: [HostedApplication]
    }

    private let store: (any EventStore)?
    private let entries: [Entry]
    private let log: Log

    /// - Parameters:
    ///   - store: keeps the logs; `nil` to keep them in memory.
    /// - Throws: ``ConfigurationError`` if two logs have the same name.
    init(of apps: [HostedApplication], in store: (any EventStore)?, log: Log) throws(ConfigurationError) {
        var entries: [String: Entry] = [:]
        for app in apps {
            for shared in app.sharedLogs {
                let entry = entries[shared.name] ?? Entry(log: shared, apps: [])
                guard entry.log === shared else {
                    throw ConfigurationError(
                        description: "sharedLogs: two logs are called \(shared.name); give each its own name.")
                }
                entries[shared.name] = Entry(log: shared, apps: entry.apps + [app])
            }
        }
        self.store = store
        self.entries = entries.sorted { $0.key < $1.key }.map(\.value)
        self.log = log
    }

    /// Opens the logs, so that the apps have their shared data. Called before the first request.
    package func open() async throws {
        guard let store else { return }
        for entry in entries {
            try await entry.log.open(in: store) { [log] line in
                log.write(line, level: .warning)
            } changed: { [apps = entry.apps] in
                for app in apps { app.sharedDataDidChange() }
            }
        }
    }

    /// Reads what other nodes have appended, in case that a notification was lost. The logs report failures.
    func refresh() async {
        guard store != nil else { return }
        for entry in entries { try? await entry.log.refresh() }
    }

    /// Closes the logs and their store.
    package func close() async {
        guard let store else { return }
        for entry in entries { await entry.log.close() }
        await store.close()
    }
}
