import HTTPProtocol
import Synchronization

/// A response whose content is pushed, on its connection; used only on its connection's loop, except ``isAwake``.
final class PushedTransfer: @unchecked Sendable {  // ok: its loop's thread only, except an atomic
    let content: any PushedContent
    unowned let sink: any PushedContentSink
    /// True while the transfer waits for its turn, so that it waits only once however often it is woken.
    let isAwake = Atomic(false)
    /// The loop's time at which an event was sent last, in nanoseconds.
    var lastSent: UInt64 = 0
    /// The loop's time at which the transfer ends, in nanoseconds.
    var endTime: UInt64 = 0
    /// The place among the transfers of the loop; `nil` after the end.
    var index: Int?
    /// True if it has something to send and the client has not taken what was sent before.
    var isBlocked = false

    init(_ content: any PushedContent, to sink: any PushedContentSink) {
        self.content = content
        self.sink = sink
    }
}

/// Sends pushed content to a client.
protocol PushedContentSink: AnyObject {
    func push(_ octets: [UInt8])
    func endPush()
    var hasUnsentBytes: Bool { get }
}

extension ResponseBody {
    var isPushed: Bool { if case .pushed = self { true } else { false } }
}
