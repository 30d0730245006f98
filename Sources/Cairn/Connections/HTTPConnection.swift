import HTTPProtocol
import Sockets
import Synchronization

/// One connection of a client: parses requests, passes them to the site or redirects them to TLS, and writes the
/// responses.
///
/// Its state, except ``idleSince`` and ``networkIndex``, is used only on its loop's thread, on which the tasks that
/// answer its requests run too. ``ConnectionPhase`` has the diagram of its phases.
final class HTTPConnection: ConnectionDelegate, @unchecked Sendable {  // ok: its loop's thread only, tasks included
    private let listener: ListenerSettings
    let worker: Worker
    // Without checks of exclusive access: one thread at a time uses this object. With the checks of all such
    // objects, a page takes 22 % more instructions, and an action 12 %.
    @exclusivity(unchecked) var exchange: ServerConnection
    @exclusivity(unchecked) var connection: Connection?
    @exclusivity(unchecked) var output: [UInt8] = []
    @exclusivity(unchecked) var phase = ConnectionPhase.reading
    /// Without unsent bytes, ``flush()`` sets a new deadline only if the activity differs from this one or is idle.
    @exclusivity(unchecked) var activity = ServerConnection.Activity.idle
    /// True inside `advance()`, so that a response that it causes does not run it again.
    @exclusivity(unchecked) private var isAdvancing = false
    /// True if the connection was queued for writing and not flushed since.
    @exclusivity(unchecked) private var isToFlush = false
    @exclusivity(unchecked) private var isReadingPaused = false
    /// The snapshot of unacknowledged bytes from the beginning of a stalled write, or from its last check of progress;
    /// `nil` if no write is stalled.
    @exclusivity(unchecked) var transferMark: TransferMark?
    private(set) var drainPhase = DrainPhase.serving
    private let index: Int
    /// The network of the peer, a client or a proxy; `nil` for a Unix-domain socket.
    let network: UInt64?
    /// Index in its network's list in ``NetworkConnections``; guarded by that table's mutex.
    @exclusivity(unchecked) var networkIndex = -1
    /// The loop's time at which the connection became idle; one second in the future for a new connection; 0 while it
    /// is in use. Atomic, because other loops read it.
    let idleSince = Atomic<UInt64>(0)
    let isFromProxy: Bool
    let isSecure: Bool
    private let isCounted: Bool
    /// The ids of the request that was started last; `nil` if requests have none.
    @exclusivity(unchecked) var trace: RequestTrace?
    private var answered = 0
    /// The upload that is being received.
    private var upload: MultipartUpload?
    var hasClientEnded = false
    /// Number of requests that were started in this time slice.
    @exclusivity(unchecked) private var runLength = 0
    @exclusivity(unchecked) private(set) var turnBeginning: UInt64 = 0

    /// Returns `nil` if the client's network is at its connection limit and no idle connection of it is found.
    init?(_ connection: Connection, of listener: ListenerSettings, worker: Worker) {
        let (address, configuration) = (connection.remoteAddress, listener.configuration)
        isFromProxy = configuration.trustedProxies.contains { $0.contains(address) }
        // Many clients share a proxy's address, and a Unix-domain socket has no network, so neither is limited.
        isCounted = !isFromProxy && address.family != .local
        isSecure = connection.isSecure
        self.listener = listener
        self.worker = worker
        self.connection = connection
        exchange = ServerConnection(limits: configuration.messages)
        index = worker.nextIndex()
        network = address.family == .local ? nil : address.network
        guard !isCounted || admit(to: listener.connections, from: address.network) else { return nil }
        // Allow one second for the first request; after that a silent connection counts as idle.
        idleSince.store(worker.loop.now &+ Self.firstRequestTime, ordering: .relaxed)
        worker.connections[index] = self
        worker.metrics?.connectionDidOpen()
        // A TLS handshake counts as reading the head: after the header timeout, or the idle timeout if that is shorter,
        // it must be complete and the first octet of a request received.
        let timeout =
            connection.isSecure
            ? min(configuration.nanoseconds.header, configuration.nanoseconds.idle) : configuration.nanoseconds.idle
        connection.deadline = worker.loop.now &+ timeout
    }

    var site: Site { listener.site }

    var configuration: Configuration { listener.configuration }

    private var writingTime: UInt64 { configuration.nanoseconds.write }

    // MARK: - ConnectionDelegate

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
        exchange.takeBuffer(from: &worker.receiveBuffers)
        exchange.receive(bytes)
        holdBackIfNeeded(connection)
        worker.enqueueForParsing(self)
    }

    /// Backpressure: pauses reading while an upload is written, or while the connection cannot process requests and
    /// more than 64 KiB are buffered, so that a client cannot fill the memory with pipelined requests.
    private func holdBackIfNeeded(_ connection: Connection) {
        let isBlocked = connection.unsentByteCount > 0 || !phase.isReading
        let mustPauseReading = phase.isWritingUpload || isBlocked && exchange.bufferedByteCount > Self.maxBatch
        guard mustPauseReading != isReadingPaused else { return }
        isReadingPaused = mustPauseReading
        if mustPauseReading { connection.pauseReading() } else { connection.resumeReading() }
    }

    func connectionDidReceiveEnd(_ connection: Connection) {
        exchange.receiveEnd()
        hasClientEnded = true
        if let awaited = phase.awaited { connection.deadline = deadline(of: awaited) }
        // A client that sends no more has usually left, and an endless body would not end by itself.
        if phase.pushed != nil { return connection.close() }
        worker.enqueueForParsing(self)
    }

    func connectionDidDrain(_ connection: Connection) {
        transferMark = nil
        connection.deadline = phase.awaited.map { deadline(of: $0) }
        if let transfer = phase.transfer {
            transfer.resume()
        } else if let pushed = phase.pushed {
            worker.pushed.resume(pushed)
        } else {
            worker.enqueueForParsing(self)
        }
    }

    func connectionDidReachDeadline(_ connection: Connection) {
        // This iteration's responses are not written yet. Writing them changes the deadline, or keeps this one, which
        // then fires again.
        guard !isToFlush else { return connection.deadline = worker.loop.now }
        if let mark = transferMark {
            guard let next = mark.next(for: connection) else { return connection.reset() }
            transferMark = next
            connection.deadline = worker.loop.now &+ writingTime
            return
        }
        // The request has arrived and waits for its time slice, so the client is not late.
        guard !phase.isWaitingForTurn else { return connection.deadline = worker.loop.now }
        switch exchange.activity {
        case .readingHead, .readingBody:
            refuse(site.timeOut(accept: exchange.accept), because: "The request did not arrive in time")
            connection.write(&output)
            connection.closeAfterFlushing(within: writingTime)
        case .answering: giveUpAwaited()
        case .sending: break
        case .idle, .closed: connection.close()
        }
    }

    func connectionDidClose(_ connection: Connection) {
        worker.connections[index] = nil
        worker.metrics?.connectionDidClose()
        noteAbandoned()
        if let transfer = phase.transfer { noteEnd(of: transfer) }
        self.connection = nil
        upload = nil
        let last = phase
        if last.awaited != nil { dropAwaited(isClientGone: true) }
        phase = .closed
        if let transfer = last.transfer { drop(transfer) }
        if let pushed = last.pushed { worker.pushed.drop(pushed) }
        if isCounted { listener.connections.remove(self, from: connection.remoteAddress.network) }
    }

    /// Finishes the requests in flight and closes. An idle connection closes 100 ms later, because its next request can
    /// already be on the way. A request in that time is answered with `Connection: close`.
    func drain() {
        drainPhase = .lastResponses
        if let pushed = phase.pushed { worker.pushed.end(pushed) }
        worker.loop.schedule(after: Self.lastRequests) {
            self.drainPhase = .closesIdle
            self.flush()
        }
    }

    private static let lastRequests = Duration.milliseconds(100)

    private func closeIfDrained(_ connection: Connection) {
        guard drainPhase == .closesIdle, exchange.activity == .idle, connection.unsentByteCount == 0 else { return }
        connection.closeAfterFlushing(within: writingTime)
    }

    func closeNow() { connection?.close() }

    // MARK: - Requests

    /// Begins a time slice if the connection is reading: received bytes must not let a queued connection skip the
    /// queue.
    func beginTurn() {
        guard phase.isReading else { return }
        resumeTurn()
    }

    /// Begins a time slice: resumes the transfer if there is one, otherwise processes requests.
    func resumeTurn() {
        if phase.isWaitingForTurn { phase = .reading }
        runLength = 0
        turnBeginning = worker.turnBeginning
        if let transfer = phase.transfer { transfer.resume() } else { advance() }
    }

    /// Processes requests until more bytes are needed, the connection is blocked, or the time slice is over. Iterative,
    /// so that a long pipeline of requests cannot overflow the stack.
    func advance() {
        guard !isAdvancing, phase.isReading else { return }
        isAdvancing = true
        defer {
            isAdvancing = false
            mustFlush()
        }
        while phase.isReading, let connection, connection.unsentByteCount == 0 {
            if isTurnOver {
                phase = .waitingForTurn
                return worker.continueLater(self)
            }
            do {
                switch try exchange.next() {
                case .needMore, .paused: return
                case .sendContinue:
                    exchange.sendContinue(into: &output)
                case .upload(let request):
                    beginUpload(request)
                    if exchange.mustSendContinue { exchange.sendContinue(into: &output) }
                case .content(let bytes):
                    if write(bytes) { return }
                case .request(let request):
                    runLength += 1
                    start(request)
                case .end:
                    flush()
                    connection.closeAfterFlushing(within: writingTime)
                    return
                }
            } catch {
                upload = nil
                refuse(site.refusal(of: error, accept: exchange.accept), because: error.message)
                flush()
                connection.closeAfterFlushing(within: writingTime)
                return
            }
            if output.count > Self.maxBatch { flush() }
        }
    }

    /// Starts an upload only if the site takes it (``Site/takesUpload(_:seenOrigin:)``); other multipart bodies are
    /// read and discarded.
    private func beginUpload(_ request: Request) {
        guard listener.answer == nil else { return }
        let forwarding = forwarding(of: request)
        guard site.takesUpload(request, seenOrigin: forwarding?.origin(of: request) ?? origin(of: request)) else {
            return
        }
        upload = MultipartUpload(
            request, to: site.uploads, limits: configuration.messages, from: network(of: forwarding))
    }

    /// Passes a piece of a body to the upload.
    ///
    /// - Returns: true if parsing must wait until the piece is written.
    private func write(_ bytes: [UInt8]) -> Bool {
        // Extend the deadline with each piece, so that an upload of at least 16 KiB/s does not time out.
        if let deadline = connection?.deadline {
            connection?.deadline = deadline &+ UInt64(bytes.count) &* (1_000_000_000 / Self.slowestUpload)
        }
        guard let upload, let work = upload.receive(bytes.span) else { return false }
        phase = .writingUpload
        // Backpressure: the kernel and the client hold further data.
        connection?.pauseReading()
        Task.immediate(executorPreference: worker.loop) {
            await upload.write(work)
            guard phase.isWritingUpload else { return }
            phase = .reading
            isReadingPaused = false
            connection?.resumeReading()
            advance()
        }
        // The write can already be complete; then the caller continues.
        return phase.isWritingUpload
    }

    /// An upload at this rate or faster does not time out, in bytes per second.
    private static let slowestUpload: UInt64 = 16_384

    /// In bytes: more collected output is written immediately, and more buffered input pauses reading while the
    /// connection cannot process requests.
    static let maxBatch = 65_536

    /// True if the time slice is used up and more bytes are buffered. Without them the clock is not read.
    private var isTurnOver: Bool {
        runLength > 0 && exchange.bufferedByteCount > 0
            && (runLength == Self.maxRun || worker.isOver(turnFrom: turnBeginning))
    }

    /// Maximum number of requests per time slice. Cheap requests reach it before the time limit.
    private static let maxRun = 32

    private func start(_ request: Request) {
        phase = .answering
        activity = .answering
        if site.assignsRequestIDs {
            trace = RequestTrace(request.fields, isTrusted: isFromProxy, &worker.requestIDs)
        }
        if let answer = listener.answer {
            finish(request, answer(request), worker.loop.exactNow, client: nil)
        } else {
            let task = worker.answer(request, with: upload, on: self, for: site)
            upload = nil
            if phase.isAnswering, let task { wait(for: task, with: request) }
        }
    }

    /// Sends the response to the request that was started at `began`.
    ///
    /// - Parameter client: the client's address as a trusted proxy reports it; `nil` for the connection's own address.
    func finish(_ request: Request, _ response: Response, _ began: UInt64, client: SocketAddress?) {
        guard connection != nil else { return }
        if phase.isAnswering { phase = .reading } else { endAwaiting() }
        let date = worker.date()
        answered += 1
        let mustSendBody: Bool
        if drainPhase != .serving || answered >= configuration.requestsPerConnection {
            var last = response
            last.closesConnection = true
            mustSendBody = send(last, date: date)
        } else {
            mustSendBody = send(response, date: date)
        }
        if let metrics = worker.metrics {
            metrics.count(
                status: response.status.code, from: response.source, after: worker.loop.exactNow &- began)
        }
        if configuration.logsAccess, !mustSendBody || response.body.byteCount != nil || response.body.isPushed {
            note(request, response, began, client: client, date: date)
        }
        if mustSendBody { sendBody(of: response, to: request, began, client: client) }
        advance()
    }

    @discardableResult
    func send(_ response: Response, date: [UInt8]) -> Bool {
        worker.outputBuffers.supply(&output)
        let sendsHSTS = isSecure && configuration.strictTransportSeconds > 0
        guard sendsHSTS || trace != nil else { return exchange.send(response, date: date, into: &output) }
        var extended = response
        if sendsHSTS {
            extended.fields.set(.strictTransportSecurity, "max-age=\(configuration.strictTransportSeconds)")
        }
        if let trace { extended.fields.set(.requestID, trace.requestID) }
        return exchange.send(extended, date: date, into: &output)
    }

    /// Sets the deadline once, when writing stalls; received bytes do not extend it.
    func waitForWriting(_ connection: Connection) {
        guard transferMark == nil else { return }
        transferMark = connection.transferMark
        activity = .answering
        connection.deadline = worker.loop.now &+ writingTime
    }

    func mustFlush() {
        guard !isToFlush else { return }
        isToFlush = true
        worker.enqueueForFlush(self)
    }

    /// Writes the output to the socket and sets the deadline of the current phase.
    func flush() {
        isToFlush = false
        guard let connection else { return }
        if !output.isEmpty { connection.write(&output) }
        worker.outputBuffers.collect(&output)
        exchange.returnBuffer(to: &worker.receiveBuffers)
        let now = exchange.activity
        noteIdleTime(of: connection, in: now)
        if exchange.shouldClose { return connection.closeAfterFlushing(within: writingTime) }
        holdBackIfNeeded(connection)
        closeIfDrained(connection)
        if connection.unsentByteCount > 0 { return waitForWriting(connection) }
        transferMark = nil
        guard now != .sending else { return connection.deadline = nil }
        // Except idle, an activity gets its deadline only at its beginning; bytes that trickle in do not extend it,
        // except those of an upload.
        guard now != activity || now == .idle else { return }
        activity = now
        switch now {
        case .idle: connection.deadline = worker.loop.now &+ configuration.nanoseconds.idle
        case .readingHead: connection.deadline = worker.loop.now &+ configuration.nanoseconds.header
        case .readingBody: connection.deadline = worker.loop.now &+ configuration.nanoseconds.body
        case .answering, .sending, .closed: connection.deadline = nil
        }
    }
}
