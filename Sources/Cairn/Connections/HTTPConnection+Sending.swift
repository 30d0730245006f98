import HTTPProtocol
import Sockets

/// Sends the bodies of readers and writers piece by piece. Backpressure: further content waits until the kernel has
/// accepted all written bytes.
extension HTTPConnection {
    /// Sends the body of the response whose head is in ``output``.
    func sendBody(of response: Response, to request: Request, _ began: UInt64, client: SocketAddress?) {
        if case .pushed(let body) = response.body { return push(body.content) }
        let transfer = BodyTransfer()
        phase = .sending(transfer)
        activity = .sending
        // Keep the deadline if it is that of unsent bytes of earlier responses.
        if transferMark == nil { connection?.deadline = nil }
        worker.underWay.add(request, of: self)
        if configuration.logsAccess, response.body.byteCount == nil {
            transfer.logEntry = .init(request: request, response: response, began: began, client: client)
        }
        guard let trace else { return start(transfer, of: response, to: request) }
        RequestTrace.$current.withValue(trace) { start(transfer, of: response, to: request) }
    }

    private func start(_ transfer: BodyTransfer, of response: Response, to request: Request) {
        transfer.task = Task.immediate(executorPreference: worker.loop) {
            switch response.body {
            case .bytes, .pushed: break
            case .reader(let byteCount, let read):
                let isComplete = await self.send(byteCount, from: read, in: transfer)
                // The head declares the whole length. A reset ends the incomplete body at once.
                if !isComplete { self.connection?.reset() }
                self.end(transfer, isComplete: isComplete)
            case .writer(let write):
                let isComplete = await self.send(from: write, in: transfer, for: request)
                self.end(transfer, isComplete: isComplete)
            }
        }
    }

    private func send(
        _ byteCount: Int, from read: @Sendable (Range<Int>) async throws -> [UInt8], in transfer: BodyTransfer
    ) async -> Bool {
        var sent = 0
        while sent < byteCount, isSending(transfer) {
            let part = sent..<min(sent + Self.maxPieceLength, byteCount)
            guard let piece = try? await read(part), piece.count == part.count, exchange.count(contentOf: piece.count)
            else { return false }
            sent = part.upperBound
            do {
                // Wait first: the transfer mark compares unacknowledged bytes, and this piece would look like a lack
                // of progress.
                let connection = try await drained(in: transfer)
                if !output.isEmpty { connection.write(&output) }
                connection.write(piece)
                _ = try await drained(in: transfer)
            } catch { return false }
        }
        return sent == byteCount
    }

    private func send(
        from write: @Sendable (BodyWriter) async throws -> Void, in transfer: BodyTransfer, for request: Request
    ) async -> Bool {
        let loop = worker.loop
        let writer = BodyWriter { bytes in
            if loop.isCurrent { return try await self.write(bytes, in: transfer) }
            // The writer is used in a task of the app, or on an actor with an executor of its own.
            try await Task(executorPreference: loop) { try await self.write(bytes, in: transfer) }.value
        }
        do {
            try await write(writer)
            return true
        } catch {
            if isSending(transfer), connection?.isClosed == false {
                site.log.write(
                    "\(site.name(of: request)): the content of the response is incomplete: \(error)", level: .error)
            }
            return false
        }
    }

    /// Sends the content of one call of a ``BodyWriter``.
    private func write(_ bytes: [UInt8], in transfer: BodyTransfer) async throws {
        try Task.checkCancellation()
        _ = try await drained(in: transfer)
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Self.maxPieceLength)
            rest = rest.dropFirst(piece.count)
            exchange.send(content: piece.count == bytes.count ? bytes : Array(piece), into: &output)
            transfer.byteCount += piece.count
            guard output.count >= Self.maxBatch else { continue }
            connection?.write(&output)
            _ = try await drained(in: transfer)
            // If the client reads fast, `drained` never suspends, and this task would occupy the loop.
            guard worker.isOver(turnFrom: turnBeginning) else { continue }
            worker.continueLater(self)
            await transfer.suspend()
            _ = try await drained(in: transfer)
        }
        if !output.isEmpty { mustFlush() }
    }

    /// Waits until the kernel has accepted all written octets.
    ///
    /// - Throws: `CancellationError` if the connection has closed, or the transfer has ended.
    private func drained(in transfer: BodyTransfer) async throws -> Connection {
        while true {
            guard isSending(transfer), let connection, !connection.isClosed else { throw CancellationError() }
            guard connection.unsentByteCount > 0 else { return connection }
            waitForWriting(connection)
            await transfer.suspend()
        }
    }

    private func isSending(_ transfer: BodyTransfer) -> Bool { phase.transfer === transfer }

    private func end(_ transfer: BodyTransfer, isComplete: Bool) {
        guard isSending(transfer) else { return }
        phase = .reading
        worker.underWay.remove(self)
        noteEnd(of: transfer)
        // A task of the app can still wait in a write.
        transfer.resume()
        let hasEnded = isComplete && exchange.endBody(into: &output)
        if !hasEnded, !exchange.abandonBody() { connection?.reset() }
        advance()
        mustFlush()
    }

    /// Ends the transfer of a connection that has closed.
    func drop(_ transfer: BodyTransfer) {
        worker.underWay.remove(self)
        transfer.cancel()
    }

    /// Maximum size of a piece in bytes: the high-water mark of a connection's unsent bytes.
    private static let maxPieceLength = Connection.highWaterMark
}
