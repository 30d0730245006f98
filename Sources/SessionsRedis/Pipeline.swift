import RESP
import SessionStores
import Sockets

/// One connection to a server: commands are sent in order, all of one round of jobs at once, and replies arrive in the
/// same order.
///
/// Confined to the thread of its loop.
final class Pipeline: ConnectionDelegate, @unchecked Sendable {  // ok: confined to its loop's thread
    /// A reply that is awaited.
    private enum Awaited {
        case call(Call)
        /// The number of replicas that have all changes before it.
        case copies
    }

    private let loop: EventLoop
    /// The number of replicas that must confirm a change.
    private let replicas: Int
    /// The keys that this connection has loaded; `nil` for a connection that tracks none.
    private(set) var tracked: TrackedKeys?
    /// Called once, with the calls that have no complete reply.
    private var didClose: ((_ unanswered: [Call], _ reason: String) -> Void)?
    /// The server, if it has a port.
    var host: RedisAddress.Host?
    private var connection: Connection?
    private var parser: RESPParser
    private var outgoing: [UInt8] = []
    private var awaited = Queue<Awaited>()
    /// Calls with a reply that wait for the replicas.
    private var unconfirmed: [(call: Call, reply: RESPValue)] = []
    private var isFlushScheduled = false
    private var mustAskForCopies = false
    private var failure: String?

    /// The time within which replicas must confirm, in milliseconds: less than the time of a call.
    private let copiesTimeout: Int

    init(
        on loop: EventLoop, _ settings: LinkSettings, tracking tracked: TrackedKeys? = nil,
        didClose: @escaping (_ unanswered: [Call], _ reason: String) -> Void
    ) {
        self.loop = loop
        self.tracked = tracked
        replicas = settings.replicas
        copiesTimeout = Int(clamping: max(1, settings.timeout / 1_000_000 * 7 / 10))
        self.didClose = didClose
        var limits = RESPParser.Limits()
        // The longest string is the checkpoint of a shared log. A session's log has a checkpoint and 64 changes, each of
        // at most 1 MiB.
        limits.string = StoredEventFormat.maxElement
        limits.depth = 4
        parser = RESPParser(limits: limits)
    }

    /// The answer to a load without a round trip; `nil` if the server must be asked.
    ///
    /// A message that has arrived counts, even if this iteration of the loop reads it after the request for the session:
    /// then another node has acknowledged the change before the request was sent. For the same reason the time is exact:
    /// the process can have been stopped since the iteration began.
    func stored(_ key: [UInt8], since known: Revision?, within period: UInt64) -> StoredSession? {
        guard let stored = tracked?.stored(key, since: known, now: loop.exactNow, within: period), let connection,
            !connection.hasUnreadInput
        else { return nil }
        return stored
    }

    /// Uses the connection whose delegate this is.
    func open(_ connection: Connection) {
        if failure == nil { self.connection = connection } else { connection.close() }
        if !outgoing.isEmpty { scheduleFlush() }
    }

    /// Tracks no keys, because the server does not allow it.
    func stopTracking() { tracked = nil }

    /// The earliest deadline of the calls that wait for a reply.
    ///
    /// They are not in order: a repeated command has the deadline of its first attempt.
    var nextDeadline: UInt64? {
        let sent = awaited.min { if case .call(let call) = $0 { call.deadline } else { nil } }
        return [sent, unconfirmed.map(\.call.deadline).min()].compactMap(\.self).min()
    }

    /// Sends a command with the others of this round of jobs.
    func send(_ call: Call) {
        guard didClose != nil else { return call.fail(failure ?? "the connection is closed") }
        var call = call
        // After `close`, the connection sends nothing more.
        if failure == nil { (call.isRepetition, call.wasSent) = (call.wasSent, true) }
        call.command.encode(into: &outgoing)
        mustAskForCopies = mustAskForCopies || call.needsCopies && replicas > 0
        awaited.append(.call(call))
        scheduleFlush()
    }

    /// Closes the connection. Calls without a reply are returned to the link.
    func close(because reason: String) {
        if failure == nil { failure = reason }
        connection?.close()
        if connection == nil { end() }
    }

    private func scheduleFlush() {
        guard !isFlushScheduled else { return }
        isFlushScheduled = true
        loop.execute { self.flush() }
    }

    private func flush() {
        isFlushScheduled = false
        guard let connection else { return }
        if mustAskForCopies {
            mustAskForCopies = false
            var wait = RESPCommand("WAIT")
            wait.append(replicas)
            wait.append(copiesTimeout)
            wait.encode(into: &outgoing)
            awaited.append(.copies)
        }
        connection.write(&outgoing)
    }

    // MARK: - Replies

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
        tracked?.didReceive(at: loop.now)
        parser.receive(bytes)
        do throws(RESPError) {
            while let value = try parser.next() {
                guard receive(value) else { return close(because: "the server sent a reply to no command") }
            }
        } catch {
            close(because: "the server does not speak RESP: \(error)")
        }
    }

    /// Returns false if no command awaits this reply.
    private func receive(_ value: RESPValue) -> Bool {
        if case .push(let message) = value {
            tracked?.didReceive(message)
            return true
        }
        switch awaited.popFirst() {
        case .call(let call):
            if let tracked, let load = call.load { tracked.didReply(value, to: load) }
            if call.needsCopies, replicas > 0, !value.isError {
                unconfirmed.append((call, value))
            } else if case .error(let reply) = value, call.isRepetition {
                call.complete(.failure(.repetitionRefused(reply)))
            } else {
                call.complete(.success(value))
            }
        case .copies:
            let fault = fault(ofCopies: value)
            let calls = unconfirmed
            unconfirmed = []
            for (call, reply) in calls { call.complete(fault.map { .failure(.outcomeUnknown($0)) } ?? .success(reply)) }
        case nil: return false
        }
        return true
    }

    /// Returns the reason for which the reply to `WAIT` confirms nothing, or `nil`.
    private func fault(ofCopies reply: RESPValue) -> String? {
        switch reply {
        case .integer(let count) where count >= replicas: nil
        case .integer(let count): "only \(count) of \(replicas) replicas confirmed the change in time"
        case .error(let reply): "the replicas cannot confirm the change: \(LinkFailure(reply))"
        default: "the reply to WAIT is not valid"
        }
    }

    // MARK: - The end

    func connectionDidReceiveEnd(_ connection: Connection) { close(because: "the server closed the connection") }
    func connectionDidReachDeadline(_ connection: Connection) {}
    func connectionDidDrain(_ connection: Connection) {}

    func connectionDidClose(_ connection: Connection) {
        if failure == nil { failure = "the connection was lost" }
        self.connection = nil
        end()
    }

    private func end() {
        guard let didClose else { return }
        self.didClose = nil
        tracked?.reset()
        outgoing = []
        var calls = unconfirmed.map(\.call)
        unconfirmed = []
        for case .call(let call) in awaited.removeAll() { calls.append(call) }
        didClose(calls, failure ?? "the connection is closed")
    }
}

extension RESPValue {
    var isError: Bool { if case .error = self { true } else { false } }
}
