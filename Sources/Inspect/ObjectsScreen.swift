import NavigationKit
import Topics

/// The number of live controllers, views and other responders by class.
final class ObjectsScreen: ViewController {
    private static let maxClasses = 200

    override var topics: [Topic] { [.activity] }

    override func load() async throws { ObjectCounts.startCounting() }

    @ViewBuilder override var view: any View {
        let counts = ObjectCounts.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        Text(
            "Counted since this page was first opened; objects that are older are not. A session keeps the controllers of "
                + "its newest version for its next request. A count that keeps growing shows a leak.")
        Table("Live responders by class", counts, limit: Self.maxClasses) {
            TableColumn("Class") { $0.key }
            TableColumn("Objects", alignment: .trailing) { "\($0.value)" }
        }
    }
}
