import Cairn
import Glibc
import SystemCalls

/// The writing end of the pipe to the server, which closes with this object. It does not block: a server that is busy, or
/// about to end, does not read.
final class MessageWriter {
    private let descriptor: Int32
    /// The rest of a message whose beginning was written: without it, the server could not find the next one.
    private var rest: ArraySlice<UInt8> = []
    /// The newest message, which waits for the end of the rest. It replaces an older one.
    private var next: [UInt8]?

    init(to descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// Writes a message as soon as the pipe has room.
    func send(_ message: BuildMessage) {
        next = message.bytes
        flush()
    }

    /// Writes what the pipe had no room for.
    func flush() {
        while true {
            if rest.isEmpty, let message = next { (rest, next) = (message[...], nil) }
            guard !rest.isEmpty else { return }
            let written = retryingInterrupts { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            switch written {
            case .success(let count):
                rest = rest.dropFirst(count)
            case .failure(EAGAIN): return
            // The server has closed its end.
            case .failure: (rest, next) = ([], nil)
            }
        }
    }
}
