import CLinux
import Glibc

extension Connection {
    /// How many written bytes the kernel has not yet taken.
    public var unsentByteCount: Int { unsent.count }

    /// How many written bytes the peer has not taken, as far as this side knows: ours and the kernel's.
    public var untakenByteCount: Int { unsent.count + (isClosed ? 0 : Int(linux_untaken_bytes(descriptor))) }

    /// Sends at once what the kernel takes, and keeps the rest, without copying the array.
    public func write(_ bytes: [UInt8]) {
        guard phase == .open, !bytes.isEmpty else { return }
        if unsent.isEmpty {
            let sent = bytes.withUnsafeBytes(send)
            guard sent < bytes.count, phase == .open else { return }
            unsent.adopt(bytes, from: sent)
        } else {
            unsent.append(bytes)
        }
        didKeepRest()
    }

    /// Sends from a reusable buffer and empties it; up to 16 KiB of its capacity are kept when all went out.
    public func write(_ buffer: inout [UInt8]) {
        guard phase == .open, !buffer.isEmpty else { return buffer.removeAllButLittle() }
        if unsent.isEmpty {
            let sent = buffer.withUnsafeBytes(send)
            guard sent < buffer.count, phase == .open else { return buffer.removeAllButLittle() }
            unsent.exchange(with: &buffer, from: sent)
        } else {
            unsent.append(buffer)
            buffer.removeAllButLittle()
        }
        didKeepRest()
    }

    /// Sends bytes that are only borrowed; the rest is copied.
    public func write(_ bytes: UnsafeRawBufferPointer) {
        guard phase == .open, !bytes.isEmpty else { return }
        let sent = unsent.isEmpty ? send(bytes) : 0
        guard sent < bytes.count, phase == .open else { return }
        unsent.append(bytes[sent...])
        didKeepRest()
    }

    func flush() {
        guard !unsent.isEmpty else { return updateInterest() }
        let sent = unsent.withUnsafeBytes(send)
        guard phase != .closed else { return }
        unsent.removeFirst(sent)
        noteUnsent(taken: sent)
        if isChoked, unsent.count <= Self.highWaterMark / 2 { isChoked = false }
        updateInterest()
        guard unsent.isEmpty else { return }
        switch phase {
        case .open: delegate?.connectionDidDrain(self)
        case .flushing: linger()
        case .lingering, .closed: break
        }
    }

    /// Notes in the budget what is held; that costs a lock only while something is unsent.
    func noteUnsent(taken: Int = 0) {
        let held = unsent.heldByteCount
        guard held > 0 || notedUnsent > 0 else { return }
        notedUnsent = held
        loop.unsentBudget.note(held, taken: taken, for: self)
    }

    private func didKeepRest() {
        noteUnsent()
        if unsent.count > Self.highWaterMark { isChoked = true }
        updateInterest(droppingRead: false)
    }

    /// One send(2); a dead peer closes the connection and counts as nothing sent.
    private func send(_ bytes: UnsafeRawBufferPointer) -> Int {
        switch transmit(bytes) {
        case .done(let count): return count
        case .wouldBlock: return 0
        case .failed:
            close()
            return 0
        }
    }
}
