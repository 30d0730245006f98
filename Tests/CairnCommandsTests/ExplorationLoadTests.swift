import CairnCommands
import NavigationKit
import Testing

@Suite("Exploration of an app that loads its data") struct ExplorationLoadTests {
    private func explore(breaksWith error: (any Error)? = nil) async -> AppExploration {
        await AppExploration(through: HostedApplication("fair", title: "Fair") { Fair(error) })
    }

    @Test func `each page is loaded before its actions are performed`() async {
        let exploration = await explore()
        #expect(exploration.findings.isEmpty)
        #expect(exploration.screens.count == 2 && exploration.isComplete)
    }

    @Test func `an action whose page does not load is reported, unless the error has an alert`() async {
        let findings = await explore(breaksWith: Collapse()).findings
        #expect(findings.count == 1)
        guard case .failed(let action, _, let error)? = findings.first else {
            Issue.record("\(findings)")
            return
        }
        #expect(action == "enter-stall" && error.contains("Collapse"))
        #expect(await explore(breaksWith: Closed()).findings.isEmpty)
    }
}

private struct Collapse: Error {}

private struct Closed: PresentableError {
    var alert: Alert { Alert(title: "Closed", message: "The stall opens tomorrow.") }
}

private struct EnterStall: Action { var number: Int }

private enum FairRoute: Route { case map, stall(Int) }

private final class Fair: Application {
    let error: (any Error)?

    init(_ error: (any Error)?) {
        self.error = error
        super.init()
    }

    override func makeRootViewController() -> ViewController { FairNavigation(error) }
}

private final class FairNavigation: NavigationController<FairRoute> {
    let error: (any Error)?

    init(_ error: (any Error)?) {
        self.error = error
        super.init(root: .map)
    }

    override class var actions: [Handler] { [.on(enter)] }

    func enter(_ action: EnterStall) { push(.stall(action.number)) }

    override func destination(for route: FairRoute) throws -> ViewController {
        switch route {
        case .map: FairMap()
        case .stall: Stall(error)
        }
    }
}

private final class FairMap: ViewController {
    private var stalls: [Int] = []

    override func load() async throws { stalls = [1, 2] }

    @ViewBuilder override var view: any View {
        ForEach(stalls) { Row("Stall \($0)", action: EnterStall(number: $0)) }
    }
}

private final class Stall: ViewController {
    let error: (any Error)?

    init(_ error: (any Error)?) {
        self.error = error
        super.init()
    }

    override func load() async throws { if let error { throw error } }

    @ViewBuilder override var view: any View { Text("Sweets.") }
}
