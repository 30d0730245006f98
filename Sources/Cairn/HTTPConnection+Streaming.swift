import HTTPProtocol
import Sockets

extension HTTPConnection {
    /// Sends what follows an answer's head, and asks for each piece only when the client has taken the one before.
    func stream(_ body: StreamedBody) {
        isStreaming = true
        activity = .answering
        // What went before may be waiting to be taken, by a deadline of its own.
        if transferMark == nil { connection?.deadline = nil }
        Task.immediate(executorPreference: worker.loop) {
            var sent = 0
            while sent < body.byteCount, connection != nil {
                let part = sent..<min(sent + Self.longestPiece, body.byteCount)
                guard let piece = try? await body.read(part), piece.count == part.count else {
                    // The length is said already; only the end of the connection says that it is not true.
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
        // Wait first: the transfer mark compares untaken bytes, and this piece would count as a lack of progress.
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

    /// In bytes: as much as a connection keeps unsent before it chokes.
    private static let longestPiece = Connection.highWaterMark
}
