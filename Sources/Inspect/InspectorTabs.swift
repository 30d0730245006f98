import NavigationKit

enum InspectorTab: Route, CaseIterable { case sessions, apps, objects, server }

/// The parts of the inspector. All navigation is by links, so reading it makes no session.
final class InspectorTabs: TabBarController<InspectorTab> {
    private let server: InspectedServer

    init(_ server: InspectedServer) {
        self.server = server
        super.init(root: .sessions)
    }

    override var offersLinks: Bool { true }

    override func destination(for route: InspectorTab) throws -> ViewController {
        switch route {
        case .sessions: SessionsNavigation(server)
        case .apps: AppsNavigation(server)
        case .objects: ObjectsScreen().titled("Objects alive")
        case .server: ServerScreen(server).titled("Server")
        }
    }
}
