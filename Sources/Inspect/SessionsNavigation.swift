import NavigationKit

struct InspectSession: Action { var session: String }

enum SessionsRoute: Route { case list, session(String) }

final class SessionsNavigation: NavigationController<SessionsRoute> {
    private let server: InspectedServer

    init(_ server: InspectedServer) {
        self.server = server
        super.init(root: .list)
    }

    override var offersLinks: Bool { true }

    override class var actions: [Handler] {
        [.show { (action: InspectSession) in SessionsRoute.session(action.session) }]
    }

    override func destination(for route: SessionsRoute) throws -> ViewController {
        switch route {
        case .list: SessionList(server).titled("Sessions")
        case .session(let key): SessionScreen(server, key: key).titled("Session \(key.shortened(to: 13))")
        }
    }
}
