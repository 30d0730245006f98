import Sockets
import Synchronization

/// The pushed responses of one event loop. No transfer has a task, a timer or a buffer of its own: those that have
/// something to send stand in one queue, and one timer per loop sends the heartbeats.
///
/// A transfer sends at most once per 200 ms, and a loop at most 100 times per 10 ms: each event makes a client request a
/// page, so a change that 10,000 pages show must not make all of them ask at once.
///
/// Used only on its loop's thread, except ``wake(_:)``.
final class PushSchedule: @unchecked Sendable {  // ok: its loop's thread only, except a mutex
    private let loop: EventLoop
    /// The transfers that were woken since the last turn.
    private let woken = Mutex<[PushedTransfer]>([])
    /// The transfers with something to send, in order.
    private var waiting: [PushedTransfer] = []
    private var all: [PushedTransfer] = []
    private var isTurnScheduled = false
    private var isHeartbeatScheduled = false
    /// The place of the transfer that gets the next heartbeat.
    private var next = 0
    /// The heartbeats that are due, in parts of a heartbeat per transfer: a transfer gets one when a whole has gathered.
    private var dueParts = 0

    /// The minimum time between two events of a transfer, in nanoseconds.
    private static let pause: UInt64 = 200_000_000
    private static let turn = Duration.milliseconds(10)
    /// The maximum number of events of a loop per turn.
    private static let eventsPerTurn = 100
    /// The time between two heartbeats of a transfer, in seconds: proxies close after 60.
    private static let heartbeatSeconds = 25
    /// The lifetime of a transfer, in nanoseconds: 10 minutes, more or less a fifth, so that clients do not return at the
    /// same time.
    private static let lifetime: ClosedRange<UInt64> = 480_000_000_000...720_000_000_000

    init(on loop: EventLoop) { self.loop = loop }

    func begin(_ transfer: PushedTransfer) {
        transfer.index = all.count
        transfer.endTime = loop.now &+ .random(in: Self.lifetime)
        all.append(transfer)
        let first = transfer.content.begin { [weak self, weak transfer] in
            guard let self, let transfer else { return }
            self.wake(transfer)
        }
        transfer.lastSent = loop.now
        transfer.sink.push(first)
        scheduleHeartbeat()
    }

    /// Puts the transfer into the queue, on any thread.
    func wake(_ transfer: PushedTransfer) {
        guard !transfer.isAwake.exchange(true, ordering: .acquiringAndReleasing) else { return }
        let isFirst = woken.withLock { woken in
            woken.append(transfer)
            return woken.count == 1
        }
        if isFirst { loop.execute { self.takeTurn() } }
    }

    /// Continues a transfer whose client has taken all octets.
    func resume(_ transfer: PushedTransfer) {
        guard transfer.isBlocked else { return }
        transfer.isBlocked = false
        waiting.append(transfer)
        scheduleTurn()
    }

    private func scheduleTurn() {
        guard !isTurnScheduled, !waiting.isEmpty else { return }
        isTurnScheduled = true
        loop.schedule(after: Self.turn) {
            self.isTurnScheduled = false
            self.takeTurn()
        }
    }

    private func takeTurn() {
        waiting += woken.withLock { woken in
            defer { woken = [] }
            return woken
        }
        guard !isTurnScheduled else { return }
        var later: [PushedTransfer] = []
        var sent = 0
        let queue = waiting
        waiting = []
        for transfer in queue where transfer.index != nil {
            guard sent < Self.eventsPerTurn, loop.now &- transfer.lastSent >= Self.pause else {
                later.append(transfer)
                continue
            }
            guard !transfer.sink.hasUnsentBytes else {
                transfer.isBlocked = true
                continue
            }
            // Before taking, so that a change from now on wakes it again.
            transfer.isAwake.store(false, ordering: .releasing)
            let (octets, isLast) = transfer.content.take()
            sent += 1
            if !octets.isEmpty { transfer.lastSent = loop.now }
            send(octets, isLast: isLast, of: transfer)
        }
        waiting = later + waiting
        scheduleTurn()
    }

    private func send(_ octets: [UInt8], isLast: Bool, of transfer: PushedTransfer) {
        if !octets.isEmpty { transfer.sink.push(octets) }
        if isLast { finish(transfer) }
    }

    // MARK: - Heartbeats

    private func scheduleHeartbeat() {
        guard !isHeartbeatScheduled, !all.isEmpty else { return }
        isHeartbeatScheduled = true
        loop.schedule(after: .seconds(1)) {
            self.isHeartbeatScheduled = false
            self.beat()
            self.scheduleHeartbeat()
        }
    }

    /// Sends the heartbeats of the transfers whose turn it is in this second.
    private func beat() {
        dueParts += all.count
        let due = dueParts / Self.heartbeatSeconds
        dueParts %= Self.heartbeatSeconds
        for _ in 0..<due where !all.isEmpty {
            if next >= all.count { next = 0 }
            let transfer = all[next]
            if loop.now >= transfer.endTime {
                // The last transfer takes its place, and the next turn.
                end(transfer)
                continue
            }
            next += 1
            // Octets that were not taken keep the connection busy, or its time limit ends it.
            guard !transfer.sink.hasUnsentBytes else { continue }
            let (octets, isLast) = transfer.content.takeHeartbeat()
            send(octets, isLast: isLast, of: transfer)
        }
    }

    // MARK: - The end

    /// Ends a transfer with a farewell: the server stops, or the client should connect again.
    func end(_ transfer: PushedTransfer) {
        guard transfer.index != nil else { return }
        if !transfer.sink.hasUnsentBytes { transfer.sink.push(transfer.content.takeFarewell()) }
        finish(transfer)
    }

    private func finish(_ transfer: PushedTransfer) {
        remove(transfer)
        transfer.sink.endPush()
    }

    /// Ends the transfer of a connection that has closed.
    func drop(_ transfer: PushedTransfer) { remove(transfer) }

    private func remove(_ transfer: PushedTransfer) {
        guard let index = transfer.index else { return }
        transfer.index = nil
        let last = all.removeLast()
        if last !== transfer {
            all[index] = last
            last.index = index
        }
        transfer.content.end()
    }
}
