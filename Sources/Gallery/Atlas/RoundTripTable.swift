import Cairn

extension HostedApplication {
    /// Adds the table of a traveller's round trip.
    func exportingRoundTrips(by gazetteer: Gazetteer) -> HostedApplication {
        get("round-trip.csv") { (atlas: Atlas, request) in
            guard let trip = atlas.roundTrip else { throw NavigationError.notFound }
            let rows = trip.cities.enumerated().compactMap { index, id in
                (try? gazetteer.city(id)).map { CommaSeparatedValues.line(["\(index + 1)", $0.name, $0.country]) }
            }
            return RouteResponse.text("place,city,country\r\n" + rows.joined(), type: "text/csv; charset=utf-8")
                .download(
                    as: "round-trip.csv")
        }
    }
}
