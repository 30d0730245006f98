import NavigationKit
import Sessions

/// A screen of an app as a visitor without a session gets it.
final class LocationScreen: ViewController {
    struct Choice: Codable, Equatable, Sendable { var location = "" }

    @Query var choice = Choice()
    private let app: InspectedApp
    private var state: StateReport?

    init(_ app: InspectedApp) {
        self.app = app
        super.init()
    }

    private static let maxLength = 500

    override func load() async throws {
        let text = choice.location.hasPrefix("/") || choice.location.isEmpty ? choice.location : "/" + choice.location
        state = await app.sessions.report(at: Location(text))
    }

    @ViewBuilder override var view: any View {
        Text("A new visitor, without a session, gets this screen.")
        QueryForm("Show", $choice) {
            TextField(
                "Location below \(app.url)", name: "location", text: choice.location,
                maximumLength: Self.maxLength)
        }
        if let state { StateView(state) }
    }
}
