import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Starts the time limit of the handler. Called if the request was not answered at once.
    func wait(for task: any AbandonableTask, with request: Request) {
        let began = worker.loop.now
        let awaited = AwaitedRequest(
            task: task, request: request, began: began, deadline: began &+ configuration.nanoseconds.handler)
        phase = .awaiting(awaited)
        worker.underWay.add(request, of: self)
        connection?.deadline = deadline(of: awaited)
    }

    /// The deadline of the awaited request: at most two seconds from now if the client has closed its sending side,
    /// since most such clients have disconnected.
    func deadline(of awaited: AwaitedRequest) -> UInt64 {
        hasClientEnded ? min(awaited.deadline, worker.loop.now &+ Self.timeAfterEnd) : awaited.deadline
    }

    private static let timeAfterEnd: UInt64 = 2_000_000_000

    /// Abandons the awaited request at its deadline and answers with 503.
    func giveUpAwaited() {
        guard let awaited = phase.awaited else { return }
        dropAwaited(isClientGone: hasClientEnded && worker.loop.now < awaited.deadline)
        if !hasClientEnded {
            let message =
                "\(site.name(of: awaited.request)): no response within --handler-seconds "
                + "\(configuration.handlerTimeout.components.seconds); the request was cancelled."
            RequestTrace.$current.withValue(trace) { site.log.write(message, level: .error) }
        }
        let forwarding = forwarding(of: awaited.request)
        let response = site.handlerTimeOut(
            awaited.request, seenOrigin: forwarding?.origin(of: awaited.request) ?? origin(of: awaited.request))
        finish(awaited.request, response, awaited.began, client: forwarding?.client)
    }

    /// Abandons the task of the awaited request and ignores its later response.
    func dropAwaited(isClientGone: Bool) {
        guard let awaited = phase.awaited else { return }
        endAwaiting()
        awaited.task.abandon(isClientGone: isClientGone)
    }

    func endAwaiting() {
        phase = .reading
        worker.underWay.remove(self)
    }
}
