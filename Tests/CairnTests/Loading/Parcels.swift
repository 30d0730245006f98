import Cairn

/// An app whose data is elsewhere: parcels in a database, and their places at a carrier with an HTTP API.
final class Parcels: Application {
    let database: ParcelDatabase
    let carrier: any Carrier
    let tracker: ParcelTracker

    init(database: ParcelDatabase, carrier: any Carrier, tracker: ParcelTracker) {
        self.database = database
        self.carrier = carrier
        self.tracker = tracker
        super.init()
    }

    override func makeRootViewController() -> ViewController {
        ParcelTabs(database: database, carrier: carrier, tracker: tracker)
    }

    static func hosted(
        _ database: ParcelDatabase, _ carrier: any Carrier, _ tracker: ParcelTracker
    ) -> HostedApplication {
        HostedApplication("parcels", title: "Parcels") {
            Parcels(database: database, carrier: carrier, tracker: tracker)
        }
    }
}

struct OpenParcel: Action { var number: Int }
struct TrackParcel: Action { var number: Int }
struct AddParcel: Action { var content = "" }

enum ParcelTab: Route, CaseIterable { case parcels, help }

/// The tabs, with the number of parcels as a badge.
final class ParcelTabs: TabBarController<ParcelTab> {
    let database: ParcelDatabase
    let carrier: any Carrier
    let tracker: ParcelTracker
    private var count = 0

    init(database: ParcelDatabase, carrier: any Carrier, tracker: ParcelTracker) {
        self.database = database
        self.carrier = carrier
        self.tracker = tracker
        super.init(root: .parcels)
    }

    override func load() async throws { count = try await database.count }

    override func tabBarItem(for route: ParcelTab) -> TabBarItem {
        switch route {
        case .parcels: TabBarItem(title: "Parcels", badge: count == 0 ? nil : "\(count)")
        case .help: TabBarItem(title: "Help")
        }
    }

    override func destination(for route: ParcelTab) throws -> ViewController {
        switch route {
        case .parcels: ParcelNavigation(database: database, carrier: carrier, tracker: tracker)
        case .help: HostingController(rootView: Text("Ask at the counter.")).titled("Help")
        }
    }
}

enum ParcelRoute: Route { case list, parcel(Int), tracking(Int) }

final class ParcelNavigation: NavigationController<ParcelRoute> {
    let database: ParcelDatabase
    let carrier: any Carrier
    let tracker: ParcelTracker

    init(database: ParcelDatabase, carrier: any Carrier, tracker: ParcelTracker) {
        self.database = database
        self.carrier = carrier
        self.tracker = tracker
        super.init(root: .list)
    }

    override class var actions: [Handler] { [.on(open), .on(track), .on(add)] }

    func open(_ action: OpenParcel) { show(.parcel(action.number)) }
    func track(_ action: TrackParcel) { show(.tracking(action.number)) }
    func add(_ action: AddParcel) async throws { try await database.add(action.content) }

    override func destination(for route: ParcelRoute) throws -> ViewController {
        switch route {
        case .list: ParcelList(database).titled("Parcels")
        case .parcel(let number): ParcelScreen(number, database, carrier)
        case .tracking(let number): TrackingScreen(number, tracker).titled("Tracking")
        }
    }
}

/// The parcels of the database, and a form for another one.
final class ParcelList: ViewController {
    let database: ParcelDatabase
    private var parcels: [Parcel] = []

    init(_ database: ParcelDatabase) {
        self.database = database
        super.init()
    }

    override func load() async throws { parcels = try await database.parcels }

    @ViewBuilder override var view: any View {
        List("Parcels") {
            ForEach(parcels) { Row($0.content, action: OpenParcel(number: $0.number)) }
        }
        Form {
            TextField("Content", name: "content", isRequired: true, maximumLength: 40)
            Button("Add", role: .primary, action: AddParcel())
        }
    }
}

/// A parcel and its place, for which the page waits.
final class ParcelScreen: ViewController {
    let number: Int
    let database: ParcelDatabase
    let carrier: any Carrier
    private var place = ""

    init(_ number: Int, _ database: ParcelDatabase, _ carrier: any Carrier) {
        self.number = number
        self.database = database
        self.carrier = carrier
        super.init()
    }

    override func load() async throws {
        guard let parcel = try await database.parcel(number) else { throw NavigationError.notFound }
        place = try await carrier.place(of: number)
        title = parcel.content
    }

    @ViewBuilder override var view: any View {
        LabeledContent("Place", value: place)
        Button("Track", action: TrackParcel(number: number))
    }
}

/// The place of a parcel, or a placeholder while the carrier has not answered.
final class TrackingScreen: ViewController {
    let number: Int
    let tracker: ParcelTracker
    private var place: String?

    init(_ number: Int, _ tracker: ParcelTracker) {
        self.number = number
        self.tracker = tracker
        super.init()
    }

    override func load() async throws { place = try await tracker.place(of: number) }

    @ViewBuilder override var view: any View {
        if let place {
            LabeledContent("Place", value: place)
        } else {
            ProgressView("Asking the carrier")
            Text("Reload this page in a moment.", style: .secondary)
        }
    }
}
