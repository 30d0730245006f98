import HTTPProtocol
import Sessions
import Sockets

/// A pooled task that answers requests one after another on its worker's loop.
///
/// A new task per request would allocate the task and memory for its frames, which is most of the cost of a request
/// without a screen. A request that does not suspend is answered before the next event is read.
final class RequestTask: @unchecked Sendable {  // ok: its loop's thread only
    private let site: Site
    private let worker: Worker
    @exclusivity(unchecked) private var waiting: UnsafeContinuation<Work?, Never>?
    private var task: Task<Void, Never>?
    private var isAbandoned = false
    private let progress = ActInProgress()

    private struct Work {
        let request: Request
        let upload: MultipartUpload?
        let connection: HTTPConnection
    }

    init(site: Site, worker: Worker) {
        self.site = site
        self.worker = worker
        task = Task.immediate(executorPreference: worker.loop) {
            await ActInProgress.$current.withValue(self.progress) { await self.run() }
        }
    }

    /// Resumes the idle task to answer `request`.
    func answer(_ request: Request, with upload: MultipartUpload?, on connection: HTTPConnection) {
        resume(with: Work(request: request, upload: upload, connection: connection))
    }

    func end() { resume(with: nil) }

    /// Cancels the task during a request and drops the response. A handler that ignores the cancellation continues, but
    /// holds neither its connection's descriptor nor its session's mutex.
    ///
    /// - Parameter isClientGone: true if the reason is that the client disconnected. Then the task continues if another
    ///   request waits for the same action, such as the second request of a double click.
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
            let began = worker.loop.now
            let forwarding = work.connection.forwarding(of: work.request)
            let response = await site.respond(
                to: work.request, with: work.upload, from: work.connection.network(of: forwarding),
                seenOrigin: forwarding?.origin(of: work.request) ?? work.connection.origin(of: work.request),
                isFromThisMachine: work.connection.isFromThisMachine(work.request))
            if isAbandoned { break }
            work.connection.finish(work.request, response, began, client: forwarding?.client)
            // A handler has cancelled this task. End it, so that the next request does not start cancelled.
            if Task.isCancelled { break }
        }
    }

    private func nextWork() async -> Work? {
        await withUnsafeContinuation { continuation in
            waiting = continuation
            if !worker.keep(self) { end() }
        }
    }
}
