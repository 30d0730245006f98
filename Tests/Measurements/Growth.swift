import Cairn
import HTTPProtocol
import NavigationKit
import Sessions
import Sockets

/// Compares the cost of a request for shallow and deep stacks, short and long histories, few and many sessions, and
/// measures the cost of restoring a hibernated session or an older version.
struct Growth {
    private let hosted = HostedApplication("directory", title: "Directory") { Directory() }
    private let pool = BlockingPool(threads: 1)
    private let time = SystemTime()

    func run() async throws {
        let loop = try EventLoop()
        loop.start()
        try await withTaskExecutorPreference(loop) {
            try await compare("stack 3 and 1,000 deep", Setting(), Setting(depth: 1_000))
            try await compare("stack 100 and 1,000 deep", Setting(depth: 100), Setting(depth: 1_000))
            try await compare("history of 1 and of 50", Setting(versions: 1), Setting(filled: 50))
            try await compare("100 and 100,000 sessions", Setting(count: 100), Setting(count: 100_000))
            for versions in [1, 50] { try await reportParked(versions: versions) }
            for depth in [3, 100] { try await reportRestored(depth: depth) }
        }
        loop.stop()
        loop.join()
        pool.shutdown()
    }

    private struct Setting {
        var count = 200
        var depth = 3
        /// The maximum number of versions that a session stores.
        var versions = 50
        /// The number of additional actions before the measurement, rounded down to an even one; each adds a version.
        var filled = 0
    }

    private struct Crowd {
        let site: Site
        let table: SessionTable
        var pages: [Request] = []
        var acts: [Request] = []
        var older: [Request] = []
        var ids: [SessionID] = []
    }

    struct Missing: Error {}

    private func crowd(_ setting: Setting) async throws -> Crowd {
        var configuration = Configuration()
        configuration.sessions.count = 1_000_000
        configuration.sessions.versions = setting.versions
        configuration.sessions.stackDepth = max(configuration.sessions.stackDepth, setting.depth + 1)
        configuration.sessions.hibernation = .nanoseconds(0)
        let site = Site(apps: [hosted], configuration: configuration, pool: pool, log: Log(isQuiet: true))
        guard let table = site.sessions(of: "directory") else { throw Missing() }
        var crowd = Crowd(site: site, table: table)
        for number in 0..<setting.count {
            let id = try await table.makeSession()
            var place = Location("/people")
            var version = 0
            func act(_ action: String) async throws {
                // A truncated path identifies its state only together with the version number.
                let request = ActionRequest(
                    location: place, at: place.isComplete ? nil : .version(version),
                    submission: try FormSubmission(token: action))
                guard case .done(let done) = try await table.act(request, for: id) else { throw Missing() }
                (place, version) = (done.location, done.version)
            }
            try await act(setting.depth > 3 ? "travel?towns=\(setting.depth - 2)" : "select-town?town=7")
            try await act("show-people")
            for _ in 0..<setting.filled / 2 {
                try await act("select-friend?friend=1")
                try await act("back")
            }
            let (list, listed) = (place, version)
            try await act("select-friend?friend=\(number % 20)")
            let friend = place
            try await act("back")
            crowd.pages.append(request(.get, place.path + "?at=\(version)", id))
            crowd.older.append(request(.get, list.path + "?at=\(listed)", id))
            crowd.acts.append(request(.post, place.path, id, "action=select-friend%3Ffriend%3D\(number % 20)"))
            crowd.acts.append(request(.post, friend.path, id, "action=back"))
            crowd.ids.append(id)
        }
        // First every session's push, then every session's pop.
        crowd.acts =
            crowd.acts.indices.filter { $0 % 2 == 0 }.map { crowd.acts[$0] }
            + crowd.acts.indices.filter { $0 % 2 == 1 }.map { crowd.acts[$0] }
        return crowd
    }

    private func request(_ method: Method, _ path: String, _ id: SessionID, _ body: String = "") -> Request {
        var fields = [("Host", "localhost"), ("Cookie", "cairn-directory=\(id)")]
        if method == .post { fields.append(("Content-Type", "application/x-www-form-urlencoded")) }
        return Request(method: method, target: "/directory" + path, fields: fields, body: Array(body.utf8))
    }

    private func compare(_ title: String, _ small: Setting, _ large: Setting) async throws {
        let (one, other) = (try await crowd(small), try await crowd(large))
        for (job, first, second) in [("page", one.pages, other.pages), ("act", one.acts, other.acts)] {
            // Alternate, so that other load disturbs both alike.
            var (least, most) = (Double.infinity, Double.infinity)
            for _ in 0..<5 {
                least = min(least, await self.least(of: first, at: one.site, batches: max(1, 8_000 / first.count)))
                most = min(most, await self.least(of: second, at: other.site, batches: max(1, 8_000 / second.count)))
            }
            print("\(title), \(job): \(rounded(least)) and \(rounded(most)) µs, ratio \(rounded(most / least))")
        }
    }

    private func reportParked(versions: Int) async throws {
        let crowd = try await crowd(Setting(versions: versions, filled: versions))
        var least = Double.infinity
        for _ in 0..<10 {
            crowd.table.hibernate()
            least = min(least, await self.least(of: crowd.pages, at: crowd.site, batches: 1))
        }
        crowd.table.hibernate()
        let bytes = crowd.ids.reduce(0) { $0 + (crowd.table.hibernatedByteCount(of: $1) ?? 0) } / crowd.ids.count
        print("hibernated with \(versions) versions: \(bytes) bytes, the first page after it \(rounded(least)) µs")
    }

    private func reportRestored(depth: Int) async throws {
        let crowd = try await crowd(Setting(depth: depth))
        let page = await least(of: crowd.pages, at: crowd.site, batches: 20)
        let older = await least(of: crowd.older, at: crowd.site, batches: 20)
        print("an older version, \(depth) deep: \(rounded(older)) µs, the newest \(rounded(page)) µs")
    }

    /// Returns the mean time of a request in the fastest batch, in microseconds.
    private func least(of requests: [Request], at site: Site, batches: Int) async -> Double {
        var best = Double.infinity
        for _ in 0..<batches {
            let began = ContinuousClock.now
            for request in requests { _ = await site.respond(to: request) }
            let (seconds, attoseconds) = (ContinuousClock.now - began).components
            best = min(best, (Double(seconds) * 1e6 + Double(attoseconds) / 1e12) / Double(requests.count))
        }
        return best
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
