import RESP

@testable import SessionsRedis
@testable import Sockets

/// A server of a test that answers each command as the script says. Without an answer of the script it answers the
/// first commands of a connection as a primary does.
final class FakeServer: Sendable {
    struct Command: Sendable {
        /// The name and the arguments.
        let words: [String]
        /// The number of the connection, from 1.
        let connection: Int

        var name: String { words[0] }
        /// The second word, such as the name of the function.
        var operand: String { words.count > 1 ? words[1] : "" }
    }

    enum Answer: Sendable {
        case send(String)
        /// Sends each octet by itself.
        case sendOctets(String)
        /// Sends after a time, if the connection is still open.
        case sendLate(String, after: Duration)
        case nothing
        case close(after: String)
    }

    typealias Script = @Sendable (Command) -> Answer?

    struct Log: Sendable {
        var commands: [Command] = []
        var opened = 0
        var closed = 0

        var open: Int { opened - closed }
        func count(of name: String) -> Int { commands.count { $0.name == name || $0.operand == name } }
    }

    let host: RedisAddress.Host
    private let loop: EventLoop
    private let listener: Listener
    private let state: Watched<Log>

    init(_ script: @escaping Script = { _ in nil }) throws {
        let state = Watched(Log())
        let loop = try EventLoop()
        listener = try loop.listen(on: SocketAddress(host: "127.0.0.1", port: 0)) { _ in
            FakeConnection(number: state.change { $0.opened += 1 }.opened, on: loop, state: state, script)
        }
        host = RedisAddress.Host(name: "127.0.0.1", port: listener.address.port)
        self.loop = loop
        self.state = state
        loop.start()
    }

    var url: String { "redis://\(host)" }
    var log: Log { state.value }

    /// Waits until the log fulfils a condition.
    func wait(until condition: @escaping @Sendable (Log) -> Bool) async { await state.wait(until: condition) }

    func stop() {
        loop.stop()
        loop.join()
    }

    /// The answers of a primary to the first commands of a connection.
    static func greeting(_ command: Command) -> Answer {
        switch command.name {
        case "HELLO": .send("%2\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:3\r\n")
        case "ROLE": .send("*3\r\n$6\r\nmaster\r\n:0\r\n*0\r\n")
        case "FCALL_RO" where command.operand == "cairn1_check": .send("*0\r\n")
        case "FUNCTION": .send("$6\r\ncairn1\r\n")
        case "WAIT": .send(":1\r\n")
        case "SELECT", "ASKING": .send("+OK\r\n")
        default: .send("-ERR unknown command '\(command.name)'\r\n")
        }
    }

    private final class FakeConnection: ConnectionDelegate, @unchecked Sendable {  // ok: confined to its loop's thread
        private let number: Int
        private let loop: EventLoop
        private let state: Watched<Log>
        private let script: Script
        private var parser = RESPParser()

        init(number: Int, on loop: EventLoop, state: Watched<Log>, _ script: @escaping Script) {
            (self.number, self.loop, self.state, self.script) = (number, loop, state, script)
        }

        func connection(_ connection: Connection, didReceive bytes: UnsafeRawBufferPointer) {
            parser.receive(bytes)
            while !connection.isClosed, case .array(let values)? = try? parser.next() {
                let words = values.map {
                    if case .bulkString(let octets) = $0 { String(decoding: octets, as: UTF8.self) } else { "?" }
                }
                guard !words.isEmpty else { return connection.close() }
                let command = Command(words: words, connection: number)
                state.change { $0.commands.append(command) }
                perform(script(command) ?? FakeServer.greeting(command), on: connection)
            }
        }

        private func perform(_ answer: Answer, on connection: Connection) {
            switch answer {
            case .send(let text): connection.write(Array(text.utf8))
            case .sendOctets(let text): sendOctets(Array(text.utf8)[...], on: connection)
            case .sendLate(let text, let delay):
                loop.schedule(after: delay) { connection.write(Array(text.utf8)) }
            case .nothing: break
            case .close(let text):
                connection.write(Array(text.utf8))
                connection.closeAfterFlushing()
            }
        }

        /// Sends one octet in each iteration of the loop, so that the client reads many of them by themselves.
        private func sendOctets(_ octets: ArraySlice<UInt8>, on connection: Connection) {
            guard let first = octets.first else { return }
            connection.write([first])
            loop.schedule(after: .microseconds(100)) { self.sendOctets(octets.dropFirst(), on: connection) }
        }

        func connectionDidReceiveEnd(_ connection: Connection) { connection.close() }
        func connectionDidReachDeadline(_ connection: Connection) {}
        func connectionDidDrain(_ connection: Connection) {}
        func connectionDidClose(_ connection: Connection) { state.change { $0.closed += 1 } }
    }
}
