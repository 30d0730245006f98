import Cairn

/// The traveller's round trip, and the search for a shorter or longer one while it runs.
final class RoundTripScreen: ViewController {
    let gazetteer: Gazetteer

    init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        super.init()
    }

    private var planning: BackgroundTask? { nearest((any RoundTripPlanning).self)?.planning }

    override var topics: [Topic] { [.session] + (planning.map { [.task($0)] } ?? []) }

    @ViewBuilder override var view: any View {
        let trip = nearest((any RoundTripPlanning).self)?.roundTrip
        if let planning {
            search(status(of: planning))
        } else {
            Text("The shortest way through the largest cities of the world, and home again.")
            plan
        }
        if let trip {
            result(trip)
        } else if isSearching {
            Section("Your round trip") { Skeleton("The cities are listed here when the search has ended.", rows: 5) }
        }
    }

    private var isSearching: Bool {
        switch planning.map(status(of:)) {
        case .running, .waiting: true
        default: false
        }
    }

    @ViewBuilder private func search(_ status: BackgroundTaskStatus) -> some View {
        switch status {
        case .running(let fraction, let detail):
            ProgressView("Looking for a short way", value: fraction)
            Text(detail.isEmpty ? "You can go on with something else; the search goes on." : detail)
            Button("Cancel the search", action: CancelRoundTrip())
        case .waiting:
            ProgressView("Looking for a short way")
            Text("Other travellers are before you.")
            Button("Cancel the search", action: CancelRoundTrip())
        default:
            Text("The search was interrupted.")
            plan
        }
    }

    @ViewBuilder private var plan: some View {
        Picker("Cities", name: "size", selection: RoundTripSize.medium, style: .radioGroup, title: \.title)
        Button("Plan", role: .primary, action: PlanRoundTrip(size: .medium))
    }

    @ViewBuilder private func result(_ trip: RoundTrip) -> some View {
        let unit = nearest((any Traveller).self)?.unit ?? .kilometres
        let cities = trip.cities.compactMap { try? gazetteer.city($0) }
        Section("Your round trip") {
            LabeledContent(
                "Length", value: unit.text(trip.kilometres), typed: .number(trip.kilometres, unit: "km"))
            LabeledContent("Cities", value: "\(trip.cities.count)", typed: .number(trip.cities.count))
            Link("Save as a table", route: "round-trip.csv", type: "text/csv")
            List("Your round trip") {
                ForEach(Array(cities.enumerated())) { index, city in
                    Row("\(index + 1). \(city.name)", subtitle: city.country, action: SelectCity(city: city.id))
                }
            }
        }
    }
}
