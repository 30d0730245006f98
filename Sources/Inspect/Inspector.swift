package import NavigationKit
package import Sessions
package import Topics

/// The inspector of a server: an app that shows the sessions of the other apps and why their buttons do nothing.
package final class Inspector: Application {
    private let server: InspectedServer

    private init(_ server: InspectedServer) {
        self.server = server
        super.init()
    }

    override package func makeRootViewController() -> ViewController { InspectorTabs(server) }

    /// The name of the app, which no other app can have because of the full stop.
    package static let name = "cairn.inspect"

    /// The inspector of `server` as an app.
    package static func hosted(for server: InspectedServer) -> HostedApplication {
        HostedApplication(name, title: "Look inside", summary: "Sessions, offers and their responders.") {
            Inspector(server)
        }
    }
}

extension Topic {
    /// A session has shown a page or performed an action.
    package static let activity = Topic("activity")
}
