import CairnTesting
import HTTPProtocol
import SessionStores
import Synchronization
import Testing

@testable import Cairn

@Suite("Metrics in the text format of Prometheus", .timeLimit(.minutes(3))) struct MetricsTests {
    private static var configuration: Configuration {
        var configuration = Transport.configuration
        configuration.metricsPort = 0
        return configuration
    }

    /// Runs `body` with the port of a site and that of its metrics.
    private func serve(
        _ configuration: Configuration = Self.configuration, gate: Gate = Gate(),
        stores: [String: any SessionStore] = [:], observer: MetricsObserver? = nil, log: Log = Log(isQuiet: true),
        _ body: (_ port: UInt16, _ metrics: UInt16) async throws -> Void
    ) async throws {
        var configuration = configuration
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        let server = try Server(
            configuration, apps: [Self.app(gate)], stores: stores, log: log, observer: observer
        ) { $0.path == "/route" ? .now(Response(.ok)) : nil }
        let running = Task { try await server.run() }
        guard let address = await server.waitUntilListening(), let port = address.port else {
            return try await running.value
        }
        do { try await body(port, address.metricsPort ?? 0) } catch {
            server.stop()
            try await running.value
            throw error
        }
        server.stop()
        try await running.value
    }

    private static func app(_ gate: Gate) -> HostedApplication {
        Desk.hosted(gate: gate).get("lines.txt", behind: nil) { (_: Desk, _) in .text("a") }
            .webhook("hook") { _ in .text("b") }
    }

    private func scrape(_ port: UInt16) async throws -> ScrapedMetrics {
        let reply = try await SocketClient(port: port).reply(to: Self.call("GET", "/metrics"))
        #expect(reply.status == 200)
        #expect(reply["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        return try ScrapedMetrics(reply.text)
    }

    /// A request to the metrics port, which allows only names of this machine.
    private static func call(_ method: String, _ target: String) -> Call {
        Call(method, target, fields: [("Host", "localhost")])
    }

    @Test func `requests are counted by the class of their status and by kind`() async throws {
        try await serve { port, metrics in
            let visitor = Visitor(.socket(port: port))
            for (target, status) in [("/desk", 200), ("/route", 200), ("/cairn.css", 200), ("/none", 404), ("/", 200)] {
                #expect(try await visitor.get(target).status == status, "\(target)")
            }
            #expect(try await visitor.get("/desk/lines.txt").status == 200)
            #expect(try await visitor.post("/desk/hook", "x").status == 200)
            #expect(try await visitor.post("/desk", "action=increment").status == 303)
            #expect(try await visitor.post("/desk", "action=fail").status == 500)
            let refused = try await SocketClient(port: port)
            try await refused.send("GET / HTTP/3.0\r\n\r\n")
            #expect(try await refused.reply().status == 505)
            let scraped = try await scrape(metrics)
            let expected = [
                "2xx page": 1.0, "2xx route": 4, "2xx file": 1, "4xx error": 1, "3xx action": 1, "5xx action": 1,
                "5xx error": 1,
            ]
            let samples = try #require(scraped.families["cairn_requests_total"]?.samples)
            #expect(samples.count == 25)
            for sample in samples {
                let name = "\(sample.labels["status"] ?? "") \(sample.labels["kind"] ?? "")"
                #expect(sample.value == expected[name, default: 0], "\(name)")
            }
        }
    }

    @Test func `the latency of each complete request is counted and summed`() async throws {
        try await serve { port, metrics in
            let client = try await SocketClient(port: port)
            for _ in 1...20 { #expect(try await client.reply(to: Call("GET", "/desk")).status == 200) }
            let scraped = try await scrape(metrics)
            #expect(scraped["cairn_request_seconds_count{kind=\"page\"}"] == 20)
            #expect(scraped["cairn_request_seconds_count{kind=\"file\"}"] == 0)
            let sum = try #require(scraped["cairn_request_seconds_sum{kind=\"page\"}"])
            #expect(sum > 0 && sum < 20)
        }
    }

    @Test func `connections, sessions, the build and the loops have values`() async throws {
        try await serve { port, metrics in
            let visitor = Visitor(.socket(port: port))
            _ = try await visitor.post("/desk", "action=increment")
            let scraped = try await scrape(metrics)
            #expect(scraped["cairn_connections"] == 1)
            #expect(scraped["cairn_connections_total"] == 1)
            #expect(scraped["cairn_sessions{app=\"desk\",state=\"live\"}"] == 1)
            #expect(scraped["cairn_sessions{app=\"desk\",state=\"hibernated\"}"] == 0)
            #expect(scraped["cairn_session_evictions_total{app=\"desk\",reason=\"limit\"}"] == 0)
            #expect(scraped["cairn_event_streams"] == 0)
            #expect(scraped["cairn_background_tasks{app=\"desk\",state=\"running\"}"] == 0)
            #expect(scraped["cairn_unsent_bytes"] == 0)
            #expect(scraped["cairn_log_dropped_total"] == 0)
            #expect(scraped["cairn_security_events_total{kind=\"cross-site-post\"}"] == 0)
            #expect(scraped["cairn_loop_turn_seconds_count"].map { $0 > 0 } == true)
            #expect(scraped["cairn_loop_lag_seconds"].map { $0 >= 0 } == true)
            #expect(scraped.families["cairn_build_info"]?.samples.map(\.value) == [1])
            #expect(scraped.families["cairn_store_seconds"] == nil)
        }
    }

    @Test func `no path, query or cookie is in the metrics, whatever is requested`() async throws {
        try await serve { port, metrics in
            let client = try await SocketClient(port: port)
            for number in 1...50 {
                let call = Call("GET", "/secret\(number)?key=secret", fields: [("Cookie", "secret=secret")])
                #expect(try await client.reply(to: call).status == 404)
            }
            let reply = try await SocketClient(port: metrics).reply(to: Self.call("GET", "/metrics"))
            #expect(!reply.text.contains("secret"))
            #expect(reply.text.split(separator: "\n").count < 300)
        }
    }

    @Test func `the metrics port answers only GET and HEAD of its path, and is not counted`() async throws {
        try await serve { _, metrics in
            let client = try await SocketClient(port: metrics)
            for (method, target, status) in [
                ("GET", "/", 404), ("GET", "/desk", 404), ("POST", "/metrics", 405), ("HEAD", "/metrics", 200),
                ("GET", "/metrics?x=y", 200),
            ] {
                #expect(try await client.reply(to: Self.call(method, target)).status == status, "\(method) \(target)")
            }
            let samples = try await scrape(metrics).families["cairn_requests_total"]?.samples
            #expect(samples?.allSatisfy { $0.value == 0 } == true)
        }
    }

    @Test func `without the setting there is no port, and the site does not have the path`() async throws {
        try await serve(Transport.configuration) { port, metrics in
            #expect(metrics == 0)
            let reply = try await Visitor(.socket(port: port)).get("/metrics")
            #expect(reply.status == 404)
        }
    }

    @Test func `the metrics can be read while a handler blocks the event loop`() async throws {
        let (isBlocked, mayEnd) = (Gate(), Flag())
        var configuration = Self.configuration
        configuration.handlerTimeout = .seconds(30)
        (configuration.host, configuration.port) = ("127.0.0.1", 0)
        let server = try Server(configuration, apps: [], log: Log(isQuiet: true)) { _ in
            isBlocked.open()
            while !mayEnd.isSet {}
            return .now(Response(.ok))
        }
        let running = Task { try await server.run() }
        defer { mayEnd.set() }
        let address = try #require(await server.waitUntilListening())
        let client = try await SocketClient(port: try #require(address.port))
        try await client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        await isBlocked.pass()
        let scraped = try await scrape(try #require(address.metricsPort))
        #expect(scraped["cairn_loop_lag_seconds"].map { $0 > 0 } == true)
        mayEnd.set()
        #expect(try await client.reply().status == 200)
        server.stop()
        try await running.value
    }

    @Test func `the operations of a store are timed, and their errors counted`() async throws {
        let store = StoreWithFailures(base: MemoryStore())
        try await serve(stores: ["desk": store]) { port, metrics in
            let visitor = Visitor(.socket(port: port))
            #expect(try await visitor.post("/desk", "action=increment").status == 303)
            store.fails.set()
            #expect(try await visitor.post("/desk", "action=increment").status == 503)
            let scraped = try await scrape(metrics)
            #expect(scraped["cairn_store_seconds_count{app=\"desk\",operation=\"commit\"}"].map { $0 >= 2 } == true)
            #expect(scraped["cairn_store_errors_total{app=\"desk\",operation=\"commit\"}"].map { $0 >= 1 } == true)
            #expect(scraped["cairn_store_errors_total{app=\"desk\",operation=\"begin\"}"] == 0)
        }
    }

    @Test func `an observer gets the values of the port, and the last ones when the server stops`() async throws {
        let seen = Mutex<[[Metric]]>([])
        let observer = MetricsObserver(every: .seconds(3_600)) { metrics in seen.withLock { $0.append(metrics) } }
        var names: Set<String> = []
        try await serve(observer: observer) { port, metrics in
            #expect(try await Visitor(.socket(port: port)).get("/desk").status == 200)
            names = Set(try await scrape(metrics).families.keys)
        }
        let all = seen.withLock(\.self)
        let last = try #require(all.last)
        #expect(Set(last.map(\.name)) == names)
        let requests = try #require(last.first { $0.name == "cairn_requests_total" })
        let page = [Metric.Label(name: "status", value: "2xx"), Metric.Label(name: "kind", value: "page")]
        #expect(requests.samples.first { $0.labels == page }?.value == 1)
        #expect(all.count == 1)
    }

    @Test func `on a loopback address the metrics are refused to other host names`() async throws {
        try await serve { _, metrics in
            for (host, status) in [("localhost", 200), ("127.0.0.1:1", 200), ("[::1]", 200), ("example.org", 421)] {
                let client = try await SocketClient(port: metrics)
                try await client.send("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(try await client.reply().status == status, "\(host)")
            }
        }
    }

    @Test func `a port in use is an error that names the setting`() async throws {
        try await serve { port, _ in
            var configuration = Transport.configuration
            (configuration.host, configuration.port, configuration.metricsPort) = ("127.0.0.1", 0, port)
            let server = try Server(configuration, apps: [], log: Log(isQuiet: true))
            let error = await #expect(throws: ConfigurationError.self) { try await server.run() }
            #expect(error?.description == "--metrics-port: \(port) is already in use; choose another port.")
        }
    }
}

/// A value that is set once, readable on any thread.
final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .acquiring) }
    func set() { value.store(true, ordering: .releasing) }
}

/// A store whose commits fail once its flag is set.
struct StoreWithFailures: WrappingStore {
    let base: MemoryStore
    let fails = Flag()

    func commit(_ change: SessionChange, under lease: Lease) async throws -> CommitResult {
        guard !fails.isSet else { throw StoreError(.unavailable, operation: "commit", path: "the test") }
        return try await base.commit(change, under: lease)
    }
}
