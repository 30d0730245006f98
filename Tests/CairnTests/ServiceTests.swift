import CairnTesting
import Synchronization
import Testing

@testable import Cairn

@Suite("Services beside a server", .timeLimit(.minutes(3))) struct ServiceTests {
    /// The steps of services in their order.
    final class Steps: Sendable {
        private let steps = Mutex<[String]>([])
        var all: [String] { steps.withLock(\.self) }
        func add(_ step: String) { steps.withLock { $0.append(step) } }
    }

    /// A service that notes its steps, and runs until it is cancelled or its gate opens.
    struct Worker: BackgroundService {
        let name: String
        let steps: Steps
        var end = Gate()
        var failsAtStart = false
        var failure: (any Error & Sendable)?
        var ignoresCancellation = false

        func startUp() async throws {
            if failsAtStart { throw Failure() }
            steps.add("\(name) starts up")
        }

        func run() async throws {
            steps.add("\(name) runs")
            if ignoresCancellation {
                await end.pass()
            } else {
                await withTaskCancellationHandler {
                    await end.pass()
                } onCancel: {
                    end.open()
                }
            }
            steps.add("\(name) ends\(Task.isCancelled ? " cancelled" : "")")
            if let failure { throw failure }
            try Task.checkCancellation()
        }

        func shutDown() async { steps.add("\(name) shuts down") }
    }

    private func server(
        _ services: [any BackgroundService], gate: Gate = Gate(), grace: Duration = .seconds(30), log: Log
    ) throws -> Server {
        var configuration = Transport.configuration
        (configuration.host, configuration.port, configuration.gracePeriod) = ("127.0.0.1", 0, grace)
        return try Server(configuration, apps: [Desk.hosted(gate: gate)], log: log, services: services)
    }

    @Test func `services start up in order before the server listens, and shut down in reverse`() async throws {
        let (steps, lines) = (Steps(), LogLines())
        let workers = ["a", "b"].map { Worker(name: $0, steps: steps) }
        let server = try server(workers, log: lines.log())
        let running = Task { try await server.run() }
        #expect(await server.waitUntilListening() != nil)
        #expect(steps.all.starts(with: ["a starts up", "b starts up"]))
        for worker in workers { await worker.end.untilReached() }
        #expect(Set(steps.all.dropFirst(2)) == ["a runs", "b runs"])
        server.stop()
        try await running.value
        #expect(Set(steps.all[4..<6]) == ["a ends cancelled", "b ends cancelled"])
        #expect(steps.all.suffix(2) == ["b shuts down", "a shuts down"])
        #expect(lines.diagnostics.count == 1)
    }

    /// Waits in its start-up, until it is cancelled.
    struct SlowStart: BackgroundService {
        let name = "slow"
        let steps: Steps
        let start = Gate()

        func startUp() async throws {
            await withTaskCancellationHandler {
                await start.pass()
            } onCancel: {
                start.open()
            }
            try Task.checkCancellation()
        }

        func run() async throws { steps.add("slow runs") }
        func shutDown() async { steps.add("slow shuts down") }
    }

    @Test func `a stop ends a start-up that waits, and shuts down what was started up`() async throws {
        let steps = Steps()
        let slow = SlowStart(steps: steps)
        let services: [any BackgroundService] = [
            Worker(name: "a", steps: steps), slow, Worker(name: "b", steps: steps),
        ]
        let server = try server(services, log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        await slow.start.untilReached()
        server.stop()
        try await running.value
        #expect(await server.waitUntilListening() == nil)
        #expect(steps.all == ["a starts up", "a shuts down"])
    }

    @Test func `services shut down after the last response`() async throws {
        let (steps, gate) = (Steps(), Gate())
        let server = try server([Worker(name: "a", steps: steps)], gate: gate, log: Log(isQuiet: true))
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        let client = try await SocketClient(port: port)
        try await client.send(
            "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: 19\r\n\r\naction=wait-at-gate")
        await gate.untilReached()
        server.stop()
        // The handler still runs, so the services cannot be shut down.
        #expect(!steps.all.contains("a shuts down"))
        gate.open()
        #expect(try await client.reply().status == 303)
        try await running.value
        #expect(steps.all.contains("a shuts down"))
    }

    @Test func `an error of a service ends the server with this error`() async throws {
        let (steps, lines) = (Steps(), LogLines())
        let failing = Worker(name: "import", steps: steps, failure: Failure())
        let other = Worker(name: "b", steps: steps)
        let server = try server([failing, other], log: lines.log())
        let running = Task { try await server.run() }
        #expect(await server.waitUntilListening() != nil)
        await other.end.untilReached()
        failing.end.open()
        let error = await #expect(throws: ServiceError.self) { try await running.value }
        #expect(error?.description == "the service import has failed: Failure()")
        #expect(steps.all.contains("b ends cancelled") && steps.all.suffix(2) == ["b shuts down", "import shuts down"])
    }

    @Test func `a service that returns early ends nothing`() async throws {
        let (steps, lines) = (Steps(), LogLines())
        let worker = Worker(name: "once", steps: steps)
        worker.end.open()
        let server = try server([worker], log: lines.log())
        let running = Task { try await server.run() }
        let port = try #require(await server.waitUntilListening()?.port)
        #expect(try await Visitor(.socket(port: port)).get("/desk").status == 200)
        server.stop()
        try await running.value
        #expect(steps.all == ["once starts up", "once runs", "once ends", "once shuts down"])
    }

    @Test func `an error at the start prevents it, and only the services before it shut down`() async throws {
        let steps = Steps()
        let services = [
            Worker(name: "a", steps: steps), Worker(name: "b", steps: steps, failsAtStart: true),
            Worker(name: "c", steps: steps),
        ]
        let server = try server(services, log: Log(isQuiet: true))
        let error = await #expect(throws: ServiceError.self) { try await server.run() }
        #expect(error?.service == "b")
        #expect(await server.waitUntilListening() == nil)
        #expect(steps.all == ["a starts up", "a shuts down"])
    }

    @Test func `a service that ignores its cancellation delays the end by at most the grace period`() async throws {
        let (steps, lines) = (Steps(), LogLines())
        let worker = Worker(name: "a", steps: steps, ignoresCancellation: true)
        let server = try server([worker], grace: .zero, log: lines.log())
        let running = Task { try await server.run() }
        #expect(await server.waitUntilListening() != nil)
        await worker.end.untilReached()
        server.stop()
        try await running.value
        #expect(lines.diagnostics.last == "A service has not ended within --grace-seconds.")
        #expect(steps.all.last == "a shuts down")
        worker.end.open()
    }

    @Test func `an error after the stop is logged and not thrown`() async throws {
        let (steps, lines) = (Steps(), LogLines())
        let server = try server([Worker(name: "a", steps: steps, failure: Failure())], log: lines.log())
        let running = Task { try await server.run() }
        #expect(await server.waitUntilListening() != nil)
        server.stop()
        try await running.value
        #expect(lines.diagnostics.last == "the service a has failed: Failure()")
    }
}
