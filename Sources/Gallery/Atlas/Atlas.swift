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
