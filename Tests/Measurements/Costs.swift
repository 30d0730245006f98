import Cairn
import Glibc
import HTTPProtocol
import Sockets

/// Measures the time of a request without its socket: the mean in the fastest of many short batches, because other
/// load affects few of them.
struct Costs {
    private let site: Site
    private let table: SessionTable
    private let pool = BlockingPool(threads: 1)

    init() throws {
        var configuration = Configuration()
        configuration.sessions.count = 1_000_000
        let app = HostedApplication("directory", title: "Directory") { Directory() }
        site = Site(apps: [app], configuration: configuration, pool: pool, log: Log(isQuiet: true))
        guard let table = site.sessions(of: "directory") else { throw Missing() }
        self.table = table
    }

    struct Missing: Error {}

    func run() async throws {
        let count = getenv("SESSIONS").flatMap { Int(String(cString: $0)) } ?? 200
        let loop = try EventLoop()
        loop.start()
        // Run on an event loop, as the server does.
        try await withTaskExecutorPreference(loop) {
            let requests = try await Sessions(count: count, in: table)
            let wanted = CommandLine.arguments.dropFirst(2)
            for (job, list) in [("page", requests.pageRequests), ("act", requests.actRequests)]
            where wanted.isEmpty || wanted.contains(job) {
                print(job, try await least(of: list))
            }
        }
        loop.stop()
        loop.join()
        pool.shutdown()
    }

    /// Returns the mean time of a request in the fastest batch, in microseconds.
    private func least(of requests: [Request]) async throws -> Double {
        var best = Double.infinity
        for _ in 0..<max(3, 40_000 / requests.count) {
            let began = ContinuousClock.now
            for request in requests { _ = await site.respond(to: request) }
            let (seconds, attoseconds) = (ContinuousClock.now - began).components
            best = min(best, (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(requests.count))
        }
        return (best * 100).rounded() / 100
    }
}

extension Sessions {
    var pageRequests: [Request] { requests(from: pages, method: .get) }
    var actRequests: [Request] { requests(from: pushes + pops, method: .post) }

    private func requests(from lines: String, method: Method) -> [Request] {
        lines.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t").map(String.init)
            var fields = [("Host", "localhost"), ("Cookie", parts[1])]
            if method == .post { fields.append(("Content-Type", "application/x-www-form-urlencoded")) }
            return Request(
                method: method, target: parts[0], fields: fields, body: Array((parts.count > 2 ? parts[2] : "").utf8))
        }
    }
}
