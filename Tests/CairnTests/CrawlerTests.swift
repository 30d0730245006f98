import Cairn
import CairnTesting
import HTTPProtocol
import Synchronization
import Testing

@Suite("A crawler finds the faults of an app") struct CrawlerTests {
    private static func crawl(
        _ apps: [HostedApplication], from path: String = "/shop",
        _ change: (inout Crawl.Limits) -> Void = { _ in }
    ) async throws -> Crawl {
        var crawl: Crawl?
        var limits = Crawl.Limits()
        change(&limits)
        try await Transport.memory.serve(apps) { crawl = try await Crawler($0, limits: limits).crawl(from: path) }
        return try #require(crawl)
    }

    @Test(arguments: Transport.allCases)
    func `an app without faults has no findings, in memory and over a socket`(transport: Transport) async throws {
        try await transport.serve([Kiosk.hosted()]) { wire in
            let crawl = try await Crawler(wire).crawl(from: "/shop")
            #expect(crawl.findings.isEmpty, "\(crawl.findings)")
            #expect(crawl.notes.isEmpty && crawl.isComplete, "\(crawl.notes)")
            #expect(crawl.locations == ["/shop", "/shop/paper:1", "/shop/paper:2"])
            #expect(crawl.states == 3 && crawl.alerts == 0)
        }
    }

    @Test func `an action that a responder claims and does not perform is a finding, and so is one that fails`()
        async throws
    {
        let crawl = try await Self.crawl([Desk.hosted(gate: Self.openGate)], from: "/desk") { $0.depth = 3 }
        #expect(
            crawl.findings.contains("ignored at /desk: the response is 409 urn:cairn:problem:unhandled-action"),
            "\(crawl.findings)")
        #expect(crawl.findings.contains { $0.hasPrefix("fail at /desk: the response is 500") }, "\(crawl.findings)")
    }

    @Test func `a location that gets 404 without a session is a finding`() async throws {
        let crawl = try await Self.crawl([Kiosk.hosted(.init(isExclusive: true))])
        #expect(crawl.findings.contains("/shop/paper:2 responds with status 404 to a request without a cookie"))
        #expect(crawl.findings.count == 1, "\(crawl.findings)")
    }

    @Test func `a page that cannot be shown is a finding`() async throws {
        let crawl = try await Self.crawl([Kiosk.hosted(.init(isTorn: true))])
        #expect(crawl.findings.contains("GET /shop/paper:2 failed with status 500"), "\(crawl.findings)")
    }

    @Test func `actions whose sample input is rejected are noted, unless an example is given`() async throws {
        let hosted = Kiosk.hosted(.init(isPicky: true))
        let crawl = try await Self.crawl([hosted])
        #expect(crawl.findings.isEmpty)
        #expect(crawl.notes == ["order at /shop was not tried: We have the Times only. Give valid examples."])
        try await Transport.memory.serve([hosted]) { wire in
            let crawl = try await Crawler(wire, examples: ["title": "Times"]).crawl(from: "/shop")
            #expect(crawl.notes.isEmpty)
        }
    }

    @Test func `differences between HTML and Siren are findings`() async throws {
        for (said, instead, finding) in [
            ("value=\"order\"", "value=\"order?x=1\"", "only HTML offers order?x=1 to /shop with _at=path"),
            ("required", "", "the field title of order is required in only one of HTML and Siren"),
            (
                "maxlength=\"100\"", "maxlength=\"99\"",
                "the field title of order has a different maximum length in HTML than in Siren"
            ),
            ("name=\"title\"", "name=\"headline\"", "the field title of order is missing in HTML"),
            (">Title<", ">Headline<", "the field title of order has a different label in HTML than in Siren"),
            (
                "type=\"number\"", "type=\"range\"",
                "the field copies of order has a different type in HTML than in Siren"
            ),
            ("min=\"1\"", "min=\"2\"", "the field copies of order has a different minimum in HTML than in Siren"),
            ("max=\"9\"", "", "the field copies of order has a different maximum in HTML than in Siren"),
            ("step=\"2\"", "step=\"3\"", "the field copies of order has a different step in HTML than in Siren"),
            ("step=\"2\"", "step=\"any\"", "the field copies of order has a different step in HTML than in Siren"),
            ("minlength=\"3\"", "", "the field title of order has a different minimum length in HTML than in Siren"),
            (
                "pattern=\"[A-Z", "pattern=\"[B-Z",
                "the field title of order has a different pattern in HTML than in Siren"
            ),
            ("Which paper", "What paper", "the field title of order has a different help text in HTML than in Siren"),
            (
                "\"late\" selected", "\"late\"",
                "the field edition of order has a different selection in HTML than in Siren"
            ),
            (
                ">Early edition<", ">First edition<",
                "the field edition of order has different choices in HTML than in Siren"
            ),
            (
                "value=\"true\" checked", "value=\"true\"",
                "the field isGift of order is checked in only one of HTML and Siren"
            ),
            (
                "value=\"true\" checked", "value=\"on\" checked",
                "the field isGift of order sends a different value in HTML than in Siren"
            ),
            ("href=\"https://example.org/\"", "href=\"#\"", "only Siren links to https://example.org/"),
            (
                "href=\"https://example.org/\"", "href=\"https://example.com/\"",
                "only HTML links to https://example.com/"
            ),
        ] {
            try await Transport.memory.serve([Kiosk.hosted()]) { wire in
                guard case .memory(let site) = wire.kind else { return }
                let liar = try Server(
                    Transport.configuration, apps: [], log: Log(isQuiet: true),
                    extra: { request in
                        .later {
                            var response = await site.respond(to: request)
                            if request.fields[.accept] == "text/html" {
                                let text = String(decoding: response.body.bytes, as: UTF8.self)
                                response.body.bytes = Array(text.replacing(said, with: instead).utf8)
                            }
                            return response
                        }
                    })
                let crawl = try await Crawler(.memory(liar.site)).crawl(from: "/shop")
                #expect(crawl.findings.contains { $0.hasSuffix(finding) }, "\(finding): \(crawl.findings)")
            }
        }
    }

    @Test func `of several actions with one name the first, the middle and the last are sent`() async throws {
        let crawl = try await Self.crawl([Kiosk.hosted(.init(papers: 9))]) { $0.depth = 1 }
        #expect(crawl.findings.isEmpty, "\(crawl.findings)")
        #expect(crawl.locations == ["/shop", "/shop/paper:1", "/shop/paper:5", "/shop/paper:9"])
    }

    @Test func `a GET that creates a version is a finding`() async throws {
        try await Transport.memory.serve([Kiosk.hosted()]) { wire in
            guard case .memory(let site) = wire.kind else { return }
            let meddler = try Server(
                Transport.configuration, apps: [], log: Log(isQuiet: true),
                extra: { request in
                    .later {
                        if request.method == .get, let cookie = request.fields[.cookie] {
                            let form = ("Content-Type", "application/x-www-form-urlencoded")
                            let body = Array("action=read&paper=1".utf8)
                            _ = await site.respond(
                                to: Request(
                                    method: .post, target: "/shop",
                                    fields: [("Host", "cairn.test"), ("Cookie", cookie), form], body: body))
                        }
                        return await site.respond(to: request)
                    }
                })
            let crawl = try await Crawler(.memory(meddler.site)).crawl(from: "/shop")
            #expect(crawl.findings.contains { $0.contains("a GET created or deleted a version") }, "\(crawl.findings)")
        }
    }

    @Test func `leaked objects are a finding if the server counts objects`() async throws {
        try await Transport.memory.serve([Kiosk.hosted()]) { wire in
            for (before, after, findings) in [
                (
                    ["Paper": 4, "Kiosk": 1], ["Paper": 6, "Kiosk": 1],
                    ["The crawl leaked objects of the class Paper: 2."]
                ), (["Paper": 4, "Kiosk": 1], ["Paper": 3], []),
            ] {
                var counts = [before, after]
                let crawler = Crawler(wire)
                crawler.liveObjects = { counts.removeFirst() }
                let crawl = try await crawler.crawl(from: "/shop")
                #expect(crawl.findings == findings)
                #expect(crawl.objectsLeft == findings.count * 2)
                #expect(crawl.summary.contains(" \(findings.count * 2) objects left, "))
            }
            let crawler = Crawler(wire)
            crawler.liveObjects = { nil }
            #expect(try await crawler.crawl(from: "/shop").objectsLeft == nil)
        }
    }

    @Test func `the crawler stops at its limits and reports that`() async throws {
        let few = try await Self.crawl([Kiosk.hosted()]) { $0.states = 2 }
        #expect(few.states == 2 && !few.isComplete && few.summary.contains("incomplete: a limit was reached"))
        let short = try await Self.crawl([Kiosk.hosted()]) { $0.time = .zero }
        #expect(short.states == 1 && !short.isComplete)
        let shallow = try await Self.crawl([Kiosk.hosted()]) { $0.depth = 1 }
        #expect(shallow.actions.count == 1)
    }

    private static var openGate: Gate {
        let gate = Gate()
        gate.open()
        return gate
    }
}

@Suite("The command crawl") struct CrawlCommandTests {
    private func run(_ url: String, examples: [String: String] = [:]) async -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        var limits = Crawl.Limits()
        limits.depth = 2
        let status = await CrawlCommand.run(url, limits: limits, examples: examples, print: { lines.append($0) })
        return (status, lines)
    }

    @Test func `crawl visits each app that the site lists, and prints a summary`() async throws {
        let gate = Gate()
        gate.open()
        // Turn off the count of live objects: it would include objects of other tests in this process.
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = false
        let apps = [Kiosk.hosted(), Desk.hosted(gate: gate)]
        try await Transport.socket.serve(apps, configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let (status, lines) = await run("http://localhost:\(port)/")
            #expect(status == 1)
            #expect(lines.filter { $0.hasPrefix("/shop: no faults: 3 states, ") }.count == 1, "\(lines)")
            #expect(lines.filter { $0.hasPrefix("/desk: 4 faults: ") }.count == 1)
            #expect(await run("http://127.0.0.1:\(port)/shop").status == 0)
            let nowhere = await run("http://127.0.0.1:\(port)/nowhere")
            #expect(nowhere.status == 2)
            #expect(nowhere.lines.first?.contains("/nowhere responded with status 404") == true)
            let health = await run("http://127.0.0.1:\(port)/healthz")
            let reason = "/healthz is not Siren; its Content-Type is text/plain"
            #expect(health.lines.first?.contains(reason) == true, "\(health.lines)")
        }
    }

    @Test func `crawl fills fields with the given examples`() async throws {
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = false
        let apps = [Kiosk.hosted(.init(isPicky: true))]
        try await Transport.socket.serve(apps, configuration: configuration) { wire in
            guard case .socket(let port) = wire.kind else { return }
            let note = "(order at /shop was not tried: We have the Times only. Give valid examples.)"
            #expect(await run("http://127.0.0.1:\(port)/").lines.contains("/shop: " + note))
            let told = await run("http://127.0.0.1:\(port)/", examples: ["title": "Times"])
            #expect(told.status == 0 && told.lines.count == 1, "\(told.lines)")
        }
    }

    @Test(arguments: [
        ("https://example.org/", "plain HTTP only"), ("localhost:8080", "use one such as http://"),
        ("http://", "has no valid host"), ("http://a:x/", "has no valid host"), ("http://a:0/", "has no valid host"),
        ("http://127.0.0.1:1/", "Cannot connect to 127.0.0.1 on port 1"),
        ("http://no-such-host.invalid/", "The host no-such-host.invalid cannot be resolved"),
        ("http://u@a/", "has no valid host"),
    ])
    func `crawl exits with 2 and a reason for a URL that it cannot crawl`(url: String, says: String) async {
        let (status, lines) = await run(url)
        #expect(status == 2)
        #expect(lines.count == 1 && lines[0].contains(says), "\(lines)")
    }

    @Test func `crawl takes a URL and limits`() throws {
        let plain = try CrawlArguments(["http://a/"])
        #expect(plain.url == "http://a/" && plain.examples.isEmpty)
        #expect((plain.limits.depth, plain.limits.states, plain.limits.time) == (6, 1_000, .seconds(300)))
        let limits = try CrawlArguments(["--depth=2", "--states", "9", "http://a/", "--seconds=8"]).limits
        #expect((limits.depth, limits.states, limits.time) == (2, 9, .seconds(8)))
    }

    @Test func `crawl takes several examples, with any text`() throws {
        let arguments = ["--example", "name=Ida", "http://a/", "--example=password=a=b c", "--example", "note="]
        #expect(try CrawlArguments(arguments).examples == ["name": "Ida", "password": "a=b c", "note": ""])
    }

    @Test(arguments: [
        ([], "needs the URL"), (["http://a/", "--depth", "0"], "--depth: 0"),
        (["http://a/", "--states=x"], "--states: x"), (["http://a/", "http://b/"], "does not accept http://b/"),
        (["http://a/", "--example", "name"], "--example: the value must have the form NAME=TEXT"),
        (["http://a/", "--example", "=Ida"], "--example: the value must"),
        (["http://a/", "--example"], "needs a value"),
    ])
    func `an error names the argument that crawl does not take`(arguments: [String], says: String) {
        let error = #expect(throws: ConfigurationError.self) { try CrawlArguments(arguments) }
        #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
    }

    @Test func `an origin keeps its port, and an IPv6 address its brackets`() throws {
        #expect(try Origin.split("http://Example.org").origin.description == "http://example.org")
        #expect(try Origin.split("http://[::1]:8080/a?b#c").origin.description == "http://[::1]:8080")
        #expect(try Origin.split("http://[::1]:8080/a?b#c").path == "/a")
    }
}

// MARK: - A kiosk with optional faults

struct ReadPaper: Action {
    static let name = "read"
    var paper: Int
}
struct OrderPaper: Action {
    static let name = "order"
    var title = ""
    var copies: Int?
    var edition = Edition.early
    var isGift = false

    enum Edition: String, CaseIterable, Codable, Sendable { case early, late }
}

final class Kiosk: Application {
    struct Faults: Sendable {
        var isExclusive = false
        var isTorn = false
        var isPicky = false
        var papers = 2
    }

    @Saved var hasRead = false
    let faults: Faults
    init(_ faults: Faults) {
        self.faults = faults
        super.init()
    }
    override func makeRootViewController() -> ViewController { KioskNavigation(faults) }

    static func hosted(_ faults: Faults = Faults()) -> HostedApplication {
        HostedApplication("shop", title: "Kiosk") { Kiosk(faults) }
    }
}

enum KioskRoute: Route { case papers, paper(Int) }

final class KioskNavigation: NavigationController<KioskRoute> {
    let faults: Kiosk.Faults
    init(_ faults: Kiosk.Faults) {
        self.faults = faults
        super.init(root: .papers)
    }
    override class var actions: [Handler] { [.on(read), .on(order)] }
    func read(_ action: ReadPaper) {
        nearest(Kiosk.self)?.hasRead = true
        push(.paper(action.paper))
    }
    func order(_ action: OrderPaper) throws {
        guard !faults.isPicky || action.title == "Times" else {
            throw InvalidInput(field: "title", "We have the Times only.")
        }
    }
    override func destination(for route: KioskRoute) throws -> ViewController {
        switch route {
        case .papers: return Papers(faults.papers).titled("Papers")
        case .paper(let number):
            if faults.isExclusive, number == 2, nearest(Kiosk.self)?.hasRead != true {
                throw NavigationError.notFound
            }
            return faults.isTorn && number == 2 ? TornPaper(nearest(Kiosk.self)) : Paper().titled("Paper \(number)")
        }
    }
}

final class Papers: ViewController {
    let papers: Int
    init(_ papers: Int) {
        self.papers = papers
        super.init()
    }
    @ViewBuilder override var view: any View {
        ForEach(1...papers) { Row("Paper \($0)", action: ReadPaper(paper: $0)) }
        Link("Who prints them", target: "https://example.org/")
        TextField(
            "Title", name: "title", isRequired: true, minimumLength: 3, pattern: Pattern("[A-Z].*", "a title"),
            help: "Which paper it is to be.")
        Stepper("Copies", name: "copies", value: 1, in: 1...9, step: 2)
        Picker("Edition", name: "edition", selection: OrderPaper.Edition.late) {
            $0 == .early ? "Early edition" : "Late edition"
        }
        Toggle("A gift", name: "isGift", isOn: true)
        Button("Order", role: .primary, action: OrderPaper())
    }
}

final class Paper: ViewController {
    @ViewBuilder override var view: any View { Text("News.") }
}

/// A screen that fails to load until the visitor has read a paper.
final class TornPaper: ViewController {
    let kiosk: Kiosk?
    init(_ kiosk: Kiosk?) {
        self.kiosk = kiosk
        super.init()
        title = "Torn"
    }
    override func viewDidLoad() async throws { if kiosk?.hasRead != true { throw Failure() } }
}
