import Cairn

/// Seed 004's app: a map of the world, and journeys over it of a hundred pages. Each coordinator is a container; where
/// one can go is a `Route`, which says how it comes on screen, and its container says what is found there.
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

/// Who travels and how they measure, found through the chain by whoever needs to know.
protocol Traveller: AnyObject {
    /// `nil` for a guest.
    var person: String? { get set }
    var unit: DistanceUnit { get set }
}

/// What distances are told in.
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
