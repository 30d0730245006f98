/// The server's side of one HTTP/1.1 connection (RFC 9112): a state machine that parses received octets into requests
/// and serializes responses into octets to send.
///
/// It performs no input or output. All transitions of the state machine are in this file: `next()`, the `send`
/// functions, `count(contentOf:)`, `fail(_:)` and `finishExchange(closing:)` change the phase.
@usableFromInline package struct ServerConnection: ~Copyable, Sendable {
    private let limits: Limits
    private var buffer = ReceiveBuffer()
    private var head = HeadReader()
    private var request: Request?
    private var decoder = ChunkedDecoder()
    private var phase = Phase.head
    private var persists = true
    /// True while the body is delivered in pieces.
    private var isStreaming = false
    private var hasEnded = false
    /// The method and target of the refused request, kept for the log because its octets are dropped.
    private var refused: RequestBeginning?
    /// The `Accept` field of the refused request, kept for the error response.
    private var refusedAccept: String?

    private enum Phase {
        /// Between requests, or inside a head.
        case head
        case fixedBody(Int)
        case chunkedBody
        /// A request was returned; nothing is parsed before its response is sent.
        case answering
        /// A head was written and its body is not complete. Nothing is parsed before the body is complete.
        case sending(BodyFraming, closes: Bool)
        case failed(ProtocolError)
        /// The last response was written or abandoned, or the peer ended without another request.
        case closed
    }

    /// The next step for the owner of the connection.
    package enum Event: Sendable {
        /// Receive more octets, then call ``ServerConnection/next()`` again.
        case needMore
        /// Send the response and its whole body first; pipelined octets wait in the buffer (RFC 9112 §9.3.2).
        case paused
        /// The head of a request with files (`multipart/form-data`), unless a body of known length has already arrived.
        /// ``content(_:)`` events with its body follow, then ``request(_:)`` with an empty body.
        case upload(Request)
        /// The next piece of the body of an upload.
        case content([UInt8])
        /// A complete request. Respond with ``ServerConnection/send(_:date:into:)``.
        case request(Request)
        /// The client waits for 100 before it sends the body (RFC 9110 §10.1.1). Call
        /// ``ServerConnection/sendContinue(into:)``, or send a final response to refuse the body.
        case sendContinue
        /// No further request can follow.
        case end
    }

    /// The phases of a connection, by which the owner chooses the time-out.
    // `@usableFromInline`, here and on the connection, lets other modules compare cases directly. Without it each `==`
    // is a call of the conformance.
    @usableFromInline package enum Activity: Sendable, Hashable {
        /// Waiting for the first octet of a request.
        case idle
        /// Waiting for the rest of a head.
        case readingHead
        /// Waiting for the rest of a body.
        case readingBody
        /// Waiting for the response.
        case answering
        /// Waiting for the rest of the response's body.
        case sending
        /// Waiting until the last response is flushed.
        case closed
    }

    /// Creates a connection before its first octet.
    package init(limits: Limits = Limits()) {
        self.limits = limits.bounded
    }

    /// Appends received octets.
    package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        // Drop the octets: what a client sends after an error or the last response must not fill the memory.
        case .failed, .closed: break
        default: buffer.append(bytes)
        }
    }

    /// Appends received octets.
    package mutating func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// Records that the peer has ended its sending side (half-close, RFC 9112 §9.6). Complete requests still get
    /// responses.
    package mutating func receiveEnd() {
        hasEnded = true
    }

    /// Returns the next event.
    ///
    /// - Throws: ``ProtocolError`` if the request is refused. Later calls throw the same error until a response is
    ///   sent; only an error response can follow. An incomplete request is an error only after ``receiveEnd()``.
    package mutating func next() throws(ProtocolError) -> Event {
        switch phase {
        case .head: return try readHead()
        case .fixedBody(let length): return try readFixedBody(length)
        case .chunkedBody: return try readChunkedBody()
        case .answering, .sending: return .paused
        case .failed(let error): throw error
        case .closed: return .end
        }
    }

    /// Appends a response to `out`. `date` is the value of `Date`, empty without a clock (RFC 9110 §6.6.1).
    ///
    /// The exchange continues after an informational response. A final response before the request is complete, such
    /// as for a time-out, closes the connection. Nothing is written inside the body of another response, nor after the
    /// last response.
    ///
    /// - Returns: True if the body must follow, because it is not in memory: with ``send(content:into:)`` or
    ///   ``count(contentOf:)``, and finally ``endBody(into:)`` or ``abandonBody()``.
    @discardableResult
    package mutating func send(_ response: Response, date: [UInt8], into out: inout [UInt8]) -> Bool {
        switch phase {
        case .sending, .closed: return false
        default: break
        }
        let version = head.hasRequestLine ? head.requestLine.version : .http11
        let isHead = head.hasRequestLine && head.requestLine.method == .head
        if response.status.isInformational {
            // HTTP/1.0 has no informational responses (RFC 9110 §15.2).
            guard version == .http11 else { return false }
            ResponseWriter.write(response, date: [], persistence: .implied, omitsContent: true, into: &out)
            return false
        }
        var closing = !persists || response.closesConnection
        if case .answering = phase {} else { closing = true }
        var framing: BodyFraming?
        if !response.body.isInMemory, !isHead, !response.status.isWithoutContent {
            framing = BodyFraming(of: response.body, for: version)
            if case .untilClose? = framing { closing = true }
        }
        let persistence: ResponseWriter.Persistence = closing ? .close : version == .http10 ? .keepAlive : .implied
        ResponseWriter.write(
            response, date: date, for: version, persistence: persistence, omitsContent: isHead, into: &out)
        guard let framing else {
            finishExchange(closing: closing)
            return false
        }
        phase = .sending(framing, closes: closing)
        return true
    }

    /// Appends a piece of the body, with its framing.
    ///
    /// - Returns: False without a change if no body must follow, or if the piece is beyond its declared length.
    @discardableResult
    package mutating func send(content: [UInt8], into out: inout [UInt8]) -> Bool {
        guard case .sending(var framing, let closes) = phase, framing.count(content.count) else { return false }
        framing.append(content, to: &out)
        phase = .sending(framing, closes: closes)
        return true
    }

    /// Counts a piece of a body of known length, which has no framing, so that the owner can send it without a copy.
    ///
    /// - Returns: False without a change if no such body must follow, or if the piece is beyond its declared length.
    package mutating func count(contentOf byteCount: Int) -> Bool {
        guard case .sending(var framing, let closes) = phase, case .length = framing, framing.count(byteCount)
        else { return false }
        phase = .sending(framing, closes: closes)
        return true
    }

    /// Appends the end of the body and ends the exchange.
    ///
    /// - Returns: False without a change if no body must follow, or if it is shorter than declared.
    @discardableResult
    package mutating func endBody(into out: inout [UInt8]) -> Bool {
        guard case .sending(let framing, let closes) = phase, framing.canEnd else { return false }
        framing.appendEnd(to: &out)
        finishExchange(closing: closes)
        return true
    }

    /// Ends the exchange and the connection inside the body (RFC 9112 §8).
    ///
    /// - Returns: True if no body was being sent, or if the client detects that the body is incomplete when the
    ///   connection closes. Otherwise the owner must reset the connection.
    package mutating func abandonBody() -> Bool {
        guard case .sending(let framing, _) = phase else { return true }
        finishExchange(closing: true)
        if case .untilClose = framing { return false }
        return true
    }

    /// Appends `100 Continue`, the response to ``Event/sendContinue`` and ``mustSendContinue`` (RFC 9110 §15.2.1).
    package mutating func sendContinue(into out: inout [UInt8]) {
        send(Response(.continue), date: [], into: &out)
    }

    /// True if the connection must close once everything written is flushed.
    package var shouldClose: Bool {
        if case .closed = phase { true } else { false }
    }

    /// Takes storage for received octets from `pool` if there is none.
    package mutating func takeBuffer(from pool: inout BufferPool) { buffer.takeStorage(from: &pool) }

    /// Returns the storage of the receive buffer to `pool` if it is empty.
    package mutating func returnBuffer(to pool: inout BufferPool) { buffer.returnStorage(to: &pool) }

    /// The number of octets in the receive buffer: of an incomplete request, or of pipelined requests.
    package var bufferedByteCount: Int { buffer.count }

    /// The `Accept` field of the request that is being read or was refused: its lines that have arrived, as one
    /// comma-separated list.
    ///
    /// It selects the media type of an error response if there is no complete request.
    package var accept: String? {
        if case .failed = phase { return refusedAccept }
        return request.map { $0.fields.list(of: .accept) } ?? buffer.withOctets(AcceptScan.list)
    }

    /// The current phase of the connection.
    package var activity: Activity {
        switch phase {
        case .head: buffer.isEmpty ? .idle : .readingHead
        case .fixedBody, .chunkedBody: .readingBody
        case .answering, .failed: .answering
        case .sending: .sending
        case .closed: .closed
        }
    }

    /// The method and the target of the incomplete or refused request, as far as they have arrived.
    package var requestBeginning: RequestBeginning? {
        if let refused { return refused }
        if let request { return RequestBeginning(request) }
        guard case .head = phase else { return nil }
        return buffer.withOctets { RequestBeginning($0) }
    }

    /// True while waiting for the first octet of a request.
    package var isIdle: Bool { activity == .idle }

    /// True while a head is complete and its body is not.
    package var isReadingBody: Bool { activity == .readingBody }
}

extension ServerConnection {
    private mutating func readHead() throws(ProtocolError) -> Event {
        if buffer.isEmpty {
            guard hasEnded else { return .needMore }
            phase = .closed
            return .end
        }
        do throws(ProtocolError) {
            guard let size = try Self.read(buffer, with: &head, limits: limits) else { return try missing() }
            persists = head.framing.connection.persists(version: head.requestLine.version)
            let length: BodyLength
            do throws(ProtocolError) {
                length = try head.framing.bodyLength(version: head.requestLine.version, limits: limits)
            } catch {
                guard error.code == .bodyTooLarge, Self.request(of: head, in: buffer, bodySize: 0, after: size).hasFiles
                else { throw error }
                length = try head.framing.bodyLength(version: head.requestLine.version, limits: limitsOfUpload)
            }
            if case .fixed(let count) = length, buffer.count - size >= count {
                let request = Self.request(of: head, in: buffer, bodySize: count, after: size)
                buffer.consume(size + count)
                phase = .answering
                return .request(request)
            }
            let request = Self.request(of: head, in: buffer, bodySize: 0, after: size)
            buffer.consume(size)
            return try startBody(of: request, length: length)
        } catch {
            throw fail(error)
        }
    }

    private mutating func startBody(of request: consuming Request, length: BodyLength) throws(ProtocolError) -> Event {
        switch length {
        case .none:
            phase = .answering
            return .request(request)
        case .fixed(let count): phase = .fixedBody(count)
        case .chunked: phase = .chunkedBody
        }
        isStreaming = request.hasFiles
        self.request = request
        // Return the request first, so that the owner can prepare for the pieces.
        if isStreaming { return .upload(request) }
        return isWaitingForContinue ? .sendContinue : try next()
    }

    /// The limits of a body with files. One that is too large is drained unless the request has `Expect: 100-continue`:
    /// usually only such a client reads the error response before it sends the body.
    private var limitsOfUpload: Limits { limits.ofUpload(isDrained: !head.framing.expectsContinue) }

    private var isWaitingForContinue: Bool {
        head.framing.expectsContinue && head.requestLine.version == .http11 && buffer.isEmpty && !hasEnded
    }

    /// True if the client waits for 100 before it sends the body of an ``Event/upload(_:)``.
    package var mustSendContinue: Bool { isStreaming && isReadingBody && isWaitingForContinue }

    private mutating func readFixedBody(_ length: Int) throws(ProtocolError) -> Event {
        if isStreaming, length > 0 {
            let count = min(length, buffer.count)
            guard count > 0 else { return try missing() }
            let piece = buffer.withOctets { $0.part(0, count).array }
            buffer.consume(count)
            phase = .fixedBody(length - count)
            return .content(piece)
        }
        guard buffer.count >= length else { return try missing() }
        let body = buffer.withOctets { $0.part(0, length).array }
        buffer.consume(length)
        return completed(with: body)
    }

    private mutating func readChunkedBody() throws(ProtocolError) -> Event {
        do throws(ProtocolError) {
            buffer.consume(
                try Self.decode(buffer, with: &decoder, limits: isStreaming ? limitsOfUpload : limits))
            if isStreaming, !decoder.content.isEmpty { return .content(decoder.takeContent()) }
            guard decoder.isComplete else { return try missing() }
        } catch {
            throw fail(error)
        }
        let body = decoder.content
        decoder = ChunkedDecoder()
        return completed(with: body)
    }

    private mutating func completed(with body: [UInt8]) -> Event {
        guard let request = request.take() else { return .paused }
        phase = .answering
        isStreaming = false
        return .request(Request(request, body: body))
    }

    /// Returns ``Event/needMore``. Throws after the end of input, because the message is then incomplete (RFC 9112 §8).
    private mutating func missing() throws(ProtocolError) -> Event {
        if hasEnded { throw fail(ProtocolError(.incompleteMessage)) }
        return .needMore
    }

    private mutating func fail(_ error: ProtocolError) -> ProtocolError {
        var error = error
        if case .head = phase, !head.hasRequestLine, buffer.withOctets({ $0.beginsWithProxyProtocol }) {
            error = ProtocolError(.proxyProtocol)
        }
        refused = requestBeginning
        refusedAccept = accept
        phase = .failed(error)
        buffer = ReceiveBuffer()
        request = nil
        isStreaming = false
        decoder = ChunkedDecoder()
        return error
    }

    private mutating func finishExchange(closing: Bool) {
        request = nil
        isStreaming = false
        if closing {
            phase = .closed
            buffer = ReceiveBuffer()
        } else {
            phase = .head
            head = HeadReader()
        }
    }

    // `read` and `decode` are static: they borrow one property and change another, which closures over `self` cannot.

    private static func read(
        _ buffer: borrowing ReceiveBuffer, with head: inout HeadReader, limits: Limits
    ) throws(ProtocolError) -> Int? {
        try buffer.withOctets { octets throws(ProtocolError) in try head.read(octets, limits: limits) }
    }

    private static func decode(
        _ buffer: borrowing ReceiveBuffer, with decoder: inout ChunkedDecoder, limits: Limits
    ) throws(ProtocolError) -> Int {
        try buffer.withOctets { octets throws(ProtocolError) in try decoder.decode(octets, limits: limits) }
    }

    private static func request(
        of head: borrowing HeadReader, in buffer: borrowing ReceiveBuffer, bodySize: Int, after size: Int
    ) -> Request {
        buffer.withOctets { octets in
            head.request(octets, body: bodySize == 0 ? [] : octets.part(size, size + bodySize).array)
        }
    }
}
