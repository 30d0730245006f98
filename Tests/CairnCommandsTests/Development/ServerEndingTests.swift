import Glibc
import Testing

@testable import CairnCommands

@Suite("The end of the server of the command dev", .timeLimit(.minutes(3))) struct ServerEndingTests {
    /// A server that SIGKILL ends. SIGTERM ends it too, unless it is set to ignore that.
    private final class Server: EndableServer {
        var isRunning = true
        var calls: [String] = []
        let obeys: Bool

        init(obeys: Bool) { self.obeys = obeys }

        func terminate() {
            calls.append("terminate")
            if obeys { isRunning = false }
        }

        func kill() {
            calls.append("kill")
            isRunning = false
        }

        func takeEnding() -> (text: String, isRestartable: Bool)? { nil }
    }

    @Test func `a signal during a restart kills the server and ends the program`() {
        let server = Server(obeys: false)
        var signals = [SIGCHLD, SIGINT]
        let ending = ServerEnding(grace: .seconds(600)) { _ in signals.isEmpty ? nil : signals.removeFirst() }
        #expect(ending.end(server))
        #expect(server.calls == ["terminate", "kill"])
    }

    @Test func `a signal after the end of the server is left for the loop`() {
        let server = Server(obeys: false)
        var signals = [SIGTERM]
        let ending = ServerEnding(grace: .zero) { _ in signals.popLast() }
        #expect(!ending.end(server) && signals == [SIGTERM])
    }

    @Test func `without a signal, a server that does not end in time is killed and the program goes on`() {
        let server = Server(obeys: false)
        #expect(!ServerEnding(grace: .zero) { _ in nil }.end(server))
        #expect(server.calls == ["terminate", "kill"])
    }

    @Test func `a server that ends by itself is not killed`() {
        let server = Server(obeys: true)
        #expect(!ServerEnding(grace: .seconds(600)) { _ in SIGCHLD }.end(server))
        #expect(server.calls == ["terminate"])
    }
}
