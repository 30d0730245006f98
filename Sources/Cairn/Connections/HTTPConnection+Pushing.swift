import HTTPProtocol
import Sockets

extension HTTPConnection: PushedContentSink {
    /// Begins to push the content of the response whose head is in ``output``.
    func push(_ content: any PushedContent) {
        let transfer = PushedTransfer(content, to: self)
        phase = .pushing(transfer)
        activity = .sending
        // Keep the deadline if it is that of unsent bytes of earlier responses.
        if transferMark == nil { connection?.deadline = nil }
        worker.pushed.begin(transfer)
        // The server or the client has ended while the page was rendered.
        if drainPhase != .serving || hasClientEnded { worker.pushed.end(transfer) }
    }

    /// Sends octets of pushed content.
    func push(_ octets: [UInt8]) {
        worker.outputBuffers.supply(&output)
        exchange.send(content: octets, into: &output)
        mustFlush()
    }

    /// Ends pushed content. The connection can serve further requests.
    func endPush() {
        guard phase.pushed != nil else { return }
        phase = .reading
        exchange.endBody(into: &output)
        advance()
        mustFlush()
    }

    /// True if octets of the response are not yet with the kernel.
    var hasUnsentBytes: Bool { connection.map { $0.unsentByteCount > 0 } ?? true }
}
