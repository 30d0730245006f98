import Glibc

extension Connection {
    /// Full buffers read in one turn, before others have theirs.
    private static let readsPerTurn = 4
    /// Bytes thrown away after `closeAfterFlushing`, before the peer is cut off.
    private static let maximumDiscarded = 64 * 1024

    /// Stops `didReceive`, at the latest after the call that is running; the kernel's buffers then slow the peer down.
    public func pauseReading() {
        isPaused = true
    }

    /// Takes up reading again.
    public func resumeReading() {
        isPaused = false
        updateInterest()
    }

    var wantsToRead: Bool {
        switch phase {
        case .open: !isPaused && !isChoked && !hasEnded
        case .flushing: !hasEnded && discarded <= Self.maximumDiscarded
        case .lingering: true
        case .closed: false
        }
    }

    func read() {
        let buffer = loop.readBuffer
        for _ in 0..<Self.readsPerTurn {
            switch receive(into: buffer) {
            case .done(0): return receiveEnd()
            case .done(let count):
                if phase == .open {
                    delegate?.connection(self, didReceive: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                } else {
                    discard(count)
                }
                // A short read has emptied the socket; asking again would only be told so. A record of TLS is always one.
                guard count == buffer.count || isSecure, wantsToRead else { return }
            case .wouldBlock: return isSecure ? updateInterest(droppingRead: false) : ()
            case .failed: return fail()
            }
        }
    }

    private func receiveEnd() {
        hasEnded = true
        if phase == .lingering { return close() }
        updateInterest()
        if phase == .open { delegate?.connectionDidReceiveEnd(self) }
    }

    private func discard(_ count: Int) {
        discarded += count
        guard discarded > Self.maximumDiscarded else { return }
        if phase == .lingering { close() } else { updateInterest() }
    }
}
