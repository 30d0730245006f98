import Glibc

/// An accepted TCP connection; it owns its delegate until it is closed.
///
/// Everything but `remoteAddress` and `loop` is for the loop's thread only.
public final class Connection: EventSource, @unchecked Sendable {  // ok: confined to its loop's thread
    /// The peer's address.
    public let remoteAddress: SocketAddress
    /// Whether what is sent and received is encrypted.
    public let isSecure: Bool
    /// The loop that serves the connection.
    public let loop: EventLoop
    /// Who is told; dropped once it has been told of the close.
    @exclusivity(unchecked) public var delegate: (any ConnectionDelegate)?
    /// When `connectionDidReachDeadline` is due, in `EventLoop.now`'s nanoseconds; setting it is a plain store, and it
    /// is looked at once a second.
    @exclusivity(unchecked) public var deadline: UInt64?

    /// Above this many unsent bytes reading pauses by itself, until half of them are gone.
    public static let highWaterMark = 256 * 1024

    enum Phase {
        case open
        /// `closeAfterFlushing` was called and bytes are still unsent.
        case flushing
        /// All is sent, our side is shut; waiting for the peer to have read it.
        case lingering
        case closed
    }

    let descriptor: Int32
    let listener: Listener?
    @exclusivity(unchecked) var phase = Phase.open
    @exclusivity(unchecked) var unsent = UnsentBytes()
    #if TLS
        @exclusivity(unchecked) var secure: TLSSession?
    #endif
    var isPaused = false
    var isChoked = false
    var hasEnded = false
    var discarded = 0
    var closingDeadline = UInt64.max
    var flushingTime = Connection.flushingTime
    var transferMarkOfClosing: TransferMark?
    /// The octets that the budget counts for this connection.
    @exclusivity(unchecked) var notedUnsent = 0
    var index = -1
    private(set) var token: UInt64 = 0
    private var interest = Readiness.read

    init(descriptor: Int32, remoteAddress: SocketAddress, loop: EventLoop, listener: Listener?) {
        self.descriptor = descriptor
        self.remoteAddress = remoteAddress
        self.loop = loop
        self.listener = listener
        isSecure = listener?.security != nil
    }

    /// Whether it is closed; then writing does nothing.
    public var isClosed: Bool { phase == .closed }

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
            // With nothing left to read there is no other way to learn that the peer is gone.
            close()
        } else {
            updateInterest()
        }
    }

    /// Tells epoll what is wanted, if it has to know: an unwanted read is only dropped once it is reported.
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
