import NavigationKit
import Sessions
import Topics

/// The sessions of all apps, the last used ones first.
final class SessionList: ViewController {
    @Query var listing = ListState()
    private let server: InspectedServer
    private var sessions: [(app: InspectedApp, session: ListedSession)] = []
    private var hibernated = 0

    private static let pageSize = 50

    init(_ server: InspectedServer) {
        self.server = server
        super.init()
    }

    override var topics: [Topic] { [.activity] }

    override func load() async throws {
        let all = server.apps.map { ($0, $0.sessions.listed) }
        hibernated = all.reduce(0) { $0 + $1.1.hibernated }
        sessions = all.flatMap { app, found in found.live.map { (app, $0) } }.sorted {
            $0.session.lastUse > $1.session.lastUse
        }
    }

    @ViewBuilder override var view: any View {
        Text(
            "A session begins with the first action of a visitor. The tab Apps shows the screens of visitors without one."
        )
        PagedList(
            "Sessions", sessions, at: $listing, size: Self.pageSize,
            placeholder: "No session is in memory."
        ) { app, listed in
            let session = app.sessions.summary(of: listed)
            Row(
                "\(app.title), session \(session.key)",
                subtitle: [
                    session.location, session.user.map { "user \($0)" } ?? "no user",
                    "version \(session.newest), \(session.versions) kept", "used \(session.idle.sinceText)",
                    "begun \(session.age.sinceText)",
                ].joined(separator: " · "),
                badge: session.isBusy ? "busy" : nil, action: InspectSession(session: session.key))
        }
        if hibernated > 0 {
            Text(
                "\(hibernated) sessions are hibernated: they are listed again after their next request.",
                style: .secondary)
        }
    }
}
