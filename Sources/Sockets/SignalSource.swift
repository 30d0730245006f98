import CLinux
import Glibc

/// Delivers signals to a loop, whichever thread the system picks for them.
///
/// Not with `signalfd`: that needs the signals blocked in every thread, and an `async` main unblocks them all while it
/// waits (`dispatch_main` sits in `sigsuspend` with an empty mask), so that SIGTERM would still kill the process.
public final class SignalSource: EventSource, @unchecked Sendable {  // ok: used on the loop's thread only
    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @Sendable (Int32) -> Void
    private let previous: [(number: Int32, action: sigaction)]
    private var token: UInt64?
    private var isClosed = false

    /// Takes the signals over and ignores SIGPIPE; the handler is called on the loop's thread until `close()`.
    public init(
        signals: [Int32], loop: EventLoop, handler: @escaping @Sendable (Int32) -> Void
    ) throws(SocketError) {
        for number in signals where !signalPipes.indices.contains(Int(number)) {
            throw SocketError(errno: EINVAL, operation: "sigaction \(number)")
        }
        var ends: [Int32] = [-1, -1]
        try require("pipe2") { pipe2(&ends, O_NONBLOCK | O_CLOEXEC) }
        descriptor = ends[0]
        self.loop = loop
        self.handler = handler
        signal(SIGPIPE, SIG_IGN)
        var previous: [(Int32, sigaction)] = []
        for number in signals {
            signalPipes[Int(number)] = ends[1]
            var action = sigaction()
            action.__sigaction_handler.sa_handler = passOn
            action.sa_flags = SA_RESTART
            var old = sigaction()
            try require("sigaction \(number)") { sigaction(number, &action, &old) }
            previous.append((number, old))
        }
        self.previous = previous
        loop.execute { self.attach() }
    }

    deinit {
        if !isClosed { Glibc.close(descriptor) }
    }

    /// Gives the signals back to whom they belonged before, so that a second Ctrl-C ends the process. From any thread.
    public func close() {
        guard loop.isCurrent else { return loop.execute { self.close() } }
        guard !isClosed else { return }
        isClosed = true
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        if let token { loop.unregister(descriptor: descriptor, token: token) }
        // The writing end stays open: a handler may be about to write to it, and must not hit a stranger.
        Glibc.close(descriptor)
    }

    func handle(_ readiness: Readiness) {
        var number: UInt8 = 0
        while !isClosed, case .done(1) = attempt({ Glibc.read(descriptor, &number, 1) }) {
            handler(Int32(number))
        }
    }

    private func attach() {
        guard !isClosed else { return }
        token = loop.register(self, descriptor: descriptor, interest: .read)
        if token == nil { loop.schedule(after: 100_000_000) { self.attach() } }
    }
}

/// The writing end of the pipe for each signal's number.
nonisolated(unsafe) private let signalPipes = {  // ok: a word each, set before its handler
    let pipes = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 65)
    pipes.initialize(repeating: -1)
    return pipes
}()

/// The handler itself: only what is safe in one (signal-safety(7)), and `errno` is as before.
private func passOn(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipes[Int(number)], &byte, 1)
    errno = saved
}
