import Glibc

/// A place in the table of sources, which is indexed by descriptor.
struct Slot {
    var token: UInt64 = 0
    var source: (any EventSource)?
}

extension EventLoop {
    /// Deadlines are looked at this often, and only while there are connections.
    private static let sweepInterval: UInt64 = 1_000_000_000

    /// The number of open connections; on the loop's thread.
    public var connectionCount: Int { connections.count }

    /// Visits every open connection, which may be closed meanwhile; on the loop's thread.
    public func forEachConnection(_ body: (Connection) -> Void) {
        // Backwards: closing moves the last one, which has been visited, into the gap.
        var index = connections.count
        while index > 0 {
            index -= 1
            if index < connections.count { body(connections[index]) }
        }
    }

    /// Begins to wait for a descriptor and gives the token of its events, or nothing if the system has no room.
    func register(_ source: any EventSource, descriptor: Int32, interest: Readiness) -> UInt64? {
        guard let index = Int(exactly: descriptor), index >= 0 else { return nil }
        // The number makes events of an earlier owner of the same descriptor harmless.
        registrations = registrations == .max - 1 ? 1 : registrations + 1
        let token = UInt64(registrations) << 32 | UInt64(index)
        guard poller.add(descriptor, token: token, interest: interest) else { return nil }
        while slots.count <= index { slots.append(Slot()) }
        slots[index] = Slot(token: token, source: source)
        return token
    }

    /// Forgets a source; closing its descriptor, which the caller does next, takes it out of epoll.
    func unregister(descriptor: Int32, token: UInt64) {
        let index = Int(descriptor)
        guard slots.indices.contains(index), slots[index].token == token else { return }
        slots[index] = Slot()
    }

    @inline(__always)
    func dispatch(_ event: (token: UInt64, readiness: Readiness)) {
        if event.token == Poller.wakeToken {
            poller.acknowledgeWake()
            takeForeignWork()
            return
        }
        let index = Int(truncatingIfNeeded: event.token & 0xffff_ffff)
        guard index < slots.count, slots[index].token == event.token else { return }
        slots[index].source?.handle(event.readiness)
    }

    func add(_ connection: Connection) {
        connection.index = connections.count
        connections.append(connection)
        if nextSweep == nil { nextSweep = turnTime &+ Self.sweepInterval }
    }

    /// The delegate hears of it at the end of the turn, when none of its own calls is on the stack.
    func remove(_ connection: Connection) {
        let index = connection.index
        guard connections.indices.contains(index), connections[index] === connection else { return }
        let last = connections.removeLast()
        if last !== connection {
            connections[index] = last
            last.index = index
        }
        connection.index = -1
        closed.append(connection)
    }

    func reportClosed() {
        while !closed.isEmpty {
            let batch = closed
            closed = []
            for connection in batch { connection.reportClose() }
        }
    }

    func sweepIfDue() {
        guard let due = nextSweep, due <= turnTime else { return }
        let now = turnTime
        forEachConnection { $0.checkDeadlines(at: now) }
        nextSweep = connections.isEmpty ? nil : now &+ Self.sweepInterval
    }
}
