import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Sends a body after its response head. Backpressure: reads the next piece only after the kernel accepted the
    /// previous one.
    func stream(_ byteCount: Int, from read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) {
        isStreaming = true
        activity = .answering
        // Keep the deadline if it is that of unsent bytes of earlier responses.
        if transferMark == nil { connection?.deadline = nil }
        Task.immediate(executorPreference: worker.loop) {
            var sent = 0
            while sent < byteCount, connection != nil {
                let part = sent..<min(sent + Self.maxPieceLength, byteCount)
                guard let piece = try? await read(part), piece.count == part.count else {
                    // The head was already sent with the length, so only a reset shows the client that the body is
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

    /// Size of a piece in bytes: the high-water mark of a connection's unsent bytes.
    private static let maxPieceLength = Connection.highWaterMark
}
