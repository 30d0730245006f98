import CLinux
import Glibc

/// Receives signals on a thread of the program, whichever thread the system delivers them to.
///
/// It does not use `signalfd`, which needs the signals blocked in every thread. An `async` main unblocks all signals
/// while it waits (`dispatch_main` calls `sigsuspend` with an empty mask), so that SIGTERM would still kill the
/// process. It does not use an event loop, because a request handler can block one.
package final class SignalSource: @unchecked Sendable {  // ok: all state is immutable or locked
    private let reading: Int32
    private let writing: Int32
    private let previous: [(number: Int32, action: sigaction)]
    private let isRestored = Lock(false)

    /// Installs handlers for the signals until `restore()`. If `signals` is not empty, SIGPIPE is ignored, also after
    /// `restore()`.
    package init(signals: [Int32]) throws(SocketError) {
        for number in signals where !signalPipes.indices.contains(Int(number)) {
            throw SocketError(errno: EINVAL, operation: "sigaction \(number)")
        }
        var ends: [Int32] = [-1, -1]
        try require("pipe2") { pipe2(&ends, O_NONBLOCK | O_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
        var previous: [(Int32, sigaction)] = []
        if !signals.isEmpty { signal(SIGPIPE, SIG_IGN) }
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
    }

    // Keep the writing end open if handlers were installed: a handler can still be about to write to it, and must not
    // write to another file with the same descriptor.
    deinit {
        close(reading)
        if previous.isEmpty { close(writing) }
    }

    /// A descriptor that is readable while a signal waits, for `poll`.
    package var descriptor: Int32 { reading }

    /// Waits for a signal for at most `milliseconds`. Returns `nil` on time-out, after `wake()`, and if a
    /// signal interrupts the wait.
    package func next(within milliseconds: Int32) -> Int32? {
        var ready = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return nil }
        var number: UInt8 = 0
        guard case .done(1) = attempt({ read(reading, &number, 1) }), number > 0 else { return nil }
        return Int32(number)
    }

    /// Ends the wait of `next`. Callable from any thread.
    package func wake() {
        var none: UInt8 = 0
        _ = attempt { write(writing, &none, 1) }
    }

    /// Restores the previous handlers, so that a second Ctrl-C ends the process. Callable from any thread.
    package func restore() {
        isRestored.withLock { isRestored in
            guard !isRestored else { return }
            isRestored = true
            for (number, action) in previous {
                var action = action
                sigaction(number, &action, nil)
            }
        }
    }
}

/// The writing end of the pipe, indexed by signal number.
nonisolated(unsafe) private let signalPipes = {  // ok: one word per signal, set before its handler
    let pipes = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 65)
    pipes.initialize(repeating: -1)
    return pipes
}()

/// The signal handler. It calls only async-signal-safe functions (signal-safety(7)) and preserves `errno`.
private func passOn(_ number: Int32) {
    let saved = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipes[Int(number)], &byte, 1)
    errno = saved
}
