import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Sends a body after its response head. Reads the next piece only after the client has taken the previous one.
    func stream(_ body: StreamedBody) {
        isStreaming = true
        activity = .answering
        // Unsent bytes of earlier responses can already have a deadline.
        if transferMark == nil { connection?.deadline = nil }
        Task.immediate(executorPreference: worker.loop) {
            var sent = 0
            while sent < body.byteCount, connection != nil {
                let part = sent..<min(sent + Self.longestPiece, body.byteCount)
                guard let piece = try? await body.read(part), piece.count == part.count else {
                    // The head has already announced the length; only a reset tells the client that the body is
                    // incomplete.
                    connection?.reset()
                    break
                }
                sent = part.upperBound
                await send(piece)
            }
            isStreaming = false
            advance()
            mustFlush()
        }
    }

    private func send(_ piece: [UInt8]) async {
        // Wait first: the transfer mark compares unacknowledged bytes, and this piece would look like a lack of
        // progress.
        await drained()
        guard let connection else { return }
        if !output.isEmpty { connection.write(&output) }
        connection.write(piece)
        await drained()
    }

    private func drained() async {
        guard let connection, connection.unsentByteCount > 0, !connection.isClosed else { return }
        waitForWriting(connection)
        await withUnsafeContinuation { whenDrained = $0 }
    }

    func goOnStreaming() {
        whenDrained.take()?.resume()
    }

    /// In bytes: the high-water mark of unsent bytes of a connection.
    private static let longestPiece = Connection.highWaterMark
}
