import Cairn
import Glibc
import SystemCalls
import Testing

@testable import CairnCommands

@Suite("The writing end of the pipe of the command dev", .timeLimit(.minutes(3))) struct MessageWriterTests {
    @Test func `messages that the pipe has no room for are written later, whole, and the newest is the last`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let writer = MessageWriter(to: ends[1])
        // A pipe has room for 64 KB, pipe(7).
        for letter in ["a", "b", "c", "d", "e"] {
            writer.send(.failed(String(repeating: letter, count: BuildMessage.maxErrorBytes)))
        }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        var reader = BuildMessageReader()
        var messages: [BuildMessage] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case .success(let count) = retryingInterrupts({ read(ends[0], &buffer, buffer.count) }), count > 0 {
            messages += reader.read(buffer[..<count])
            writer.flush()
        }
        // The letters of each message, since a failure shows the values.
        let letters: [Set<Character>] = messages.map { message in
            guard case .failed(let text) = message, text.utf8.count == BuildMessage.maxErrorBytes else { return [] }
            return Set(text)
        }
        #expect(letters == [["a"], ["b"], ["e"]])
    }

    @Test func `a server that has closed its end does no harm`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        signal(SIGPIPE, SIG_IGN)
        close(ends[0])
        let writer = MessageWriter(to: ends[1])
        writer.send(.passed)
        writer.flush()
    }
}
