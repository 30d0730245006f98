import Cairn

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
