import Glibc

/// An entry of the table of sources, which is indexed by descriptor.
struct Slot {
    var token: UInt64 = 0
    var source: (any EventSource)?
}

extension EventLoop {
    /// The interval of deadline checks, which happen only while connections are open.
    private static let sweepInterval: UInt64 = 1_000_000_000

    /// The number of open connections. For the loop's thread only.
    var connectionCount: Int { connections.count }

    /// The number of open connections that were accepted. For the loop's thread only.
    var acceptedConnectionCount: Int { connections.count - outgoingCount }

    /// Calls `body` for every open connection; `body` can close the connection. For the loop's thread only.
    func forEachConnection(_ body: (Connection) -> Void) {
        // Iterate backwards: closing moves the last connection, which was already visited, into the gap.
        var index = connections.count
        while index > 0 {
            index -= 1
            if index < connections.count { body(connections[index]) }
        }
    }

    /// Registers a descriptor with epoll and returns the token of its events, or `nil` on
    /// failure.
    func register(_ source: any EventSource, descriptor: Int32, interest: Readiness) -> UInt64? {
        guard let index = Int(exactly: descriptor), index >= 0 else { return nil }
        // The registration number in the token identifies stale events of an earlier owner of the descriptor.
        registrations = registrations == .max - 1 ? 1 : registrations + 1
        let token = UInt64(registrations) << 32 | UInt64(index)
        guard poller.add(descriptor, token: token, interest: interest) else { return nil }
        while slots.count <= index { slots.append(Slot()) }
        slots[index] = Slot(token: token, source: source)
        return token
    }

    /// Removes a source. The caller closes the descriptor next, which removes it from epoll unless a duplicate of the
    /// descriptor is open.
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
        if connection.listener == nil { outgoingCount += 1 }
        if nextSweep == nil { nextSweep = turnTime &+ Self.sweepInterval }
    }

    /// Removes a connection. Its delegate is called at the end of the iteration, when no call of the delegate to the
    /// connection is on the stack.
    func remove(_ connection: Connection) {
        let index = connection.index
        guard connections.indices.contains(index), connections[index] === connection else { return }
        let last = connections.removeLast()
        if last !== connection {
            connections[index] = last
            last.index = index
        }
        connection.index = -1
        if connection.listener == nil { outgoingCount -= 1 }
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
