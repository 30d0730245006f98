import CLinux
import Glibc

private final class ThreadBody {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    func run() {
        pthread_setname_np(pthread_self(), name)
        body()
    }
}

/// Starts a detached thread that blocks all signals except those of faults and `abort`, so that other threads receive
/// the blocked ones.
package func startThread(named name: String, _ body: @escaping @Sendable () -> Void) throws(SocketError) {
    let box = Unmanaged.passRetained(ThreadBody(name: name, body: body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))

    var all = sigset_t()
    var previous = sigset_t()
    sigfillset(&all)
    for fault in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&all, fault) }
    pthread_sigmask(SIG_BLOCK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }

    var thread = pthread_t()
    let result = pthread_create(
        &thread, &attributes,
        { argument in
            if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard result == 0 else {
        box.release()
        throw SocketError(errno: result, operation: "start thread \(name)")
    }
}
