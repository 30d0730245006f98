import RESP
package import SessionStores
package import SharedLogs

/// Keeps the shared logs of all apps in Redis or Valkey, one list per log, next to the sessions.
///
/// Logs are read on the connection for loads of the first loop: the server then sends a message when a log changes
/// (`CLIENT TRACKING`), also by the store itself, and the followers are notified.
package final class RedisEventStore: EventStore {
    private let client: RedisClient
    private let followers = EventFollowers()

    /// The maximum number of times that a read begins again because its records were lost at a failover.
    private static let maxReads = 4

    /// - Parameter client: the connections, which the stores of sessions can share. Closing the store leaves it open.
    package init(_ client: RedisClient) { self.client = client }

    package func read(_ log: String, after known: Revision?) async throws -> StoredEvents {
        let key = try LogKey(of: log, client)
        for _ in 0..<Self.maxReads {
            let stored = try await load(key, after: known)
            guard client.needsCopies, let last = stored.last else { return stored }
            if try await confirm(last, key) { return stored }
        }
        throw client.error(.unavailable, "read", "the records of the log \(log) are lost again and again")
    }

    private func load(_ key: LogKey, after known: Revision?) async throws -> StoredEvents {
        var command = call("FCALL_RO", "load", [key.octets])
        command.append(known.map(StoredLogFormat.octets) ?? [])
        let reply = try await perform(command, "read", key, in: .loads)
        guard let stored = StoredEventFormat.stored(reply, after: known) else { throw invalid("read") }
        return stored
    }

    /// Waits until the replicas have the log up to this revision.
    ///
    /// - Returns: false if the log has no such revision: a failover came in between.
    private func confirm(_ revision: Revision, _ key: LogKey) async throws -> Bool {
        var command = call("FCALL", "confirm", [key.octets, key.octets + CollectionOfOne(UInt8(ascii: "w"))])
        command.append(StoredLogFormat.octets(of: revision))
        switch try await perform(command, "confirm", key, in: .commits, needsCopies: true) {
        case .integer(1): return true
        case .integer(0): return false
        default: throw invalid("confirm")
        }
    }

    package func append(_ record: LogElement, to log: String, after expected: Revision?) async throws -> CommitResult {
        let key = try LogKey(of: log, client)
        guard record.bytes.count <= EventLimits.record, record.revision.number < StoredLogFormat.maxNumber else {
            throw client.error(.tooLarge, "append to", "\(log) \(record.revision): \(record.bytes.count) bytes")
        }
        var command = call("FCALL", "append", [key.octets])
        command.append(expected.map(StoredLogFormat.octets) ?? [])
        command.append(StoredEventFormat.octets(ofRecord: record))
        switch try await perform(command, "append", key, in: .commits, needsCopies: true) {
        case .integer(1): return .done
        case .integer(0): return .overtaken(by: nil)
        case .bulkString(let octets):
            guard let last = StoredLogFormat.revision(octets) else { throw invalid("append") }
            return .overtaken(by: last)
        default: throw invalid("append")
        }
    }

    package func compact(_ log: String, to checkpoint: LogElement) async throws {
        let key = try LogKey(of: log, client)
        guard checkpoint.bytes.count <= EventLimits.checkpoint, checkpoint.revision.number < StoredLogFormat.maxNumber
        else { throw client.error(.tooLarge, "compact", "\(log): \(checkpoint.bytes.count) bytes") }
        var command = call("FCALL", "compact", [key.octets])
        command.append(StoredEventFormat.octets(ofCheckpoint: checkpoint))
        _ = try await perform(command, "compact", key, in: .commits, needsCopies: true)
    }

    package func follow(
        _ log: String, _ notify: @escaping @Sendable (_ last: Revision?) -> Void
    ) -> EventSubscription {
        let subscription = followers.add(to: log, notify)
        guard let key = try? LogKey(of: log, client) else { return subscription }
        let watch = LogWatch {
            await self.newest(key)
        } notify: { [followers] last in
            followers.notify(log, last: last)
        }
        client.logFollowers.follow(key.octets) { watch.update() }
        watch.update()
        return subscription
    }

    /// The newest revision; `nil` if the log is empty, or the servers do not answer.
    private func newest(_ key: LogKey) async -> Revision? {
        let reply = try? await perform(call("FCALL_RO", "newest", [key.octets]), "follow", key, in: .loads)
        return if case .bulkString(let octets)? = reply { StoredLogFormat.revision(octets) } else { nil }
    }

    // MARK: - Commands

    private func call(_ command: String, _ function: String, _ keys: [[UInt8]]) -> RESPCommand {
        var command = RESPCommand(command, FunctionLibrary.name + "_" + function, String(keys.count))
        for key in keys { command.append(key) }
        return command
    }

    private func perform(
        _ command: RESPCommand, _ operation: String, _ key: LogKey, in lane: ServerLinks.Lane,
        needsCopies: Bool = false
    ) async throws -> RESPValue {
        try await client.performOnFirstLoop(
            RedisClient.Request(
                command: command, operation: operation, slot: key.slot, lane: lane, needsCopies: needsCopies))
    }

    private func invalid(_ operation: String) -> StoreError {
        client.error(.system, operation, "the reply is not one of cairn1; is it another program's key or function?")
    }
}

/// The name of a log in the store: `cairn:{log:letters}`. The name of no app begins with a brace.
private struct LogKey {
    let octets: [UInt8]
    let slot: UInt16

    /// - Throws: ``StoreError`` if no log can have the name.
    init(of log: String, _ client: RedisClient) throws(StoreError) {
        guard EventLimits.isName(log) else {
            throw client.error(
                .system, "use", "the log \"\(log)\": a name has 1 to 64 lower-case letters, digits and hyphens")
        }
        let tag = Array("log:\(log)".utf8)
        octets = Array("\(client.address.prefix){".utf8) + tag + CollectionOfOne(UInt8(ascii: "}"))
        slot = SessionKey.slot(of: tag)
    }
}

extension StoredEvents {
    /// The last revision; `nil` without elements.
    fileprivate var last: Revision? {
        switch self {
        case .unchanged: nil
        case .tail(let records): records.last?.revision
        case .whole(let checkpoint, let records): records.last?.revision ?? checkpoint?.revision
        }
    }
}
