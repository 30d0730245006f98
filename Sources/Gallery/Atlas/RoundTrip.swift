import Cairn

/// A journey through cities that ends where it begins.
struct RoundTrip: Codable, Sendable, Equatable {
    /// The cities in the order of the journey; the first is not repeated at the end.
    var cities: [City.ID]
    var kilometres: Double
}

/// The number of cities on a round trip.
enum RoundTripSize: Int, Codable, Sendable, CaseIterable {
    case short = 25, medium = 50, long = 100

    var title: String { "\(rawValue) cities" }
}

/// Keeps the traveller's round trip. Controllers find it through the responder chain.
protocol RoundTripPlanning: AnyObject {
    /// The search for a round trip; `nil` if none was started since the last one ended.
    var planning: BackgroundTask? { get }
    /// The last round trip that was found.
    var roundTrip: RoundTrip? { get }
}

/// Starts the search for a short round trip through the largest cities.
struct PlanRoundTrip: Action { var size: RoundTripSize }
/// Ends the search.
struct CancelRoundTrip: Action {}
/// The search has found a round trip.
struct RoundTripFound: Action { var trip: RoundTrip }
/// Opens the round trip.
struct OpenRoundTrip: Action {}
