import NavigationKit
import Synchronization
import Testing

@testable import CairnCommands

@Suite("Mistakes that an exploration finds and no screen shows") struct ExplorationMistakeTests {
    @Test func `a child that is added twice and a controller that cannot be a child are findings`() async {
        let exploration = await AppExploration(through: Barn.hosted(.init(addsTwice: true)))
        let chain = "Hay → BarnNavigation → Window → Barn"
        #expect(exploration.findings.first == .diagnostic(.repeatedChild("Mouse", chain: chain)))
        #expect(
            exploration.findings.contains {
                if case .diagnostic(.misplacedChild("BarnNavigation", _)) = $0 { true } else { false }
            })
        #expect(exploration.findings.count == 2, "\(exploration.findings)")
    }

    @Test func `an action that is sent without a handler is a finding`() async {
        let exploration = await AppExploration(through: Barn.hosted(.init(calls: true)))
        let lost = Diagnostic.unhandled("called", last: "Barn", chain: "BarnNavigation → Window → Barn")
        #expect(exploration.findings == [.diagnostic(lost)])
    }

    @Test func `an app without such mistakes has no findings, and the exploration checks its required toggle`() async {
        let exploration = await AppExploration(through: Barn.hosted(.init()))
        #expect(exploration.findings.isEmpty, "\(exploration.findings)")
        #expect(exploration.notes.isEmpty, "\(exploration.notes)")
        #expect(exploration.screens.contains { $0.last?.route == "loft" })
    }

    @Test(arguments: [true, false], [true, false])
    func `a session logs an unhandled sent action, traced or not, also if the handler throws`(
        isTraced: Bool, tears: Bool
    ) async throws {
        let hosted = Barn.hosted(.init(calls: true, tears: tears))
        let told = Mutex<[Diagnostic]>([])
        hosted.reportIssues { diagnostic in told.withLock { $0.append(diagnostic) } }
        let table = SessionTable(hosted, time: SystemTime())
        let submission = try FormSubmission(token: "look", values: [.init(name: "agrees", text: "true")])
        let outcome = try await table.act(
            ActionRequest(location: Location(""), at: .path, submission: submission, isTraced: isTraced), for: nil)
        guard case .done(let done) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect((done.failure != nil) == tears)
        #expect(
            told.withLock(\.self).count { $0.description.hasPrefix("Unhandled action: called, last responder: Barn.") }
                == 1)
    }

    @Test func `a check of the first screen finds a child that is added twice`() async throws {
        let hosted = Barn.hosted(.init(addsTwice: true))
        let told = Mutex<[Diagnostic]>([])
        hosted.reportIssues { diagnostic in told.withLock { $0.append(diagnostic) } }
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

@Suite("Colours of a theme that are hard to read are findings of an exploration") struct ExplorationThemeTests {
    private func findings(_ theme: Theme) async -> [String] {
        let hosted = HostedApplication("house", title: "House", theme: theme) { Application() }
        return await AppExploration(through: hosted).findings.map(\.description)
    }

    @Test func `a pale accent colour is named with its contrast`() async {
        let found = await findings(Theme(accent: Color(0x7fd8d0)))
        #expect(
            found.first
                == "The theme's accent #7fd8d0 on background #f1efea has a contrast of 1.44 in light appearance; WCAG 2.2 AA requires 4.5. Choose another accent or background for that appearance: the kit derives the other colours from them."
        )
    }

    @Test func `a legible accent colour has no finding`() async {
        #expect(await findings(Theme(accent: Color(0x9a3412))) == [])
    }
}
