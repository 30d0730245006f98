import Glibc
import SessionStores
import Sessions
import SessionsRedis
import SharedLogs
import Sockets

/// The place that `--state` names, where the sessions of the apps are kept.
struct StatePlace {
    private let configuration: Configuration
    private let pool: BlockingPool
    private let log: Log
    /// The connections to servers; `nil` for a folder or memory.
    let redis: RedisClient?

    /// - Throws: ``ConfigurationError``.
    init(_ configuration: Configuration, loops: [EventLoop], pool: BlockingPool, log: Log) throws {
        self.configuration = configuration
        self.pool = pool
        self.log = log
        guard let text = configuration.stateServers else {
            redis = nil
            guard configuration.storeCopies == 1 else {
                throw ConfigurationError(description: "--store-copies: only servers have copies; use --state redis://…")
            }
            return
        }
        guard configuration.stateFolder == nil else {
            throw ConfigurationError(description: "--state: a folder and servers are set; use one of them.")
        }
        do {
            redis = try RedisClient(
                at: try RedisAddress(text), copies: configuration.storeCopies, loops: loops, pool: pool
            ) { log.write($0, level: .warning) }
        } catch {
            // Without the URL, which can contain a password.
            throw ConfigurationError(description: "--state: \(error).")
        }
    }

    /// Opens a store for each app; none if the sessions are kept in memory only.
    ///
    /// - Throws: ``StoreError``, ``ConfigurationError``.
    func stores(for apps: [String]) throws -> [String: any SessionStore] {
        if let redis {
            let idle = configuration.sessions.idle
            return Dictionary(uniqueKeysWithValues: apps.map { ($0, RedisStore(redis, app: $0, idle: idle)) })
        }
        guard let folder = configuration.stateFolder else { return [:] }
        try makeFolder(folder)
        let space = StoreSpace(limit: configuration.stateSpace)
        var stores: [String: any SessionStore] = [:]
        for app in apps {
            stores[app] = try DirectoryStore(
                at: folder + "/" + app, idle: configuration.sessions.idle, space: space,
                report: { [log] in log.write("\(app): \($0)", level: .warning) }
            ) { [pool] in pool.start($0) }
        }
        return stores
    }

    /// Opens the store of the data that the apps share; `nil` if no app has such data, or it is kept in memory only.
    ///
    /// - Throws: ``StoreError``.
    func eventStore(for apps: [HostedApplication]) throws -> (any EventStore)? {
        guard apps.contains(where: { !$0.sharedLogs.isEmpty }) else { return nil }
        if let redis { return RedisEventStore(redis) }
        guard let folder = configuration.stateFolder else { return nil }
        try LockedDirectory.make(folder)
        return try FileEventStore(
            at: folder + "/shared", report: { [log] in log.write($0, level: .warning) }
        ) { [pool] in pool.start($0) }
    }

    private func makeFolder(_ folder: String) throws(ConfigurationError) {
        guard mkdir(folder, 0o700) != 0 else { return }
        let reason = errno
        guard reason == EEXIST else {
            let text = String(cString: strerror(reason))
            throw ConfigurationError(
                description: "--state: \(folder) cannot be created: \(text). Choose a writable folder.")
        }
    }
}

extension Configuration {
    /// Returns true if a value of `--state` names a folder.
    package static func isFolder(_ place: String) -> Bool {
        var configuration = Configuration()
        configuration.keepState(in: place)
        return configuration.stateFolder != nil
    }

    /// Applies the value of `--state`: a folder, the URL of servers, or `memory:`.
    mutating func keepState(in place: String) {
        (stateFolder, stateServers) = (nil, nil)
        if RedisAddress.isAddress(place) {
            stateServers = place
        } else if place != "memory:" {
            stateFolder = place
        }
    }
}
