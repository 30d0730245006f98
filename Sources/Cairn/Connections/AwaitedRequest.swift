import HTTPProtocol

/// The part of a ``RequestTask`` that its connection uses.
protocol AbandonableTask: AnyObject {
    /// Cancels the task during a request and drops the response. A handler that ignores the cancellation continues, but
    /// holds neither its connection's descriptor nor its session's mutex.
    ///
    /// - Parameter isClientGone: true if the reason is that the client disconnected. Then the task continues if another
    ///   request waits for the same action, such as the second request of a double click.
    func abandon(isClientGone: Bool)
}

/// A request whose response is pending, usually because its handler has suspended.
struct AwaitedRequest {
    let task: any AbandonableTask
    let request: Request
    let began: UInt64
    /// The loop's time at which the handler's time limit ends.
    let deadline: UInt64
}
