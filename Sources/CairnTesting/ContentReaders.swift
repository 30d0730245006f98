import HTTPProtocol
import Synchronization

struct ChunkReader: ContentReader {
    private let client: SocketClient

    init(_ client: SocketClient) { self.client = client }

    func more() async throws -> [UInt8]? {
        let chunk = try await client.nextChunk()
        return chunk.isEmpty ? nil : chunk
    }

    func close() { client.endSending() }
}

/// Takes pushed content as a connection does, without its pace.
final class PushedReader: ContentReader, Sendable {
    private let content: any PushedContent
    private let state = Mutex(State())

    private struct State {
        var hasBegun = false
        var hasEnded = false
        var isAwake = false
        var waiting: CheckedContinuation<Bool, Never>?
    }

    init(_ content: any PushedContent) { self.content = content }

    func more() async throws -> [UInt8]? {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        if isFirst { return content.begin { [weak self] in self?.resume(with: true) } }
        guard !state.withLock(\.hasEnded) else { return nil }
        let limit = Task { [weak self] in
            try await Task.sleep(for: .seconds(30))
            self?.resume(with: false)
        }
        defer { limit.cancel() }
        guard await isWoken() else { throw VisitorError("No event came within 30 seconds.") }
        let (octets, isLast) = content.take()
        if isLast { close() }
        return octets
    }

    private func isWoken() async -> Bool {
        await withCheckedContinuation { continuation in
            let isAwake = state.withLock { state in
                if !state.isAwake { state.waiting = continuation }
                defer { state.isAwake = false }
                return state.isAwake
            }
            if isAwake { continuation.resume(returning: true) }
        }
    }

    private func resume(with isEvent: Bool) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            if state.waiting == nil, isEvent { state.isAwake = true }
            return state.waiting
        }
        waiting?.resume(returning: isEvent)
    }

    func close() {
        let mustEnd = state.withLock { state in
            defer { state.hasEnded = true }
            return state.hasBegun && !state.hasEnded
        }
        if mustEnd { content.end() }
    }
}
