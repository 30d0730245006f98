import Cairn

/// All cities by name, paginated and searchable.
final class CityList: ViewController {
    @Query var listing = ListState()
    let cities: [City]

    init(_ cities: [City]) {
        self.cities = cities
        super.init()
    }

    @ViewBuilder override var view: any View {
        // Search the id, too: it is the name without diacritics and apostrophes, so `sao paulo` finds São Paulo.
        let found = listing.filter(cities) { "\($0.name) \($0.country) \($0.id.replacing("-", with: " "))" }
        PagedList("Cities", found, at: $listing) {
            Row($0.name, subtitle: $0.country, action: SelectCity(city: $0.id))
                .value("population", .number($0.population))
        }
        .searchable($listing, prompt: "City or country")
    }
}
