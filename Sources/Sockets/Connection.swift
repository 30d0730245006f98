import Glibc

/// A connection over TCP or a Unix-domain socket, accepted by a listener or outgoing. It owns its delegate until
/// `connectionDidClose`.
///
/// All members except `remoteAddress` and `loop` are for the loop's thread only.
package final class Connection: EventSource, @unchecked Sendable {  // ok: confined to its loop's thread
    /// The peer's address.
    package let remoteAddress: SocketAddress
    /// True if the connection uses TLS.
    package let isSecure: Bool
    let loop: EventLoop
    // Without checks of exclusive access: one thread at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    /// The delegate; released after `connectionDidClose`.
    @exclusivity(unchecked) package var delegate: (any ConnectionDelegate)?
    /// The earliest time of `connectionDidReachDeadline`, in the nanoseconds of `EventLoop.now`. Setting it is a plain
    /// store; deadlines are checked once a second.
    @exclusivity(unchecked) package var deadline: UInt64?

    /// The high-water mark: with more unsent bytes, reading pauses until at most half this number is left.
    package static let highWaterMark = 256 * 1024

    enum Phase {
        case open
        /// `closeAfterFlushing` was called and bytes are still unsent.
        case flushing
        /// No bytes are unsent and the sending side is shut down; waiting for the peer to close.
        case lingering
        case closed
    }

    let descriptor: Int32
    /// The listener that accepted the connection; `nil` for an outgoing connection.
    let listener: Listener?
    @exclusivity(unchecked) var phase = Phase.open
    @exclusivity(unchecked) var unsent = UnsentBytes()
    #if TLS
        @exclusivity(unchecked) var secure: TLSSession?
    #endif
    var isPaused = false
    var isAboveHighWaterMark = false
    var hasEnded = false
    var discarded = 0
    var closingDeadline = UInt64.max
    var flushingTime = Connection.flushingTime
    var transferMarkOfClosing: TransferMark?
    /// The number of held bytes that was last reported to the budget.
    @exclusivity(unchecked) var notedUnsent = 0
    var index = -1
    private(set) var token: UInt64 = 0
    private var interest = Readiness.read

    init(
        descriptor: Int32, remoteAddress: SocketAddress, loop: EventLoop, listener: Listener?, isSecure: Bool = false
    ) {
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
        self.loop = loop
        self.listener = listener
        self.isSecure = isSecure
    }

    /// True if the connection is closed. Writes are then ignored, as they are after `closeAfterFlushing`.
    package var isClosed: Bool { phase == .closed }

    func attach() -> Bool {
        #if TLS
            if let acceptor = listener?.security {
                secure = acceptor.session(on: descriptor)
                guard secure != nil else { return false }
            }
        #endif
        guard let token = loop.register(self, descriptor: descriptor, interest: interest) else { return false }
        self.token = token
        loop.add(self)
        return true
    }

    func handle(_ readiness: Readiness) {
        if readiness.contains(.write) || mustFlushWhenRead { flush() }
        guard phase != .closed, readiness != .write || wantsToWriteForReading else { return }
        if wantsToRead {
            read()
        } else if !readiness.isDisjoint(with: .broken) {
            // Without reads, only a failed write or this event shows that the peer is gone.
            close()
        } else {
            updateInterest()
        }
    }

    /// Updates the epoll interest if needed. If `droppingRead` is false, an unwanted interest in reads stays until a
    /// later call, to save a system call.
    func updateInterest(droppingRead: Bool = true) {
        guard phase != .closed else { return }
        var wanted: Readiness =
            !unsent.isEmpty && !mustFlushWhenRead || wantsToWriteForReading && wantsToRead ? .write : []
        if mustFlushWhenRead || wantsToRead || !droppingRead && interest.contains(.read) { wanted.insert(.read) }
        guard wanted != interest else { return }
        interest = wanted
        if !loop.poller.modify(descriptor, token: token, interest: wanted) { close() }
    }

    func checkDeadlines(at now: UInt64) {
        if closingDeadline <= now { return closingTimeIsOver() }
        guard let due = deadline, due <= now, phase == .open else { return }
        deadline = nil
        delegate?.connectionDidReachDeadline(self)
    }

    func reportClose() {
        let delegate = delegate
        self.delegate = nil
        delegate?.connectionDidClose(self)
    }
}
