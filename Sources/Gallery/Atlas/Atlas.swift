import Cairn

/// An app with a world map, and journeys that can have a hundred pages or more. Each coordinator is a container: its
/// `Route` lists the destinations and how each is presented, and the container builds them.
final class Atlas: Application, Traveller {
    @Saved var person: String?
    @Saved var unit = DistanceUnit.kilometres
    let gazetteer: Gazetteer

    init(gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        super.init()
    }

    override func makeRootViewController() -> ViewController { WorldNavigation(gazetteer: gazetteer) }
}

/// Stores the traveller's name and unit of distance. Controllers find the traveller through the responder chain.
protocol Traveller: AnyObject {
    /// The traveller's name; `nil` for a guest.
    var person: String? { get set }
    var unit: DistanceUnit { get set }
}

/// The unit in which distances are shown.
enum DistanceUnit: String, Codable, Sendable, CaseIterable {
    case kilometres, miles

    var name: String {
        switch self {
        case .kilometres: "Kilometres"
        case .miles: "Miles"
        }
    }

    func text(_ kilometres: Double) -> String {
        switch self {
        case .kilometres: "\(Int(kilometres.rounded()).grouped) km"
        case .miles: "\(Int((kilometres / 1.609344).rounded()).grouped) miles"
        }
    }
}
