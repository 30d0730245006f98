import Testing

@testable import Cairn

@Suite("Messages of the command dev") struct BuildMessageTests {
    private static let messages: [BuildMessage] = [.failed("main.swift:1:1: error: ö"), .passed, .failed("")]

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `messages are read however the pipe divides them`(length: Int) {
        let bytes = Self.messages.flatMap(\.bytes)
        var reader = BuildMessageReader()
        var read: [BuildMessage] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            read += reader.read(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(read == Self.messages)
    }

    @Test func `a message fits into a pipe`() {
        let bytes = BuildMessage.failed(String(repeating: "x", count: 1 << 20)).bytes
        #expect(bytes.count == 5 + BuildMessage.maxErrorBytes && bytes.count < 65_536)
    }
}
