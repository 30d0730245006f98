import NavigationKit
import Synchronization
import Testing

@testable import Sessions

@Suite("Mistakes that a walk finds and no screen shows") struct WalkMistakeTests {
    @Test func `a child that is added twice and a controller that cannot be a child are findings`() async {
        let walk = await Walk(through: Barn.hosted(.init(addsTwice: true)))
        let chain = "Hay → BarnNavigation → Window → Barn"
        #expect(walk.findings.first == .misuse(.repeatedChild("Mouse", chain: chain)))
        #expect(
            walk.findings.contains {
                if case .misuse(.misplacedChild("BarnNavigation", _)) = $0 { true } else { false }
            })
        #expect(walk.findings.count == 2, "\(walk.findings)")
    }

    @Test func `an action that is sent without a handler is a finding`() async {
        let walk = await Walk(through: Barn.hosted(.init(calls: true)))
        let lost = Misuse.unhandled("called", last: "Barn", chain: "BarnNavigation → Window → Barn")
        #expect(walk.findings == [.misuse(lost)])
    }

    @Test func `an app without such mistakes has no findings, and the walk checks its required toggle`() async {
        let walk = await Walk(through: Barn.hosted(.init()))
        #expect(walk.findings.isEmpty, "\(walk.findings)")
        #expect(walk.notes.isEmpty, "\(walk.notes)")
        #expect(walk.screens.contains { $0.last?.route == "loft" })
    }

    @Test(arguments: [true, false], [true, false])
    func `a session logs an unhandled sent action, traced or not, also if the handler throws`(
        isTraced: Bool, tears: Bool
    ) async throws {
        let hosted = Barn.hosted(.init(calls: true, tears: tears))
        let told = Mutex<[Misuse]>([])
        hosted.reportIssues { misuse in told.withLock { $0.append(misuse) } }
        let table = SessionTable(hosted, time: StandingClock())
        let submission = try Submission(token: "look", values: [.init(name: "agrees", text: "true")])
        let outcome = try await table.act(
            ActionRequest(location: Location(""), at: .path, submission: submission, isTraced: isTraced), for: nil)
        #expect((outcome.done?.failure != nil) == tears)
        #expect(
            told.withLock(\.self).count { $0.description.hasPrefix("Unhandled action: called, last responder: Barn.") }
                == 1)
    }

    @Test func `a check of the first screen finds a child that is added twice`() async throws {
        let hosted = Barn.hosted(.init(addsTwice: true))
        let told = Mutex<[Misuse]>([])
        hosted.reportIssues { misuse in told.withLock { $0.append(misuse) } }
        try await hosted.check()
        #expect(told.withLock(\.self).count == 2)
    }
}

// MARK: - The example app

struct Look: Action { var agrees = false }
struct Called: Action {}

final class Barn: Application {
    struct Faults: Sendable {
        var addsTwice = false
        var calls = false
        var tears = false
    }

    let faults: Faults
    init(_ faults: Faults) {
        self.faults = faults
        super.init()
    }
    override func makeRootViewController() -> ViewController { BarnNavigation(faults) }

    static func hosted(_ faults: Faults) -> HostedApplication {
        HostedApplication("barn", title: "Barn") { Barn(faults) }
    }
}

enum BarnRoute: Route { case hay, loft }

final class BarnNavigation: NavigationController<BarnRoute> {
    let faults: Barn.Faults
    init(_ faults: Barn.Faults) {
        self.faults = faults
        super.init(root: .hay)
    }
    override class var actions: [Handler] { [.on(look)] }
    func look(_ action: Look) async throws {
        guard action.agrees else { throw InvalidInput(field: "agrees", "Please agree.") }
        if faults.calls { try await send(Called()) }
        if faults.tears { throw Jammed() }
        push(.loft)
    }
    override func destination(for route: BarnRoute) throws -> ViewController {
        route == .hay ? Hay(faults) : ViewController()
    }
}

final class Hay: ViewController {
    let faults: Barn.Faults
    init(_ faults: Barn.Faults) {
        self.faults = faults
        super.init()
    }
    override func viewDidLoad() async throws {
        let mouse = Mouse()
        addChild(mouse)
        guard faults.addsTwice else { return }
        addChild(mouse)
        addChild(BarnNavigation(faults))
    }
    @ViewBuilder override var view: any View {
        Toggle("I agree", name: "agrees", isOn: false, isRequired: true)
        Button("Look", action: Look())
    }
}

final class Mouse: ViewController {
    @ViewBuilder override var view: any View { Text("A mouse.") }
}
