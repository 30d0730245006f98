import Glibc

extension Connection {
    private static let lingerTime: UInt64 = 1_000_000_000

    /// Sends what is unsent, shuts our side, and closes once the peer has too.
    ///
    /// What still arrives is discarded, for closing with unread bytes would reset the connection and could destroy the
    /// response on its way (RFC 9112 §9.6). That lasts one second or 64 KiB. Flushing lasts as long as the peer takes
    /// enough within `time`, in nanoseconds (``TransferMark``); `deadline` is no longer told.
    public func closeAfterFlushing(within time: UInt64 = Connection.flushingTime) {
        guard phase == .open else { return }
        phase = .flushing
        flushingTime = time
        if unsent.isEmpty { linger() } else { expectProgress() }
    }

    /// 30 seconds.
    public static let flushingTime: UInt64 = 30_000_000_000

    private func expectProgress() {
        if transferMarkOfClosing == nil { transferMarkOfClosing = transferMark }
        closingDeadline = loop.now &+ flushingTime
        updateInterest()
    }

    /// The time of a phase of closing is over.
    func closingTimeIsOver() {
        guard phase == .flushing else { return close() }
        guard let next = transferMarkOfClosing?.next(for: self) else { return reset() }
        transferMarkOfClosing = next
        expectProgress()
    }

    /// Closes at once; the delegate is told at the end of the loop's turn.
    public func close() {
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

    /// Closes at once, and the kernel forgets what the peer has not taken, which it would keep for minutes otherwise.
    public func reset() {
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
