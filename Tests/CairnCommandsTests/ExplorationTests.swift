import NavigationKit
import Testing

@testable import CairnCommands

@Suite("An exploration through an app finds its mistakes on every screen of every container") struct ExplorationTests {
    @Test func `an app without mistakes has no findings and is explored completely`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts()))
        #expect(exploration.findings == [])
        #expect(exploration.notes == [])
        #expect(exploration.isComplete)
        #expect(exploration.screenCount == 3 && exploration.containerCount == 3)
        #expect(exploration.states > 4 && exploration.actions > exploration.states)
    }

    @Test func `an action without a handler is found three steps deep, with its responder chain`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(hasOrphan: true)))
        #expect(
            exploration.findings == [
                .diagnostic(.unhandledAction("orphan", chain: "Stone → Loft → Floors → Window → Mill"))
            ])
    }

    @Test func `a handler without an offer is a finding, unless another handler sends its action`()
        async
    {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(isGrinding: false)))
        #expect(
            exploration.findings == [
                .unreachable(action: "flour", type: "Floors"), .unreachable(action: "grind", type: "Loft"),
            ])
    }

    @Test func `a repeated handler and an ambiguous segment are found behind another tab`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(hasTwins: true)))
        #expect(
            exploration.findings == [
                .diagnostic(.ambiguousSegment("same", route: "TwinRoute.one")),
                .diagnostic(.repeatedHandler("lift", type: "TwinLoft")), .unreachable(action: "flour", type: "Floors"),
            ])
    }

    @Test func `an error without an alert of its own is a finding, and one with an alert is not`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(breaks: true)))
        #expect(
            exploration.findings == [
                .failed(action: "break-down", location: "/loft", error: "Jammed()")
            ])
    }

    @Test func `an action that a responder claims and then declines is a finding`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(isLazy: true)))
        #expect(
            exploration.findings == [.unhandled(action: "orphan", chain: "Stone → Loft → Floors → Window → Mill")])
    }

    @Test func `a first screen that cannot be built is a finding`() async {
        let exploration = await AppExploration(through: HostedApplication("ruin", title: "Ruin") { Ruin() })
        #expect(exploration.findings == [.cannotStart(error: "Jammed()")])
    }

    @Test func `states that differ only in saved values of the application are explored`() async {
        // Grinding in the loft unlocks a screen on another tab; the loft itself looks and offers the same as before.
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts()))
        #expect(exploration.screens.contains { $0.last?.type == "Sack" })
    }

    @Test func `an offer that exists only on a deep stack is found, although the screens below it are equal`() async {
        let exploration = await AppExploration(through: HostedApplication("well", title: "Well") { Well() })
        #expect(exploration.findings == [])
        #expect(exploration.isComplete)
    }

    @Test func `an exploration without the app's examples notes an action that has no valid input`() async {
        let exploration = await AppExploration(through: Mill.hosted(Mill.Parts(), examples: [:]))
        #expect(exploration.notes.count == 1)
        #expect(exploration.notes.first?.hasPrefix("grind at /loft was not tried: weight: Only 7 will do.") == true)
    }

    @Test func `an exploration stops at its limits and reports that it is incomplete`() async {
        var limits = AppExploration.Limits()
        limits.states = 2
        let few = await AppExploration(through: Mill.hosted(Mill.Parts()), limits: limits)
        #expect(few.states == 2 && !few.isComplete)
        limits = AppExploration.Limits()
        limits.depth = 1
        let shallow = await AppExploration(through: Mill.hosted(Mill.Parts()), limits: limits)
        #expect(!shallow.isComplete && !shallow.screens.contains { $0.last?.type == "Sack" })
    }
}

// MARK: - The example app, with optional mistakes

struct Grind: Action { var weight: Int? }
struct Flour: Action {}
struct Orphan: Action {}
struct Lift: Action {}
struct BreakDown: Action {}
struct Trip: Action {}
struct OpenSack: Action {}
struct Jammed: Error {}
struct Tripped: PresentableError { var alert: Alert { Alert(title: "Oops", message: "A step is missing.") } }

final class Mill: Application {
    struct Parts: Sendable {
        var hasOrphan = false
        var isGrinding = true
        var hasTwins = false
        var breaks = false
        var isLazy = false
    }

    @Saved var ground = 0
    let parts: Parts

    init(_ parts: Parts) {
        self.parts = parts
        super.init()
    }

    override func makeRootViewController() -> ViewController { Floors(parts) }

    static func hosted(_ parts: Parts, examples: [String: String] = ["weight": "7"]) -> HostedApplication {
        HostedApplication("mill", title: "Mill", examples: examples) { Mill(parts) }
    }
}

enum Floor: Route, CaseIterable { case ground, loft }

final class Floors: TabBarController<Floor> {
    let parts: Mill.Parts
    init(_ parts: Mill.Parts) {
        self.parts = parts
        super.init(root: .ground)
    }
    override class var actions: [Handler] { [.on(flour)] }
    func flour(_ action: Flour) { nearest(Mill.self)?.ground += 1 }
    override func destination(for route: Floor) throws -> ViewController {
        switch route {
        case .ground: Ground(root: .only)
        case .loft: parts.hasTwins ? TwinLoft(root: .one) : Loft(parts)
        }
    }
}

enum GroundRoute: Route { case only, sack }

final class Ground: NavigationController<GroundRoute> {
    override class var actions: [Handler] { [.on(open)] }
    func open(_ action: OpenSack) { push(.sack) }
    override func destination(for route: GroundRoute) throws -> ViewController {
        switch route {
        case .only: Door()
        case .sack: Sack()
        }
    }
}

final class Door: ViewController {
    @ViewBuilder override var view: any View {
        if let mill = nearest(Mill.self), mill.ground > 0 || !mill.parts.isGrinding || mill.parts.hasTwins {
            Button("Open the sack", action: OpenSack())
        }
    }
}

enum LoftRoute: Route { case stone }

class Loft: NavigationController<LoftRoute> {
    let parts: Mill.Parts
    init(_ parts: Mill.Parts) {
        self.parts = parts
        super.init(root: .stone)
    }
    override class var actions: [Handler] { [.on(grind)] }
    func grind(_ action: Grind) async throws {
        guard action.weight == 7 else { throw InvalidInput(field: "weight", "Only 7 will do.") }
        try await send(Flour())
    }
    override func destination(for route: LoftRoute) throws -> ViewController {
        parts.breaks ? BrittleStone(parts) : Stone(parts)
    }
}

class Stone: ViewController {
    let parts: Mill.Parts
    init(_ parts: Mill.Parts) {
        self.parts = parts
        super.init()
    }
    override class var actions: [Handler] { [.on(trip)] }
    func trip(_ action: Trip) throws { throw Tripped() }

    @ViewBuilder override var view: any View {
        if parts.isGrinding {
            TextField("Weight", name: "weight", kind: .number)
            Button("Grind", action: Grind())
        }
        if parts.hasOrphan || parts.isLazy { Button("Orphan", action: Orphan()) }
        Button("Trip", action: Trip())
        if parts.breaks { Button("Break down", action: BreakDown()) }
    }

    override func canPerform(_ action: any Action.Type) -> Bool {
        action == Orphan.self && parts.isLazy || super.canPerform(action)
    }

    override func perform(_ action: any Action) async throws -> Bool {
        if action is Orphan { return false }
        return try await super.perform(action)
    }
}

final class BrittleStone: Stone {
    override class var actions: [Handler] { super.actions + [.on(breakDown)] }
    func breakDown(_ action: BreakDown) throws { throw Jammed() }
}

final class Sack: ViewController {
    @ViewBuilder override var view: any View { Text("Flour.") }
}

enum TwinRoute: Route {
    case one, other
    var segment: Segment { "same" }
    init?(segment: Segment) { self = .other }
}

final class TwinLoft: NavigationController<TwinRoute> {
    override class var actions: [Handler] { [.on(lift), .on(lift)] }
    func lift(_ action: Lift) {}
    override func destination(for route: TwinRoute) throws -> ViewController { Hoist() }
}

final class Hoist: ViewController {
    @ViewBuilder override var view: any View { Button("Lift", action: Lift()) }
}

final class Ruin: Application {
    override func makeRootViewController() -> ViewController { RuinNavigation(root: .only) }
}

final class RuinNavigation: NavigationController<GroundRoute> {
    override func destination(for route: GroundRoute) throws -> ViewController { throw Jammed() }
}

struct Descend: Action {}
struct Drink: Action {}

final class Well: Application {
    override func makeRootViewController() -> ViewController { WellNavigation(root: .step) }
}

enum WellRoute: Route { case step }

final class WellNavigation: NavigationController<WellRoute> {
    override class var actions: [Handler] { [.on(descend), .on(drink)] }
    func descend(_ action: Descend) { push(.step) }
    func drink(_ action: Drink) { popToRoot() }
    override func destination(for route: WellRoute) throws -> ViewController { WellStep(isDeep: depth > 4) }
}

final class WellStep: ViewController {
    let isDeep: Bool
    init(isDeep: Bool) {
        self.isDeep = isDeep
        super.init()
    }
    @ViewBuilder override var view: any View {
        Button("Descend", action: Descend())
        if isDeep { Button("Drink", action: Drink()) }
    }
}
