import NavigationKit
import Testing

@testable import CairnCommands

@Suite("An exploration checks that a login changes the identity") struct ExplorationIdentityTests {
    @Test func `a login and a logout that keep the session's identity are findings`() async {
        let exploration = await AppExploration(through: Club.hosted(changesIdentity: false))
        let found = exploration.findings.compactMap { finding -> String? in
            if case .unchangedIdentity(let action, _, let property) = finding { "\(action) \(property)" } else { nil }
        }
        #expect(Set(found) == ["enter-club member", "leave-club member"])
        #expect(exploration.findings.count == 2, "\(exploration.findings)")
        #expect(exploration.findings.first?.description.contains("changeIdentity") == true)
    }

    @Test func `a login with a new identity, and a change of values that no guard reads, cause no finding`() async {
        let exploration = await AppExploration(through: Club.hosted(changesIdentity: true))
        #expect(exploration.findings.isEmpty, "\(exploration.findings)")
        #expect(exploration.screens.contains { $0.last?.type == "ClubRoom" })
    }
}

private struct EnterClub: Action {}
private struct LeaveClub: Action {}
private struct TakeNote: Action {}

private final class Club: Application {
    @Saved var member: String?
    @Saved var note: String?
    @Saved var visits = 0
    let changesIdentity: Bool

    init(changesIdentity: Bool) {
        self.changesIdentity = changesIdentity
        super.init()
    }

    static func hosted(changesIdentity: Bool) -> HostedApplication {
        HostedApplication("club", title: "Club") { Club(changesIdentity: changesIdentity) }
    }

    override func makeRootViewController() -> ViewController { ClubFlow() }
}

private enum ClubRoute: Route { case room, door }

private final class ClubFlow: FlowController<ClubRoute> {
    init() { super.init(root: .room) }

    override class var actions: [Handler] { [.on(enter), .on(leave), .on(takeNote)] }

    private var club: Club { get throws { try required(Club.self) } }

    func enter(_ action: EnterClub) throws {
        try club.member = "ada"
        try club.visits += 1
        if try club.changesIdentity { changeIdentity(to: "ada") }
        show(.room)
    }

    func leave(_ action: LeaveClub) throws {
        try club.member = nil
        if try club.changesIdentity { changeIdentity(clearsCache: true) }
        show(.door)
    }

    func takeNote(_ action: TakeNote) throws { try club.note = "remember the milk" }

    override func guardResult(for route: ClubRoute) -> GuardResult {
        let isMember = nearest(Club.self)?.member != nil
        return switch route {
        case .room: .allowed(if: isMember, otherwise: .door)
        case .door: .allowed(if: !isMember, otherwise: .room)
        }
    }

    override func destination(for route: ClubRoute) throws -> ViewController {
        switch route {
        case .room: ClubRoom()
        case .door: ClubDoor()
        }
    }
}

private final class ClubRoom: ViewController {
    @ViewBuilder override var view: any View {
        Button("Note", action: TakeNote())
        Button("Leave", action: LeaveClub())
    }
}

private final class ClubDoor: ViewController {
    @ViewBuilder override var view: any View { Button("Enter", action: EnterClub()) }
}
