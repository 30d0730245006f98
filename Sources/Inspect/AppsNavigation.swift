import NavigationKit

struct InspectApp: Action { var app: String }

enum AppsRoute: Route { case list, app(String) }

final class AppsNavigation: NavigationController<AppsRoute> {
    private let server: InspectedServer

    init(_ server: InspectedServer) {
        self.server = server
        super.init(root: .list)
    }

    override var offersLinks: Bool { true }

    override class var actions: [Handler] { [.show { (action: InspectApp) in AppsRoute.app(action.app) }] }

    override func destination(for route: AppsRoute) throws -> ViewController {
        switch route {
        case .list: return AppList(server).titled("Apps")
        case .app(let name):
            guard let app = server.apps.first(where: { $0.name == name }) else { throw NavigationError.notFound }
            return LocationScreen(app).titled(app.title)
        }
    }
}

/// The apps of the server.
final class AppList: ViewController {
    private let server: InspectedServer

    init(_ server: InspectedServer) {
        self.server = server
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text("Choose an app to see a screen as a visitor without a session gets it.")
        List("Apps") {
            ForEach(server.apps) { Row($0.title, subtitle: $0.url, action: InspectApp(app: $0.name)) }
        }
    }
}
