import Cairn

/// Opens the map of a continent.
struct SelectContinent: Action { var continent: City.Continent }
/// Opens the list of all cities.
struct OpenCityList: Action {}
/// Selects a city: within a journey, adds a page for this city; elsewhere, starts a journey there.
struct SelectCity: Action { var city: City.ID }
struct OpenSettings: Action {}
