import HTTPProtocol
import Sockets
import Synchronization

/// One connection of a client: octets to requests, requests to the site, responses to octets.
///
/// It lives on its loop's thread, and so do the tasks that answer its requests.
final class HTTPConnection: ConnectionDelegate, @unchecked Sendable {  // ok: its loop's thread only, tasks included
    let site: Site
    let worker: Worker
    let configuration: Configuration
    @exclusivity(unchecked) private(set) var exchange: ServerConnection
    @exclusivity(unchecked) var connection: Connection?
    @exclusivity(unchecked) var output: [UInt8] = []
    @exclusivity(unchecked) var activity = ServerConnection.Activity.idle
    @exclusivity(unchecked) private var isAdvancing = false
    @exclusivity(unchecked) private var isToFlush = false
    @exclusivity(unchecked) private var isHoldingBack = false
    /// Whether it has answered many requests in a row and lets others go first.
    @exclusivity(unchecked) private var isWaitingForTurn = false
    /// How much the client has to take in time; `nil` while writing does not stall.
    @exclusivity(unchecked) var transferMark: TransferMark?
    private var isDraining = false
    private var mayCloseIdle = false
    private let index: Int
    /// The client's network; nothing where it came by a Unix-domain socket.
    let network: UInt64?
    private let connections: NetworkConnections
    /// Its place among the connections of its network; that table's lock guards it.
    @exclusivity(unchecked) var networkIndex = -1
    /// The loop's time since which it is idle, for a new connection a moment ahead; 0 while it has a request. Other loops
    /// read it.
    let idleSince = Atomic<UInt64>(0)
    let isFromProxy: Bool
    let isSecure: Bool
    private let isCounted: Bool
    /// What plain HTTP is answered where the site is there over TLS only.
    private let redirection: Redirection?
    private var answered = 0
    /// The body with files that is arriving, and what has to be written of it before it goes on.
    private var upload: Upload?
    private var isWriting = false
    /// True from handing a request to a task until its response.
    @exclusivity(unchecked) private var isAwaited = false
    /// That request, if its response did not come at once.
    var awaited: AwaitedRequest?
    var hasClientEnded = false
    /// Whether an answer is being read from the disk while the client takes it.
    var isStreaming = false
    var whenDrained: UnsafeContinuation<Void, Never>?
    /// How many requests were begun in this turn of the connection, whether or not they had to wait.
    @exclusivity(unchecked) private var runLength = 0
    @exclusivity(unchecked) private var turnBeginning: UInt64 = 0

    /// `nil` if the client's network has as many connections as it may have, and none of them is idle.
    init?(
        _ connection: Connection, site: Site, worker: Worker, configuration: Configuration,
        connections: NetworkConnections, redirection: Redirection? = nil
    ) {
        let address = connection.remoteAddress
        isFromProxy = configuration.trustedProxies.contains { $0.contains(address) }
        // Behind a proxy stand many, and what comes from this machine's files has no network.
        isCounted = !isFromProxy && address.family != .local
        self.redirection = redirection
        isSecure = connection.isSecure
        self.connections = connections
        self.site = site
        self.worker = worker
        self.configuration = configuration
        self.connection = connection
        exchange = ServerConnection(limits: configuration.messages)
        index = worker.nextIndex()
        network = address.family == .local ? nil : address.network
        guard !isCounted || admit(to: connections, from: address.network) else { return nil }
        // Its first request is on the way; only a client that stays silent makes room.
        idleSince.store(worker.loop.now &+ Self.firstRequestTime, ordering: .relaxed)
        worker.connections[index] = self
        // A handshake is not idle time: who takes long for it has said nothing yet.
        let patience =
            connection.isSecure
            ? min(configuration.headerSeconds, configuration.idleSeconds) : configuration.idleSeconds
        connection.deadline = worker.loop.now &+ seconds(patience)
    }

    private var writingTime: UInt64 { seconds(configuration.writeSeconds) }

    func seconds(_ count: Int) -> UInt64 { UInt64(clamping: count) &* 1_000_000_000 }

    // MARK: - ConnectionDelegate

    func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
        exchange.receive(bytes)
        holdBackIfNeeded(connection)
        worker.didRead(self)
    }

    /// Nothing is parsed while an answer is awaited or not yet taken. What arrives meanwhile is left to the kernel, whose
    /// buffers then slow the peer down, so that a client cannot fill the memory with requests it does not read.
    private func holdBackIfNeeded(_ connection: Connection) {
        let isBlocked =
            connection.unsentByteCount > 0 || isStreaming || exchange.activity == .answering || isWaitingForTurn
        let mustHoldBack = isWriting || isBlocked && exchange.bufferedByteCount > Self.longestBatch
        guard mustHoldBack != isHoldingBack else { return }
        isHoldingBack = mustHoldBack
        if mustHoldBack { connection.pauseReading() } else { connection.resumeReading() }
    }

    func connectionDidReceiveEnd(_ connection: Connection) {
        exchange.receiveEnd()
        hasClientEnded = true
        if awaited != nil { connection.deadline = handlerDeadline }
        worker.didRead(self)
    }

    func connectionDidDrain(_ connection: Connection) {
        transferMark = nil
        connection.deadline = awaited == nil ? nil : handlerDeadline
        if isStreaming { goOnStreaming() } else { worker.didRead(self) }
    }

    func connectionDidReachDeadline(_ connection: Connection) {
        // This turn's answers are not written yet. Writing them sets the next deadline, or leaves this one, which is then
        // due at the next look.
        guard !isToFlush else { return connection.deadline = worker.loop.now }
        if let mark = transferMark {
            guard let next = mark.next(for: connection) else { return connection.reset() }
            transferMark = next
            connection.deadline = worker.loop.now &+ writingTime
            return
        }
        guard !isStreaming else { return }
        // The request has arrived; the connection waits for its turn, so the client is not late.
        guard !isWaitingForTurn else { return connection.deadline = worker.loop.now }
        switch exchange.activity {
        case .readingHead, .readingBody:
            refuse(site.timeOut(accept: exchange.accept), because: "The request did not arrive in time")
            connection.write(&output)
            connection.closeAfterFlushing(within: writingTime)
        case .answering: giveUpAwaited()
        case .idle, .closed: connection.close()
        }
    }

    func connectionDidClose(_ connection: Connection) {
        worker.connections[index] = nil
        noteAbandoned()
        self.connection = nil
        upload = nil
        dropAwaited(isClientGone: true)
        goOnStreaming()
        if isCounted { connections.remove(self, from: connection.remoteAddress.network) }
    }

    /// Finishes what is in flight and closes. An idle connection closes a moment later, for its next request may be on
    /// the way; it is answered with `Connection: close` then.
    func drain() {
        isDraining = true
        worker.loop.schedule(after: Self.lastRequests) {
            self.mayCloseIdle = true
            self.flush()
        }
    }

    /// 100 ms.
    private static let lastRequests: UInt64 = 100_000_000

    private func closeIfDrained(_ connection: Connection) {
        guard mayCloseIdle, !isStreaming, exchange.activity == .idle, connection.unsentByteCount == 0 else { return }
        connection.closeAfterFlushing(within: writingTime)
    }

    func closeNow() { connection?.close() }

    // MARK: - Requests

    /// Begins a turn, unless the connection waits for one already: octets that arrive meanwhile do not bring it forward.
    func beginTurn() {
        guard !isWaitingForTurn else { return }
        resumeTurn()
    }

    /// Goes on behind others, after a turn that was over before the requests were.
    func resumeTurn() {
        isWaitingForTurn = false
        runLength = 0
        turnBeginning = worker.turnBeginning
        advance()
    }

    /// Takes the next steps until bytes are missing or an answer is awaited. An answer that comes at once continues the
    /// loop rather than calling it again, so that a long pipeline does not deepen the stack.
    func advance() {
        guard !isAdvancing, !isWaitingForTurn, !isWriting, !isStreaming, connection != nil else { return }
        isAdvancing = true
        defer {
            isAdvancing = false
            mustFlush()
        }
        while let connection, connection.unsentByteCount == 0, !isStreaming {
            if isTurnOver {
                isWaitingForTurn = true
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
            if output.count > Self.longestBatch { flush() }
        }
    }

    /// Whoever asks for something else than an action of ours has their body read, and thrown away.
    private func beginUpload(_ request: Request) {
        guard redirection == nil else { return }
        let forwarding = forwarding(of: request)
        guard site.takesUpload(request, seenOrigin: forwarding?.origin(of: request) ?? origin(of: request)) else {
            return
        }
        upload = Upload(
            request, to: site.uploads, limits: configuration.messages, from: network(of: forwarding))
    }

    /// Takes a piece of a body with files. - Returns: whether it has to wait until that is written.
    private func write(_ bytes: [UInt8]) -> Bool {
        // Who sends a large file at a fair pace needs longer than the time for a form.
        if let deadline = connection?.deadline {
            connection?.deadline = deadline &+ UInt64(bytes.count) &* (1_000_000_000 / Self.slowestUpload)
        }
        guard let upload, let work = upload.receive(bytes.span) else { return false }
        isWriting = true
        // What the client sends meanwhile stays with it.
        connection?.pauseReading()
        Task.immediate(executorPreference: worker.loop) {
            await upload.write(work)
            isWriting = false
            isHoldingBack = false
            connection?.resumeReading()
            advance()
        }
        // It may be done already; then the caller goes on.
        return isWriting
    }

    /// Bytes a second.
    private static let slowestUpload: UInt64 = 16_384

    /// Answers to pipelined requests go out together, but not more than this at once, in bytes.
    private static let longestBatch = 65_536

    /// The clock is looked at only where another request has arrived behind the one that was begun.
    private var isTurnOver: Bool {
        runLength > 0 && exchange.bufferedByteCount > 0
            && (runLength == Self.longestRun || worker.isOver(turnFrom: turnBeginning))
    }

    /// The most requests of one connection that are answered in a row, before others have their turn. Mostly the time ends
    /// a turn; this does when requests cost next to nothing.
    private static let longestRun = 32

    private func start(_ request: Request) {
        activity = .answering
        if let redirection {
            finish(request, redirection.response(to: request), worker.loop.preciseNow, client: nil)
        } else {
            isAwaited = true
            let task = worker.answer(request, with: upload, on: self, for: site)
            upload = nil
            if isAwaited, let task { wait(for: task, with: request) }
        }
    }

    /// Takes the answer to the request that was started at `began`.
    ///
    /// - Parameter client: who sent it, if a trusted proxy says so.
    func finish(_ request: Request, _ response: Response, _ began: UInt64, client: SocketAddress?) {
        isAwaited = false
        if awaited != nil { endAwaiting() }
        let date = worker.date()
        if configuration.logsAccess { note(request, response, began, client: client, date: date) }
        guard connection != nil else { return }
        answered += 1
        if isDraining || answered >= configuration.requestsPerConnection {
            var last = response
            last.closesConnection = true
            begin(last, date: date)
        } else {
            begin(response, date: date)
        }
        if !isAdvancing { advance() }
    }

    private func begin(_ response: Response, date: [UInt8]) {
        if send(response, date: date), let body = response.streamedBody { stream(body) }
    }

    @discardableResult
    func send(_ response: Response, date: [UInt8]) -> Bool {
        guard isSecure, configuration.strictTransportSeconds > 0 else {
            return exchange.send(response, date: date, into: &output)
        }
        var secured = response
        secured.fields.set(.strictTransportSecurity, "max-age=\(configuration.strictTransportSeconds)")
        return exchange.send(secured, date: date, into: &output)
    }

    /// Sets the deadline once, when writing stalls; what the client sends meanwhile does not extend it.
    func waitForWriting(_ connection: Connection) {
        guard transferMark == nil else { return }
        transferMark = connection.transferMark
        activity = .answering
        connection.deadline = worker.loop.now &+ writingTime
    }

    func mustFlush() {
        guard !isToFlush else { return }
        isToFlush = true
        worker.mustFlush(self)
    }

    /// Hands the kernel what is to be sent, and sets the deadline of what the connection waits for now.
    func flush() {
        isToFlush = false
        guard let connection else { return }
        if !output.isEmpty { connection.write(&output) }
        noteIdleTime(unless: isStreaming)
        if exchange.shouldClose, !isStreaming { return connection.closeAfterFlushing(within: writingTime) }
        holdBackIfNeeded(connection)
        closeIfDrained(connection)
        if connection.unsentByteCount > 0 { return waitForWriting(connection) }
        transferMark = nil
        guard !isStreaming else { return connection.deadline = nil }
        let now = exchange.activity
        // Each phase has one deadline from its beginning; bytes that trickle in do not extend it.
        guard now != activity || now == .idle else { return }
        activity = now
        switch now {
        case .idle: connection.deadline = worker.loop.now &+ seconds(configuration.idleSeconds)
        case .readingHead: connection.deadline = worker.loop.now &+ seconds(configuration.headerSeconds)
        case .readingBody: connection.deadline = worker.loop.now &+ seconds(configuration.bodySeconds)
        case .answering, .closed: connection.deadline = nil
        }
    }
}
