import NavigationKit
import Sessions
import Topics

/// One session: first the mistakes that keep a button from doing something, then all offers, the controllers, the
/// versions and the saved values.
final class SessionScreen: ViewController {
    /// The version that is shown; `nil` for the newest.
    struct Shown: Codable, Equatable, Sendable { var version: Int? }

    @Query var shown = Shown()
    private let server: InspectedServer
    private let key: String
    private var found: (app: InspectedApp, session: SessionReport)?

    init(_ server: InspectedServer, key: String) {
        self.server = server
        self.key = key
        super.init()
    }

    override var topics: [Topic] { [.activity] }

    override func load() async throws { found = await server.report(ofSession: key, version: shown.version) }

    @ViewBuilder override var view: any View {
        if let (app, session) = found {
            SessionHead(app: app, session: session, version: shown.version)
            ValidityList(session.shown, version: session.state?.version ?? shown.version ?? 0)
            if let state = session.state {
                StateView(state)
            } else {
                Text("Version \(shown.version ?? 0) is not kept. The oldest kept version is \(session.oldest).")
            }
            PressList(session.presses)
            VersionTable(session: session, shown: $shown)
            SavedTable(session.saved, controllers: session.state?.controllers ?? [])
        } else {
            EmptyState(
                "This session is not in memory",
                message: "It has ended, or it is hibernated: then it has another key after its next request.")
        }
    }
}

/// The facts about a session.
private struct SessionHead: View {
    let app: InspectedApp
    let session: SessionReport
    let version: Int?

    var body: some View {
        let summary = session.summary
        LabeledContent("App", value: app.title)
        LabeledContent("Location", value: session.state?.location ?? summary.location)
        LabeledContent("User", value: summary.user ?? "none")
        LabeledContent("Used", value: summary.idle.sinceText)
        LabeledContent("Begun", value: summary.age.sinceText)
        LabeledContent(
            "Version",
            value: version.map { "\($0); the newest is \(summary.newest)" } ?? "\(summary.newest), the newest")
        LabeledContent("Open streams", value: "\(session.streams)")
    }
}

/// The saved values of the application and of the controllers.
private struct SavedTable: View {
    private let values: [(owner: String, value: SavedOutline)]

    private static let limit = 50

    init(_ saved: [SavedOutline], controllers: [ControllerOutline]) {
        values =
            saved.map { ("Application", $0) }
            + controllers.flatMap { controller in controller.saved.map { (controller.type ?? "", $0) } }
    }

    var body: some View {
        Section("Saved values") {
            if values.isEmpty {
                Text("No value was written.", style: .secondary)
            } else {
                Table("Values by property", values, limit: Self.limit) {
                    TableColumn("Property") { $0.value.name }
                    TableColumn("Owner") { $0.owner }
                    TableColumn("Value") { $0.value.text ?? "not shown" }
                    TableColumn("Type") { $0.value.type ?? "as stored" }
                    TableColumn("Bytes", alignment: .trailing) { $0.value.byteCount.map(String.init) ?? "not storable" }
                }
            }
        }
    }
}
