import RESP
package import SessionStores

/// Keeps the sessions of an app in Redis (7.0 or newer) or Valkey (8 or newer), which several processes can share.
///
/// Each session is one list: its log, and the lease as the last element. The function library ``FunctionLibrary`` makes
/// each step atomic. A GET costs one round trip, a POST two.
package final class RedisStore: SessionStore {
    private let client: RedisClient
    private let prefix: [UInt8]
    /// The life of a session in seconds, from its last change or touch.
    private let life: Int

    /// The maximum size of a log element in octets.
    private static let maxElement = 1 << 20

    /// - Parameters:
    ///   - client: the connections, which the stores of several apps can share.
    ///   - app: the app; its keys begin with the prefix of the address and this name.
    ///   - idle: the idle timeout of a session; the store keeps it for five quarters of it. `nil` means no limit.
    package init(_ client: RedisClient, app: String, idle: Duration? = nil) {
        self.client = client
        prefix = Array("\(client.address.prefix)\(app):".utf8)
        let seconds = idle.map { min(max(0, Int(clamping: $0.components.seconds)), Self.maxLife) } ?? Self.maxLife
        life = min(seconds + seconds / 4 + 1, Self.maxLife)
    }

    /// The longest life that the functions accept: 136 years.
    private static let maxLife = Int(UInt32.max)

    package var isShared: Bool { true }

    // MARK: - Reading

    package func load(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        let key = key(of: id)
        return if let stored = client.tracked(key, since: known) { stored } else { try await load(key, since: known) }
    }

    package func reload(_ id: SessionID, since known: Revision?) async throws -> StoredSession {
        try await load(key(of: id), since: known)
    }

    package func isOutdated(_ id: SessionID) -> Bool { client.outdated.contains(key(of: id).octets) }

    package func follow(_ id: SessionID, _ changed: @escaping @Sendable (Bool) -> Void) -> (any Sendable)? {
        client.sessionFollowers.follow(key(of: id).octets, changed)
    }

    private func load(_ key: SessionKey, since known: Revision?) async throws -> StoredSession {
        var command = call("FCALL_RO", "load", key)
        command.append(octets(of: known))
        let reply = try await client.perform(
            RedisClient.Request(
                command: command, operation: "load", slot: key.slot, lane: .loads,
                load: TrackedKeys.Load(key: key.octets, known: known)))
        guard let stored = StoredLogFormat.stored(reply) else { throw invalid("load") }
        return stored
    }

    package func begin(_ id: SessionID, since known: Revision?) async throws -> LeaseResult {
        let (key, token) = (key(of: id), UInt64.random(in: .min ... .max))
        var command = call("FCALL", "begin", key)
        command.append(octets(of: known))
        command.append(Self.octets(of: client.node))
        command.append(Self.octets(of: token))
        command.append(Self.leaseMilliseconds)
        let reply = try await perform(command, "begin", key)
        if case .integer(let remaining) = reply, remaining < 0 {
            return .busy(remaining: .milliseconds(min(remaining.magnitude, UInt64(Self.leaseMilliseconds))))
        }
        guard let stored = StoredLogFormat.stored(reply) else { throw invalid("begin") }
        return .granted(Lease(of: id, token: token), stored)
    }

    // MARK: - Changes

    package func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        let element = change.element
        guard element.revision.number < StoredLogFormat.maxNumber else {
            throw client.error(.tooLarge, "commit", "revision \(element.revision) is too high")
        }
        guard element.bytes.count <= Self.maxElement else {
            throw client.error(.tooLarge, "commit", "\(element.bytes.count) bytes exceed \(Self.maxElement)")
        }
        let key = key(of: lease.id)
        let newKey = change.newID.map { self.key(of: $0) }
        var command = RESPCommand("FCALL", change.isAlwaysAdmitted ? Self.commitAdmitted : Self.commit)
        command.append(newKey == nil ? 1 : 2)
        command.append(key.octets)
        if let newKey { command.append(newKey.octets) }
        command.append(Self.octets(of: lease.token))
        command.append(octets(of: change.expected))
        if case .append = change.content { command.append("A") } else { command.append("R") }
        command.append(change.keepsLease ? "1" : "0")
        command.append(life)
        command.append(StoredLogFormat.octets(of: element))
        let reply = try await perform(command, "commit", key, in: .commits, needsCopies: true)
        switch reply {
        case .integer(1):
            // The message about this change can have arrived already.
            client.outdated.remove((newKey ?? key).octets)
            return .done
        case .integer(0): return .overtaken(by: nil)
        case .bulkString(let octets):
            guard let revision = StoredLogFormat.revision(octets) else { throw invalid("commit") }
            if revision == element.revision { try await confirm(change.newID ?? lease.id) }
            return .overtaken(by: revision)
        default: throw invalid("commit")
        }
    }

    /// Waits until the replicas have a change that was made on another connection. Valkey's `WAIT` covers only changes
    /// of its own connection, so it makes one.
    package func confirm(_ id: SessionID) async throws {
        guard client.needsCopies else { return }
        let key = key(of: id)
        var command = call("FCALL", "touch", key)
        command.append(life)
        _ = try await perform(command, "confirm", key, in: .commits, needsCopies: true)
    }

    package func renew(_ lease: Lease) async throws -> Bool {
        let key = key(of: lease.id)
        var command = call("FCALL", "renew", key)
        command.append(Self.octets(of: lease.token))
        command.append(Self.leaseMilliseconds)
        return try await perform(command, "renew", key) == .integer(1)
    }

    package func release(_ lease: Lease) {
        let key = key(of: lease.id)
        var command = call("FCALL", "release", key)
        command.append(Self.octets(of: lease.token))
        client.post(RedisClient.Request(command: command, operation: "release", slot: key.slot))
    }

    package func touch(_ id: SessionID) {
        let key = key(of: id)
        var command = call("FCALL", "touch", key)
        command.append(life)
        client.post(RedisClient.Request(command: command, operation: "touch", slot: key.slot))
    }

    package func remove(_ id: SessionID) async throws {
        let key = key(of: id)
        _ = try await perform(call("FCALL", "remove", key), "remove", key, in: .commits, needsCopies: true)
    }

    package func count() async throws -> Int { try await SessionCount(client, prefix: prefix).value() }

    // MARK: - Commands

    private static let leaseMilliseconds = Int(clamping: Lease.duration.components.seconds * 1_000)
    private static let commit = FunctionLibrary.name + "_commit"
    private static let commitAdmitted = FunctionLibrary.name + "_commit_admitted"

    private func key(of id: SessionID) -> SessionKey { SessionKey(of: id, prefix: prefix) }

    private func call(_ command: String, _ function: String, _ key: SessionKey) -> RESPCommand {
        var command = RESPCommand(command, FunctionLibrary.name + "_" + function, "1")
        command.append(key.octets)
        return command
    }

    private func perform(
        _ command: RESPCommand, _ operation: String, _ key: SessionKey, in lane: ServerLinks.Lane = .leases,
        needsCopies: Bool = false
    ) async throws -> RESPValue {
        try await client.perform(
            RedisClient.Request(
                command: command, operation: operation, slot: key.slot, lane: lane, needsCopies: needsCopies))
    }

    private func octets(of revision: Revision?) -> [UInt8] { revision.map(StoredLogFormat.octets) ?? [] }

    private static func octets(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private func invalid(_ operation: String) -> StoreError {
        client.error(.system, operation, "the reply is not one of cairn1; is it another program's key or function?")
    }
}
