import Cairn

/// An app with a world map, and journeys that can have a hundred pages or more. Each coordinator is a container: its
/// `Route` lists the destinations and how each is presented, and the container builds them.
final class Atlas: Application, Traveller, RoundTripPlanning {
    @Saved var person: String?
    @Saved var unit = DistanceUnit.kilometres
    @Saved var planning: BackgroundTask?
    @Saved var roundTrip: RoundTrip?
    let gazetteer: Gazetteer
    /// How long to search for a short round trip.
    let effort: Duration

    init(gazetteer: Gazetteer, effort: Duration) {
        (self.gazetteer, self.effort) = (gazetteer, effort)
        super.init()
    }

    override class var actions: [Handler] { [.on(planRoundTrip), .on(cancelRoundTrip), .on(keep)] }

    func planRoundTrip(_ action: PlanRoundTrip) {
        if let planning { cancelTask(planning) }
        let (gazetteer, effort) = (gazetteer, effort)
        planning = startTask { progress in
            let planner = RoundTripPlanner(
                gazetteer.largest(action.size.rawValue), gazetteer: gazetteer, effort: effort)
            return RoundTripFound(trip: try await planner.search(progress))
        }
    }

    func cancelRoundTrip(_ action: CancelRoundTrip) {
        if let planning { cancelTask(planning) }
        planning = nil
    }

    func keep(_ action: RoundTripFound) { (planning, roundTrip) = (nil, action.trip) }

    override func makeRootViewController() -> ViewController { WorldNavigation(gazetteer: gazetteer) }
}
