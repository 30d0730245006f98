import Cairn
import Synchronization
import Testing

@testable import CairnTesting

@Suite("Dry runs explain which responder would handle an action") struct DryRunTests {
    private static let dry = ("Cairn-Dry-Run", "?1")

    @Test(arguments: Transport.allCases)
    func `a dry run names the handler and the verdict of each responder, and changes nothing`(
        transport: Transport
    ) async throws {
        let bell = Bell()
        try await transport.serve([Tower.hosted(bell)]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post("/tower", "action=ring&_at=path&_once=8fq2c00000000&times=3", [Self.dry])
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == "application/json")
            #expect(reply["Cairn-Dry-Run"] == "?1")
            #expect(reply["Cache-Control"] == "no-store")
            let dryRun = try reply.dryRun
            #expect(dryRun.outcome == "handled" && dryRun.status == 303)
            #expect(dryRun.handledBy == "TowerNavigation")
            #expect(dryRun.offer?.title == "Ring")
            #expect(dryRun.offer?.inputs.map(\.name) == ["times"])
            #expect(
                dryRun.steps == [
                    "Keeper declines", "Belfry no-handler", "TowerNavigation performs", "Window no-handler",
                    "Tower behind",
                ])
            #expect(bell.rung == 0)
            #expect(visitor.cookies.isEmpty && reply["Set-Cookie"] == nil)
            // The same request is still performed, so the dry run did not use up the nonce.
            let done = try await visitor.post("/tower", "action=ring&_at=path&_once=8fq2c00000000&times=3")
            #expect(done["Cairn-Chain"] == "Keeper;none, Belfry;none, TowerNavigation;handled")
            #expect(bell.rung == 3)
        }
    }

    @Test func `a dry run uses the session's version and the typed values`() async throws {
        let bell = Bell()
        try await Transport.memory.serve([Tower.hosted(bell)]) { wire in
            let visitor = Visitor(wire)
            _ = try await visitor.post("/tower", "action=ring&times=1")
            // Only the first page after an action marks its place.
            try await visitor.visit("/tower?at=2")
            let before = try await visitor.visit("/tower?at=2").source
            let dryRun = try await visitor.post("/tower", "action=ring&_at=2&times=many", [Self.dry]).dryRun
            #expect(dryRun.outcome == "invalid-input" && dryRun.status == 422)
            #expect(dryRun.handledBy == "TowerNavigation")
            #expect(dryRun.offer?.inputs.first?.error?.contains("must be a number") == true)
            let once = /name="_once" value="[^"]*"/
            let after = try await visitor.visit("/tower?at=2").source
            #expect(after.replacing(once, with: "") == before.replacing(once, with: ""))
            let next = try await visitor.post("/tower", "action=ring&_at=2&times=1")
            #expect(next["Location"] == "/tower?at=3")
        }
    }

    @Test func `an unavailable action is explained with the status it would get`() async throws {
        let bell = Bell()
        try await Transport.memory.serve([Tower.hosted(bell)]) { wire in
            let visitor = Visitor(wire)
            let silent = try await visitor.post("/tower", "action=toll", [Self.dry]).dryRun
            #expect(silent.outcome == "stale-offer" && silent.status == 409)
            #expect(silent.handledBy == nil && silent.offer == nil)
            #expect(silent.steps.first == "Keeper declines")
            let other = try await visitor.post("/tower", "action=climb&stair=9", [Self.dry]).dryRun
            #expect(other.outcome == "stale-offer")
            #expect(other.note?.contains("climb?stair=1") == true)
            let unknown = try await visitor.post("/tower", "action=no-such-thing", [Self.dry]).dryRun
            #expect(unknown.outcome == "unknown-action" && unknown.status == 404)
            #expect(unknown.chain.allSatisfy { $0.verdict == "no-handler" })
            let rendered = try await visitor.post("/tower", "action=no-such-thing&_at=path", [Self.dry]).dryRun
            #expect(rendered.outcome == "stale-offer" && rendered.status == 409)
            let late = try await visitor.post("/tower", "action=ring&_at=7&times=1", [Self.dry]).dryRun
            #expect(late.outcome == "stale-offer" && late.note?.contains("not kept") == true)
            #expect(try await visitor.post("/tower/nowhere", "action=ring", [Self.dry]).status == 404)
            #expect(bell.rung == 0)
        }
    }

    @Test func `a responder that only claims an action is distinguished from one with a handler`() async throws {
        try await Visitor.atDesk { visitor in
            let dryRun = try await visitor.post("/desk", "action=ignored", [Self.dry]).dryRun
            #expect(dryRun.outcome == "handled" && dryRun.handledBy == "DeskTop")
            #expect(dryRun.steps.first == "DeskTop claims")
        }
    }

    @Test func `browsers get the dry run as a page with sentences`() async throws {
        try await Transport.memory.serve([Tower.hosted(Bell())]) { wire in
            let reply = try await Visitor(wire).post("/tower", "action=ring&times=1", accept: "text/html", [Self.dry])
            #expect(reply["Content-Type"]?.hasPrefix("text/html") == true)
            #expect(reply.text.contains("TowerNavigation would perform it."))
            #expect(reply.text.contains("Keeper has a handler, but canPerform returns false."))
        }
    }

    @Test func `on a GET a dry run lists the actions that the screen offers and those that it does not`() async throws {
        try await Transport.memory.serve([Tower.hosted(Bell())]) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.get("/tower", accept: "application/json", [Self.dry])
            let list = try JSON.decode(DryRuns.self, from: reply.body)
            #expect(list.offered.map(\.action) == ["ring", "climb?stair=1"])
            #expect(list.offered.map(\.handledBy) == ["TowerNavigation", "TowerNavigation"])
            #expect(list.notOffered.map(\.action) == ["toll"])
            #expect(list.notOffered.first?.steps.first == "Keeper declines")
            #expect(visitor.cookies.isEmpty)
        }
    }

    @Test func `without --explain a POST is refused and not performed, and a GET ignores the field`() async throws {
        var configuration = Transport.configuration
        configuration.exposesDiagnostics = false
        let bell = Bell()
        try await Transport.memory.serve([Tower.hosted(bell)], configuration: configuration) { wire in
            let visitor = Visitor(wire)
            let reply = try await visitor.post("/tower", "action=ring&times=1", [Self.dry])
            #expect(reply.status == 403)
            #expect(try reply.problem.type == "urn:cairn:problem:no-dry-run")
            #expect(bell.rung == 0)
            #expect(try await visitor.get("/tower", accept: "application/json", [Self.dry]).siren.title == "Belfry")
        }
    }

    @Test(arguments: ["1", "true", "?2", "", "?1, ?1"])
    func `RFC 8941 §3.3.6: a malformed boolean is refused and performs nothing`(value: String) async throws {
        let bell = Bell()
        try await Transport.memory.serve([Tower.hosted(bell)]) { wire in
            let reply = try await Visitor(wire).post("/tower", "action=ring&times=1", [("Cairn-Dry-Run", value)])
            #expect(reply.status == 400)
            #expect(try reply.problem.type == "urn:cairn:problem:malformed-dry-run")
            #expect(bell.rung == 0)
        }
    }

    @Test func `?0 is not a dry run`() async throws {
        let bell = Bell()
        try await Transport.memory.serve([Tower.hosted(bell)]) { wire in
            let reply = try await Visitor(wire).post("/tower", "action=ring&times=2", [("Cairn-Dry-Run", "?0")])
            #expect(reply.status == 303)
            #expect(bell.rung == 2)
        }
    }

    @Test func `another site cannot request a dry run`() async throws {
        try await Transport.memory.serve([Tower.hosted(Bell())]) { wire in
            let fields = [Self.dry, ("Sec-Fetch-Site", "cross-site")]
            let reply = try await Visitor(wire).post("/tower", "action=ring&times=1", fields)
            #expect(reply.status == 403)
        }
    }
}

// MARK: - A dry run as a script decodes it

private struct DryRun: Decodable {
    var action: String
    var outcome: String
    var status: Int
    var handledBy: String?
    var note: String?
    var offer: Offer?
    var chain: [Step]

    struct Offer: Decodable {
        var title: String
        var inputs: [Input]
    }

    struct Input: Decodable {
        var name: String
        var error: String?
    }

    struct Step: Decodable {
        var name: String
        var verdict: String
    }

    var steps: [String] { chain.map { "\($0.name) \($0.verdict)" } }
}

private struct DryRuns: Decodable {
    var offered: [DryRun]
    var notOffered: [DryRun]
}

extension Reply {
    fileprivate var dryRun: DryRun { get throws { try JSON.decode(DryRun.self, from: body) } }
}

// MARK: - A tower with a keeper that has handlers but declines

struct Ring: Action { var times: Int? }
struct Toll: Action {}
struct Climb: Action { var stair: Int }

final class Bell: Sendable {
    private let count = Mutex(0)
    var rung: Int { count.withLock(\.self) }
    func ring(_ times: Int) { count.withLock { $0 += times } }
}

final class Tower: Application {
    let bell: Bell
    init(_ bell: Bell) {
        self.bell = bell
        super.init()
    }
    override func makeRootViewController() -> ViewController { TowerNavigation(bell) }
    override class var actions: [Handler] { [.on(ring)] }
    func ring(_ action: Ring) { bell.ring(100) }

    static func hosted(_ bell: Bell) -> HostedApplication {
        HostedApplication("tower", title: "Tower") { Tower(bell) }
    }
}

enum TowerRoute: Route { case belfry, stair(Int) }

final class TowerNavigation: NavigationController<TowerRoute> {
    let bell: Bell
    init(_ bell: Bell) {
        self.bell = bell
        super.init(root: .belfry)
    }
    override class var actions: [Handler] { [.on(ring), .on(climb)] }
    func ring(_ action: Ring) { bell.ring(action.times ?? 1) }
    func climb(_ action: Climb) { push(.stair(action.stair)) }
    override func destination(for route: TowerRoute) throws -> ViewController { Belfry().titled("Belfry") }
}

final class Belfry: ViewController {
    @ViewBuilder override var view: any View {
        TextField("Times", name: "times", kind: .number)
        Button("Ring", action: Ring()).responder(Keeper())
        Button("Toll", action: Toll()).responder(Keeper())
        Button("Climb", action: Climb(stair: 1))
    }
}

final class Keeper: ViewResponder {
    override class var actions: [Handler] { [.on(ring), .on(toll)] }
    func ring(_ action: Ring) {}
    func toll(_ action: Toll) {}
    override func canPerform(_ action: any Action.Type) -> Bool { false }
}
