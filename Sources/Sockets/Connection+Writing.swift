import CLinux
import Glibc

extension Connection {
    /// The number of written bytes that the kernel has not accepted yet.
    package var unsentByteCount: Int { unsent.count }

    /// The number of written bytes that the peer has not acknowledged: unsent ones and those in the kernel's buffer
    /// (over a Unix-domain socket, the memory of the latter).
    var unacknowledgedByteCount: Int { unsent.count + (isClosed ? 0 : Int(linux_untaken_bytes(descriptor))) }

    /// Sends the bytes that the transport accepts at once, and keeps the rest. If earlier bytes are unsent, appends a
    /// copy of all.
    package func write(_ bytes: [UInt8]) {
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

    /// Writes the bytes of a reusable buffer and empties it. The buffer keeps at most 16 KiB of storage.
    package func write(_ buffer: inout [UInt8]) {
        guard phase == .open, !buffer.isEmpty else { return buffer.removeAllButLittle() }
        if unsent.isEmpty {
            let sent = buffer.withUnsafeBytes(send)
            guard sent < buffer.count, phase == .open else { return buffer.removeAllButLittle() }
            unsent.take(&buffer, from: sent)
        } else {
            unsent.append(buffer)
            buffer.removeAllButLittle()
        }
        didKeepRest()
    }

    /// Writes borrowed bytes. Unsent bytes are copied.
    package func write(_ bytes: UnsafeRawBufferPointer) {
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
        if isAboveHighWaterMark, unsent.count <= Self.highWaterMark / 2 { isAboveHighWaterMark = false }
        updateInterest()
        guard unsent.isEmpty else { return }
        switch phase {
        case .open: delegate?.connectionDidDrain(self)
        case .flushing: linger()
        case .lingering, .closed: break
        }
    }

    /// Reports the held memory to the budget. This takes a lock only while bytes are unsent, and once
    /// afterwards. An outgoing connection is not reported: the budget is for slow clients, and no client may cause the
    /// reset of a connection that all clients share.
    func noteUnsent(taken: Int = 0) {
        let held = unsent.heldByteCount
        guard held > 0 || notedUnsent > 0, listener != nil else { return }
        notedUnsent = held
        loop.unsentBudget.note(held, taken: taken, for: self)
    }

    private func didKeepRest() {
        noteUnsent()
        // An outgoing connection continues to read: its writes do not answer what it reads. If it paused and its server
        // paused too until its responses are read, neither would continue.
        if unsent.count > Self.highWaterMark, listener != nil { isAboveHighWaterMark = true }
        updateInterest(droppingRead: false)
    }

    /// Returns the number of bytes that the transport accepted. On an error it closes the connection and returns 0.
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
