import Cairn
import CairnTesting
import HTTPProtocol
import Sockets
import Synchronization
import Testing

@Suite("A server counts live objects while no session is active", .serialized) struct LiveObjectTests {
    private static func hosted(_ jar: Jar? = nil) -> HostedApplication {
        HostedApplication("loft", title: "Loft") { Loft(jar) }
    }

    @Test(arguments: [true, false])
    func `controllers of idle sessions are dropped for the count and rebuilt later`(atRoot: Bool) async throws {
        try await Transport.memory.serve([Self.hosted()], mountsAtRoot: atRoot) { wire in
            _ = try await LiveObjectCounts.read(over: wire)
            let visitor = Visitor(wire)
            let path = atRoot ? "/" : "/loft"
            try await visitor.visit(path)
            try await visitor.click("Climb")
            let page = try await visitor.click("Climb")
            #expect(page.texts == ["Step 2"])
            let counts = try #require(try await LiveObjectCounts.read(over: wire))
            // Objects of other tests live in this process too.
            #expect(counts.classes["LoftStep"] == nil, "\(counts)")
            #expect(counts.count == counts.classes.values.reduce(0, +))
            #expect(try await visitor.reload().texts == ["Step 2"])
            #expect(try await visitor.click("Climb").texts == ["Step 3"])
        }
    }

    @Test func `the counts are uncached JSON, and only a POST from our own site gets them`() async throws {
        try await Transport.memory.serve([Self.hosted()]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.send(Call("POST", "/live-objects"))
            #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
            #expect(reply["Cache-Control"] == "no-store")
            for method in ["GET", "HEAD", "PUT"] {
                let refusal = try await visitor.send(Call(method, "/live-objects"))
                #expect(refusal.status == 405 && refusal["Allow"] == "POST, OPTIONS")
            }
            let foreign = Call("POST", "/live-objects", fields: [("Sec-Fetch-Site", "cross-site")])
            #expect(try await visitor.send(foreign).status == 403)
        }
    }

    @Test func `clients on other machines get 404, even with --explain`() async throws {
        let site = Site(
            apps: [Self.hosted()], configuration: Transport.configuration, pool: BlockingPool(threads: 1),
            log: Log(isQuiet: true))
        let request = Request(method: .post, target: "/live-objects", fields: [("Host", "cairn.test")])
        #expect(await site.respond(to: request).status.code == 404)
        #expect(await site.respond(to: request, isFromThisMachine: true).status.code == 200)
    }

    @Test func `without --explain there are no counts, and a crawler works without them`() async throws {
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = false
        try await Transport.socket.serve([Self.hosted()], configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let reply = try await Visitor(wire).send(Call("POST", "/live-objects"))
            #expect(reply.status == 404)
            #expect(try await LiveObjectCounts.read(over: wire) == nil)
            var lines: [String] = []
            var limits = Crawl.Limits()
            limits.depth = 2
            let status = await CrawlCommand.run(
                "http://127.0.0.1:\(port)/", limits: limits, print: { lines.append($0) })
            #expect(status == 0)
            #expect(lines.last?.contains("objects left") == false, "\(lines)")
        }
    }

    @Test func `a crawl reports leaked objects by class, and none for an app without a leak`() async throws {
        for jar in [Jar(), nil] {
            try await Transport.socket.serve([Self.hosted(jar)]) { wire in
                guard case .socket(let port) = wire.kind else { return }
                var lines: [String] = []
                var limits = Crawl.Limits()
                limits.depth = 2
                _ = await CrawlCommand.run("http://127.0.0.1:\(port)/", limits: limits, print: { lines.append($0) })
                #expect(lines.contains { $0.contains("leaked objects of the class LoftStep") } == (jar != nil))
                #expect(lines.last?.contains(" objects left, ") == true, "\(lines)")
            }
            jar?.empty()
        }
    }
}

// MARK: - A loft with a jar that can leak objects

private final class Jar: Sendable {
    private struct Kept: @unchecked Sendable {  // ok: kept, and never read
        let step: LoftStep
    }

    private let kept = Mutex<[Kept]>([])
    func keep(_ step: LoftStep) {
        let step = Kept(step: step)
        kept.withLock { $0.append(step) }
    }
    func empty() {
        _ = kept.withLock { kept in
            defer { kept = [] }
            return kept
        }
    }
}

private struct ClimbLoft: Action {}

private final class Loft: Application {
    let jar: Jar?
    init(_ jar: Jar?) {
        self.jar = jar
        super.init()
    }
    override func makeRootViewController() -> ViewController { LoftNavigation(jar) }
}

private enum LoftRoute: Route { case step(Int) }

private final class LoftNavigation: NavigationController<LoftRoute> {
    let jar: Jar?
    init(_ jar: Jar?) {
        self.jar = jar
        super.init(root: .step(0))
    }
    override class var actions: [Handler] { [.on(go)] }
    func go(_ action: ClimbLoft) { push(.step(depth)) }
    override func destination(for route: LoftRoute) throws -> ViewController {
        switch route {
        case .step(let number):
            let step = LoftStep(number)
            jar?.keep(step)
            return step
        }
    }
}

private final class LoftStep: ViewController {
    let number: Int
    init(_ number: Int) {
        self.number = number
        super.init()
    }
    @ViewBuilder override var view: any View {
        Text("Step \(number)")
        Button("Climb", action: ClimbLoft())
    }
}
