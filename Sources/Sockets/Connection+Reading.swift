import Glibc

extension Connection {
    /// The maximum number of reads per iteration, so that other connections are not starved.
    private static let readsPerTurn = 4
    /// Beyond this number of discarded bytes, a flushing connection stops reading and a lingering one closes.
    private static let maximumDiscarded = 64 * 1024

    /// Stops `didReceive`, at the latest after the current call. Flow control then slows the peer down.
    package func pauseReading() {
        isPaused = true
    }

    /// True if the peer has sent octets that were not read yet, or the connection has ended. Makes a system call.
    package var hasUnreadInput: Bool {
        guard phase == .open, !hasEnded else { return true }
        var octet: UInt8 = 0
        if case .wouldBlock = attempt({ recv(descriptor, &octet, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) }) {
            return false
        }
        return true
    }

    /// Ends the pause of `pauseReading()`.
    package func resumeReading() {
        isPaused = false
        updateInterest()
    }

    var wantsToRead: Bool {
        switch phase {
        case .open: !isPaused && !isAboveHighWaterMark && !hasEnded
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
                // A short read has emptied the socket, so another read is not needed. With TLS a read returns at most
                // one record.
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
