import HTTPProtocol
import Sessions
import Sockets

/// A pooled task that answers requests one after another on its worker's loop.
///
/// A new task per request would allocate the task and memory for its frames, which is most of the cost of a request
/// without a screen. A request that does not suspend is usually answered before the next event is read.
final class RequestTask: AbandonableTask, @unchecked Sendable {  // ok: its loop's thread only
    private let site: Site
    private let loop: EventLoop
    private let keep: (RequestTask) -> Bool
    // Without checks of exclusive access: one thread at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) private var waiting: UnsafeContinuation<Work?, Never>?
    private var task: Task<Void, Never>?
    private var isAbandoned = false
    private let progress = ActInProgress()

    private struct Work {
        let request: Request
        let upload: MultipartUpload?
        let connection: HTTPConnection
    }

    /// - Parameter keep: returns the idle task to its pool; returns false if the task must end.
    init(site: Site, loop: EventLoop, keep: @escaping (RequestTask) -> Bool) {
        self.site = site
        self.loop = loop
        self.keep = keep
        task = Task.immediate(executorPreference: loop) {
            await ActInProgress.$current.withValue(self.progress) { await self.run() }
        }
    }

    /// Resumes the idle task to answer `request`.
    func answer(_ request: Request, with upload: MultipartUpload?, on connection: HTTPConnection) {
        resume(with: Work(request: request, upload: upload, connection: connection))
    }

    func end() { resume(with: nil) }

    func abandon(isClientGone: Bool) {
        isAbandoned = true
        guard !isClientGone || !progress.leaveToOthers(cancel: { [task] in task?.cancel() }) else { return }
        task?.cancel()
    }

    private func resume(with work: Work?) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: work)
    }

    private func run() async {
        while let work = await nextWork() {
            let began = loop.now
            let forwarding = work.connection.forwarding(of: work.request)
            let response: Response
            if let trace = work.connection.trace {
                response = await RequestTrace.$current.withValue(trace) { await respond(to: work, forwarding) }
            } else {
                response = await respond(to: work, forwarding)
            }
            if isAbandoned { break }
            work.connection.finish(work.request, response, began, client: forwarding?.client)
            // A handler has cancelled this task. End it, so that the next request does not start cancelled.
            if Task.isCancelled { break }
        }
    }

    @inline(__always)
    private func respond(to work: Work, _ forwarding: Forwarding?) async -> Response {
        await site.respond(
            to: work.request, with: work.upload, from: work.connection.network(of: forwarding),
            seenOrigin: forwarding?.origin(of: work.request) ?? work.connection.origin(of: work.request),
            isFromThisMachine: work.connection.isFromThisMachine(work.request))
    }

    // An unsafe continuation, because a checked one allocates an object for each request. `resume(with:)` takes it
    // first, so it is resumed once.
    private func nextWork() async -> Work? {
        await withUnsafeContinuation { continuation in
            waiting = continuation
            if !keep(self) { end() }
        }
    }
}
