import HTTPProtocol
import Sessions
import Sockets

/// A task that answers one request after another on its worker's loop.
///
/// A new task for each request would have to be made, and to find memory for its frames, which is most of what a request
/// without a screen costs. One that waits for nothing is answered before the next event is looked at (DESIGN D4).
final class AnsweringTask: @unchecked Sendable {  // ok: its loop's thread only
    private let site: Site
    private let worker: Worker
    @exclusivity(unchecked) private var waiting: UnsafeContinuation<Work?, Never>?
    private var task: Task<Void, Never>?
    private var isAbandoned = false
    private let progress = ActInProgress()

    private struct Work {
        let request: Request
        let upload: Upload?
        let connection: HTTPConnection
    }

    init(site: Site, worker: Worker) {
        self.site = site
        self.worker = worker
        task = Task.immediate(executorPreference: worker.loop) {
            await ActInProgress.$current.withValue(self.progress) { await self.run() }
        }
    }

    /// Answers `request` next; it must be free.
    func answer(_ request: Request, with upload: Upload?, on connection: HTTPConnection) {
        resume(with: Work(request: request, upload: upload, connection: connection))
    }

    func end() { resume(with: nil) }

    /// Cancels the task in the middle of a request and drops the response. A handler that ignores the cancellation runs on,
    /// but holds neither its connection's descriptor nor its session's turn.
    ///
    /// - Parameter isClientGone: whether only its client gives it up; then another request for the same act, as the second
    ///   one of a double click, has it go on.
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
            // Something that it called has cancelled it; who comes next must not suffer for that.
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
