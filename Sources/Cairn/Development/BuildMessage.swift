/// The result of a build, which the command `dev` sends through a pipe to the server that it has started.
package enum BuildMessage: Sendable, Equatable {
    /// The sources build.
    case passed
    /// The sources do not build; the text has the compiler's errors.
    case failed(String)

    /// The maximum length of the errors in bytes: a message fits into an empty pipe, which has room for 64 KB.
    package static let maxErrorBytes = 32 << 10

    /// The message as bytes: its kind, the length of the errors in four bytes, and the errors.
    package var bytes: [UInt8] {
        switch self {
        case .passed: Self.frame(Self.passedKind, [])
        case .failed(let errors): Self.frame(Self.failedKind, Array(errors.utf8.prefix(Self.maxErrorBytes)))
        }
    }

    fileprivate static let passedKind: UInt8 = 0
    fileprivate static let failedKind: UInt8 = 1

    private static func frame(_ kind: UInt8, _ content: [UInt8]) -> [UInt8] {
        [kind] + withUnsafeBytes(of: UInt32(content.count).bigEndian, Array.init) + content
    }
}

/// Parses the bytes of a pipe into messages, however they are divided.
package struct BuildMessageReader {
    private var received: [UInt8] = []
    private static let headCount = 5

    package init() {}

    /// Adds bytes, and returns the messages that are complete.
    package mutating func read(_ bytes: some Sequence<UInt8>) -> [BuildMessage] {
        received += bytes
        var messages: [BuildMessage] = []
        while received.count >= Self.headCount {
            let length = Int(received[1..<Self.headCount].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
            guard received.count >= Self.headCount + length else { break }
            let content = String(decoding: received[Self.headCount..<(Self.headCount + length)], as: UTF8.self)
            messages.append(received[0] == BuildMessage.failedKind ? .failed(content) : .passed)
            received.removeFirst(Self.headCount + length)
        }
        return messages
    }
}
