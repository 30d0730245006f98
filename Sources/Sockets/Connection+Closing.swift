import Glibc

extension Connection {
    private static let lingerTime: UInt64 = 1_000_000_000

    /// Sends the unsent bytes, shuts down the sending side, and closes when the peer has closed too.
    ///
    /// Bytes that still arrive are discarded: closing with unread bytes would reset the connection and could destroy
    /// the response in transit (RFC 9112 §9.6). This lingering ends after 64 KiB, or at the first deadline check after
    /// one second. Flushing lasts as long as the peer makes enough progress within each period of `time` nanoseconds
    /// (``TransferMark``). `deadline` no longer applies.
    package func closeAfterFlushing(within time: UInt64 = Connection.flushingTime) {
        guard phase == .open else { return }
        phase = .flushing
        flushingTime = time
        if unsent.isEmpty { linger() } else { expectProgress() }
    }

    /// The default period for progress while flushing: 30 seconds, in nanoseconds.
    static let flushingTime: UInt64 = 30_000_000_000

    private func expectProgress() {
        if transferMarkOfClosing == nil { transferMarkOfClosing = transferMark }
        closingDeadline = loop.now &+ flushingTime
        updateInterest()
    }

    /// Called after ``closingDeadline``: closes a lingering connection, and resets a flushing one unless its peer made
    /// enough progress.
    func closingTimeIsOver() {
        guard phase == .flushing else { return close() }
        guard let next = transferMarkOfClosing?.next(for: self) else { return reset() }
        transferMarkOfClosing = next
        expectProgress()
    }

    /// Closes at once. The delegate is called at the end of the loop's iteration.
    package func close() {
        guard phase != .closed else { return }
        phase = .closed
        unsent = UnsentBytes()
        noteUnsent()
        dropSecurity()
        loop.unregister(descriptor: descriptor, token: token)
        Glibc.close(descriptor)
        loop.remove(self)
        for listener in loop.listeners { listener.roomDidGrow() }
    }

    /// Closes at once, over TCP with a reset, so that the kernel frees the unacknowledged bytes instead of keeping them
    /// for minutes.
    package func reset() {
        guard phase != .closed else { return }
        var abort = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }

    func linger() {
        sayEndIfSecure()
        guard !hasEnded else { return close() }
        phase = .lingering
        guard shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return close() }
        closingDeadline = loop.now &+ Self.lingerTime
        updateInterest()
    }
}
