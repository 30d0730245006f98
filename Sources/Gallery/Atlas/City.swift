import Cairn

/// A city to travel to.
///
/// `population` is that of the urban area, suburbs included, in 2020: the figures are the United Nations' (World
/// Urbanization Prospects, the 2018 revision, CC BY 3.0 IGO), in round thousands. It lists no place under 300,000, so
/// capitals smaller than that have the same office's figure for 2018.
struct City: Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The six that people live on.
    enum Continent: String, Codable, Sendable, CaseIterable {
        case africa, asia, europe
        case northAmerica = "north-america"
        case oceania
        case southAmerica = "south-america"

        var name: String {
            switch self {
            case .africa: "Africa"
            case .asia: "Asia"
            case .europe: "Europe"
            case .northAmerica: "North America"
            case .oceania: "Oceania"
            case .southAmerica: "South America"
            }
        }
    }

    let id: ID
    let name: String
    let country: String
    let continent: Continent
    let coordinate: Coordinate
    let population: Int

    private init(
        _ id: ID, _ name: String, _ country: String, _ continent: Continent, _ latitude: Double, _ longitude: Double,
        thousands: Int
    ) {
        self.id = id
        self.name = name
        self.country = country
        self.continent = continent
        self.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        self.population = thousands * 1_000
    }

    /// By name without its marks, which is the order of the ids.
    static let all: [City] = aToB + cToF + gToK + lToM + nToR + justS + tToZ

    private static let aToB: [City] = [
        City("abidjan", "Abidjan", "Côte d'Ivoire", .africa, 5.36, -4.01, thousands: 5_203),
        City("accra", "Accra", "Ghana", .africa, 5.56, -0.20, thousands: 2_514),
        City("addis-ababa", "Addis Ababa", "Ethiopia", .africa, 9.03, 38.75, thousands: 4_794),
        City("adelaide", "Adelaide", "Australia", .oceania, -34.93, 138.60, thousands: 1_336),
        City("alexandria", "Alexandria", "Egypt", .africa, 31.19, 29.90, thousands: 5_281),
        City("algiers", "Algiers", "Algeria", .africa, 36.75, 3.04, thousands: 2_768),
        City("almaty", "Almaty", "Kazakhstan", .asia, 43.25, 76.91, thousands: 1_896),
        City("amman", "Amman", "Jordan", .asia, 31.96, 35.95, thousands: 2_148),
        City("amsterdam", "Amsterdam", "Netherlands", .europe, 52.37, 4.89, thousands: 1_149),
        City("ankara", "Ankara", "Türkiye", .asia, 39.92, 32.85, thousands: 5_118),
        City("antananarivo", "Antananarivo", "Madagascar", .africa, -18.91, 47.54, thousands: 3_369),
        City("apia", "Apia", "Samoa", .oceania, -13.83, -171.76, thousands: 36),
        City("asmara", "Asmara", "Eritrea", .africa, 15.33, 38.93, thousands: 963),
        City("asuncion", "Asunción", "Paraguay", .southAmerica, -25.30, -57.64, thousands: 3_337),
        City("athens", "Athens", "Greece", .europe, 37.98, 23.73, thousands: 3_153),
        City("auckland", "Auckland", "New Zealand", .oceania, -36.87, 174.77, thousands: 1_607),
        City("baghdad", "Baghdad", "Iraq", .asia, 33.34, 44.40, thousands: 7_144),
        City("baku", "Baku", "Azerbaijan", .asia, 40.38, 49.89, thousands: 2_341),
        City("bamako", "Bamako", "Mali", .africa, 12.65, -8.00, thousands: 2_618),
        City("bangkok", "Bangkok", "Thailand", .asia, 13.76, 100.50, thousands: 10_539),
        City("barcelona", "Barcelona", "Spain", .europe, 41.39, 2.16, thousands: 5_586),
        City("beijing", "Beijing", "China", .asia, 39.91, 116.40, thousands: 20_463),
        City("beirut", "Beirut", "Lebanon", .asia, 33.90, 35.48, thousands: 2_424),
        City("belem", "Belém", "Brazil", .southAmerica, -1.46, -48.48, thousands: 2_334),
        City("belgrade", "Belgrade", "Serbia", .europe, 44.82, 20.46, thousands: 1_398),
        City("bengaluru", "Bengaluru", "India", .asia, 12.97, 77.59, thousands: 12_327),
        City("berlin", "Berlin", "Germany", .europe, 52.52, 13.41, thousands: 3_562),
        City("bishkek", "Bishkek", "Kyrgyzstan", .asia, 42.87, 74.59, thousands: 1_038),
        City("bogota", "Bogotá", "Colombia", .southAmerica, 4.61, -74.08, thousands: 10_978),
        City("boston", "Boston", "United States", .northAmerica, 42.36, -71.06, thousands: 4_309),
        City("brasilia", "Brasília", "Brazil", .southAmerica, -15.78, -47.93, thousands: 4_646),
        City("bratislava", "Bratislava", "Slovakia", .europe, 48.15, 17.11, thousands: 435),
        City("brazzaville", "Brazzaville", "Congo", .africa, -4.27, 15.28, thousands: 2_388),
        City("brisbane", "Brisbane", "Australia", .oceania, -27.47, 153.03, thousands: 2_406),
        City("brussels", "Brussels", "Belgium", .europe, 50.85, 4.35, thousands: 2_081),
        City("bucharest", "Bucharest", "Romania", .europe, 44.43, 26.10, thousands: 1_803),
        City("budapest", "Budapest", "Hungary", .europe, 47.50, 19.04, thousands: 1_768),
        City("buenos-aires", "Buenos Aires", "Argentina", .southAmerica, -34.61, -58.40, thousands: 15_154),
        City("busan", "Busan", "South Korea", .asia, 35.10, 129.04, thousands: 3_465),
    ]

    private static let cToF: [City] = [
        City("cairo", "Cairo", "Egypt", .africa, 30.04, 31.24, thousands: 20_901),
        City("calgary", "Calgary", "Canada", .northAmerica, 51.04, -114.06, thousands: 1_547),
        City("canberra", "Canberra", "Australia", .oceania, -35.28, 149.13, thousands: 457),
        City("cape-town", "Cape Town", "South Africa", .africa, -33.93, 18.42, thousands: 4_618),
        City("caracas", "Caracas", "Venezuela", .southAmerica, 10.49, -66.88, thousands: 2_939),
        City("casablanca", "Casablanca", "Morocco", .africa, 33.59, -7.62, thousands: 3_752),
        City("cebu", "Cebu", "Philippines", .asia, 10.32, 123.89, thousands: 980),
        City("chengdu", "Chengdu", "China", .asia, 30.67, 104.07, thousands: 9_136),
        City("chennai", "Chennai", "India", .asia, 13.05, 80.25, thousands: 10_971),
        City("chicago", "Chicago", "United States", .northAmerica, 41.88, -87.63, thousands: 8_865),
        City("chisinau", "Chișinău", "Moldova", .europe, 47.01, 28.86, thousands: 499),
        City("chongqing", "Chongqing", "China", .asia, 29.56, 106.55, thousands: 15_872),
        City("christchurch", "Christchurch", "New Zealand", .oceania, -43.53, 172.63, thousands: 399),
        City("colombo", "Colombo", "Sri Lanka", .asia, 6.93, 79.85, thousands: 613),
        City("concepcion", "Concepción", "Chile", .southAmerica, -36.83, -73.05, thousands: 881),
        City("copenhagen", "Copenhagen", "Denmark", .europe, 55.68, 12.57, thousands: 1_346),
        City("cusco", "Cusco", "Peru", .southAmerica, -13.52, -71.98, thousands: 471),
        City("da-nang", "Đà Nẵng", "Vietnam", .asia, 16.05, 108.21, thousands: 1_125),
        City("dakar", "Dakar", "Senegal", .africa, 14.69, -17.44, thousands: 3_140),
        City("damascus", "Damascus", "Syria", .asia, 33.51, 36.31, thousands: 2_392),
        City("dar-es-salaam", "Dar es Salaam", "Tanzania", .africa, -6.82, 39.27, thousands: 6_702),
        City("delhi", "Delhi", "India", .asia, 28.67, 77.22, thousands: 30_291),
        City("denver", "Denver", "United States", .northAmerica, 39.74, -104.98, thousands: 2_827),
        City("dhaka", "Dhaka", "Bangladesh", .asia, 23.71, 90.41, thousands: 21_006),
        City("doha", "Doha", "Qatar", .asia, 25.27, 51.52, thousands: 641),
        City("douala", "Douala", "Cameroon", .africa, 4.05, 9.70, thousands: 3_663),
        City("dubai", "Dubai", "United Arab Emirates", .asia, 25.27, 55.31, thousands: 2_878),
        City("dublin", "Dublin", "Ireland", .europe, 53.33, -6.25, thousands: 1_228),
        City("durban", "Durban", "South Africa", .africa, -29.86, 31.03, thousands: 3_158),
        City("dushanbe", "Dushanbe", "Tajikistan", .asia, 38.54, 68.78, thousands: 916),
        City("edinburgh", "Edinburgh", "United Kingdom", .europe, 55.95, -3.20, thousands: 537),
        City("fortaleza", "Fortaleza", "Brazil", .southAmerica, -3.74, -38.54, thousands: 4_073),
        City("freetown", "Freetown", "Sierra Leone", .africa, 8.48, -13.23, thousands: 1_202),
    ]

    private static let gToK: [City] = [
        City("gaborone", "Gaborone", "Botswana", .africa, -24.65, 25.91, thousands: 269),
        City("gdansk", "Gdańsk", "Poland", .europe, 54.35, 18.65, thousands: 465),
        City("geneva", "Geneva", "Switzerland", .europe, 46.20, 6.15, thousands: 613),
        City("georgetown", "Georgetown", "Guyana", .southAmerica, 6.80, -58.16, thousands: 110),
        City("goteborg", "Göteborg", "Sweden", .europe, 57.70, 11.97, thousands: 611),
        City("guangzhou", "Guangzhou", "China", .asia, 23.13, 113.26, thousands: 13_302),
        City("guatemala-city", "Guatemala City", "Guatemala", .northAmerica, 14.61, -90.53, thousands: 2_935),
        City("guayaquil", "Guayaquil", "Ecuador", .southAmerica, -2.17, -79.90, thousands: 2_994),
        City("halifax", "Halifax", "Canada", .northAmerica, 44.65, -63.58, thousands: 413),
        City("hanoi", "Hanoi", "Vietnam", .asia, 21.02, 105.84, thousands: 4_678),
        City("harare", "Harare", "Zimbabwe", .africa, -17.83, 31.05, thousands: 1_530),
        City("havana", "Havana", "Cuba", .northAmerica, 23.13, -82.38, thousands: 2_140),
        City("helsinki", "Helsinki", "Finland", .europe, 60.17, 24.94, thousands: 1_305),
        City("hiroshima", "Hiroshima", "Japan", .asia, 34.39, 132.46, thousands: 2_083),
        City("ho-chi-minh-city", "Ho Chi Minh City", "Vietnam", .asia, 10.75, 106.67, thousands: 8_602),
        City("hong-kong", "Hong Kong", "China", .asia, 22.28, 114.16, thousands: 7_548),
        City("honiara", "Honiara", "Solomon Islands", .oceania, -9.43, 159.95, thousands: 82),
        City("honolulu", "Honolulu", "United States", .oceania, 21.31, -157.83, thousands: 892),
        City("hue", "Huế", "Vietnam", .asia, 16.47, 107.60, thousands: 400),
        City("hyderabad", "Hyderabad", "India", .asia, 17.38, 78.47, thousands: 10_004),
        City("irkutsk", "Irkutsk", "Russia", .asia, 52.30, 104.30, thousands: 639),
        City("islamabad", "Islamabad", "Pakistan", .asia, 33.70, 73.06, thousands: 1_129),
        City("istanbul", "Istanbul", "Türkiye", .europe, 41.01, 28.95, thousands: 15_190),
        City("jakarta", "Jakarta", "Indonesia", .asia, -6.21, 106.85, thousands: 10_770),
        City("johannesburg", "Johannesburg", "South Africa", .africa, -26.20, 28.04, thousands: 5_783),
        City("kabul", "Kabul", "Afghanistan", .asia, 34.53, 69.17, thousands: 4_222),
        City("kampala", "Kampala", "Uganda", .africa, 0.32, 32.58, thousands: 3_298),
        City("karachi", "Karachi", "Pakistan", .asia, 24.91, 67.08, thousands: 16_094),
        City("kathmandu", "Kathmandu", "Nepal", .asia, 27.70, 85.32, thousands: 1_424),
        City("khartoum", "Khartoum", "Sudan", .africa, 15.55, 32.53, thousands: 5_829),
        City("kigali", "Kigali", "Rwanda", .africa, -1.95, 30.06, thousands: 1_132),
        City("kingston", "Kingston", "Jamaica", .northAmerica, 18.00, -76.79, thousands: 591),
        City("kinshasa", "Kinshasa", "Democratic Republic of the Congo", .africa, -4.33, 15.31, thousands: 14_342),
        City("kolkata", "Kolkata", "India", .asia, 22.53, 88.36, thousands: 14_850),
        City("krakow", "Kraków", "Poland", .europe, 50.07, 19.94, thousands: 769),
        City("kuala-lumpur", "Kuala Lumpur", "Malaysia", .asia, 3.14, 101.69, thousands: 7_997),
        City("kuching", "Kuching", "Malaysia", .asia, 1.55, 110.33, thousands: 612),
        City("kyiv", "Kyiv", "Ukraine", .europe, 50.45, 30.52, thousands: 2_988),
    ]

    private static let lToM: [City] = [
        City("la-paz", "La Paz", "Bolivia", .southAmerica, -16.50, -68.15, thousands: 1_858),
        City("lagos", "Lagos", "Nigeria", .africa, 6.45, 3.40, thousands: 14_368),
        City("lahore", "Lahore", "Pakistan", .asia, 31.55, 74.34, thousands: 12_642),
        City("libreville", "Libreville", "Gabon", .africa, 0.39, 9.45, thousands: 834),
        City("lima", "Lima", "Peru", .southAmerica, -12.04, -77.03, thousands: 10_719),
        City("lisbon", "Lisbon", "Portugal", .europe, 38.72, -9.14, thousands: 2_957),
        City("ljubljana", "Ljubljana", "Slovenia", .europe, 46.05, 14.51, thousands: 286),
        City("lodz", "Łódź", "Poland", .europe, 51.76, 19.46, thousands: 677),
        City("lome", "Lomé", "Togo", .africa, 6.14, 1.21, thousands: 1_828),
        City("london", "London", "United Kingdom", .europe, 51.51, -0.13, thousands: 9_304),
        City("los-angeles", "Los Angeles", "United States", .northAmerica, 34.05, -118.24, thousands: 12_447),
        City("luanda", "Luanda", "Angola", .africa, -8.84, 13.23, thousands: 8_330),
        City("lusaka", "Lusaka", "Zambia", .africa, -15.41, 28.28, thousands: 2_774),
        City("luxembourg", "Luxembourg", "Luxembourg", .europe, 49.61, 6.13, thousands: 120),
        City("madrid", "Madrid", "Spain", .europe, 40.42, -3.70, thousands: 6_618),
        City("malaga", "Málaga", "Spain", .europe, 36.72, -4.42, thousands: 590),
        City("malmo", "Malmö", "Sweden", .europe, 55.61, 13.00, thousands: 322),
        City("managua", "Managua", "Nicaragua", .northAmerica, 12.13, -86.25, thousands: 1_064),
        City("manaus", "Manaus", "Brazil", .southAmerica, -3.10, -60.03, thousands: 2_261),
        City("manila", "Manila", "Philippines", .asia, 14.60, 120.98, thousands: 13_923),
        City("maputo", "Maputo", "Mozambique", .africa, -25.97, 32.59, thousands: 1_110),
        City("marrakech", "Marrakech", "Morocco", .africa, 31.63, -8.01, thousands: 1_003),
        City("marseille", "Marseille", "France", .europe, 43.30, 5.37, thousands: 1_608),
        City("melbourne", "Melbourne", "Australia", .oceania, -37.81, 144.96, thousands: 4_968),
        City("mendoza", "Mendoza", "Argentina", .southAmerica, -32.89, -68.83, thousands: 1_173),
        City("merida", "Mérida", "Mexico", .northAmerica, 20.97, -89.62, thousands: 1_161),
        City("mexico-city", "Mexico City", "Mexico", .northAmerica, 19.43, -99.13, thousands: 21_782),
        City("miami", "Miami", "United States", .northAmerica, 25.77, -80.19, thousands: 6_122),
        City("minsk", "Minsk", "Belarus", .europe, 53.90, 27.57, thousands: 2_028),
        City("monrovia", "Monrovia", "Liberia", .africa, 6.30, -10.80, thousands: 1_517),
        City("monterrey", "Monterrey", "Mexico", .northAmerica, 25.67, -100.32, thousands: 4_874),
        City("montevideo", "Montevideo", "Uruguay", .southAmerica, -34.90, -56.19, thousands: 1_752),
        City("montreal", "Montréal", "Canada", .northAmerica, 45.51, -73.57, thousands: 4_221),
        City("moscow", "Moscow", "Russia", .europe, 55.76, 37.62, thousands: 12_538),
        City("mumbai", "Mumbai", "India", .asia, 19.07, 72.88, thousands: 20_411),
        City("munich", "Munich", "Germany", .europe, 48.14, 11.57, thousands: 1_538),
        City("muscat", "Muscat", "Oman", .asia, 23.61, 58.59, thousands: 1_550),
    ]

    private static let nToR: [City] = [
        City("nairobi", "Nairobi", "Kenya", .africa, -1.28, 36.82, thousands: 4_735),
        City("naples", "Naples", "Italy", .europe, 40.85, 14.26, thousands: 2_187),
        City("nassau", "Nassau", "Bahamas", .northAmerica, 25.06, -77.34, thousands: 280),
        City("ndjamena", "N'Djamena", "Chad", .africa, 12.11, 15.04, thousands: 1_423),
        City("new-orleans", "New Orleans", "United States", .northAmerica, 29.95, -90.08, thousands: 992),
        City("new-york", "New York", "United States", .northAmerica, 40.71, -74.01, thousands: 18_804),
        City("niamey", "Niamey", "Niger", .africa, 13.51, 2.11, thousands: 1_292),
        City("nouakchott", "Nouakchott", "Mauritania", .africa, 18.09, -15.98, thousands: 1_315),
        City("novosibirsk", "Novosibirsk", "Russia", .asia, 55.04, 82.93, thousands: 1_664),
        City("nukualofa", "Nuku'alofa", "Tonga", .oceania, -21.14, -175.20, thousands: 23),
        City("odesa", "Odesa", "Ukraine", .europe, 46.48, 30.73, thousands: 1_009),
        City("osaka", "Osaka", "Japan", .asia, 34.69, 135.50, thousands: 19_165),
        City("oslo", "Oslo", "Norway", .europe, 59.91, 10.75, thousands: 1_041),
        City("panama-city", "Panama City", "Panama", .northAmerica, 8.98, -79.52, thousands: 1_860),
        City("paramaribo", "Paramaribo", "Suriname", .southAmerica, 5.85, -55.20, thousands: 239),
        City("paris", "Paris", "France", .europe, 48.85, 2.35, thousands: 11_017),
        City("perth", "Perth", "Australia", .oceania, -31.95, 115.85, thousands: 2_042),
        City("phnom-penh", "Phnom Penh", "Cambodia", .asia, 11.56, 104.92, thousands: 2_078),
        City("port-au-prince", "Port-au-Prince", "Haiti", .northAmerica, 18.54, -72.34, thousands: 2_774),
        City("port-louis", "Port Louis", "Mauritius", .africa, -20.16, 57.50, thousands: 149),
        City("port-moresby", "Port Moresby", "Papua New Guinea", .oceania, -9.44, 147.18, thousands: 383),
        City("port-of-spain", "Port of Spain", "Trinidad and Tobago", .northAmerica, 10.66, -61.51, thousands: 544),
        City("port-vila", "Port Vila", "Vanuatu", .oceania, -17.74, 168.32, thousands: 53),
        City("porto", "Porto", "Portugal", .europe, 41.15, -8.61, thousands: 1_313),
        City("prague", "Prague", "Czechia", .europe, 50.08, 14.42, thousands: 1_306),
        City("pyongyang", "Pyongyang", "North Korea", .asia, 39.03, 125.75, thousands: 3_084),
        City("quebec", "Québec", "Canada", .northAmerica, 46.81, -71.21, thousands: 826),
        City("quito", "Quito", "Ecuador", .southAmerica, -0.23, -78.53, thousands: 1_874),
        City("reykjavik", "Reykjavík", "Iceland", .europe, 64.15, -21.94, thousands: 216),
        City("riga", "Riga", "Latvia", .europe, 56.95, 24.11, thousands: 631),
        City("rio-de-janeiro", "Rio de Janeiro", "Brazil", .southAmerica, -22.91, -43.20, thousands: 13_458),
        City("riyadh", "Riyadh", "Saudi Arabia", .asia, 24.69, 46.71, thousands: 7_231),
        City("rome", "Rome", "Italy", .europe, 41.89, 12.48, thousands: 4_257),
    ]

    private static let justS: [City] = [
        City("saint-petersburg", "Saint Petersburg", "Russia", .europe, 59.93, 30.33, thousands: 5_468),
        City("salta", "Salta", "Argentina", .southAmerica, -24.79, -65.41, thousands: 685),
        City("samarkand", "Samarkand", "Uzbekistan", .asia, 39.65, 66.96, thousands: 579),
        City("san-francisco", "San Francisco", "United States", .northAmerica, 37.77, -122.42, thousands: 3_314),
        City("san-jose", "San José", "Costa Rica", .northAmerica, 9.93, -84.08, thousands: 1_400),
        City("san-salvador", "San Salvador", "El Salvador", .northAmerica, 13.69, -89.19, thousands: 1_106),
        City("sanaa", "Sana'a", "Yemen", .asia, 15.35, 44.21, thousands: 2_973),
        City("santiago", "Santiago", "Chile", .southAmerica, -33.46, -70.65, thousands: 6_767),
        City("santo-domingo", "Santo Domingo", "Dominican Republic", .northAmerica, 18.49, -69.90, thousands: 3_318),
        City("sao-paulo", "São Paulo", "Brazil", .southAmerica, -23.55, -46.64, thousands: 22_043),
        City("sapporo", "Sapporo", "Japan", .asia, 43.06, 141.35, thousands: 2_670),
        City("sarajevo", "Sarajevo", "Bosnia and Herzegovina", .europe, 43.85, 18.36, thousands: 343),
        City("seattle", "Seattle", "United States", .northAmerica, 47.61, -122.33, thousands: 3_433),
        City("seoul", "Seoul", "South Korea", .asia, 37.57, 126.98, thousands: 9_963),
        City("shanghai", "Shanghai", "China", .asia, 31.22, 121.46, thousands: 27_058),
        City("singapore", "Singapore", "Singapore", .asia, 1.29, 103.85, thousands: 5_935),
        City("skopje", "Skopje", "North Macedonia", .europe, 42.00, 21.43, thousands: 595),
        City("sofia", "Sofia", "Bulgaria", .europe, 42.70, 23.32, thousands: 1_281),
        City("stockholm", "Stockholm", "Sweden", .europe, 59.33, 18.06, thousands: 1_633),
        City("suva", "Suva", "Fiji", .oceania, -18.14, 178.44, thousands: 178),
        City("sydney", "Sydney", "Australia", .oceania, -33.87, 151.21, thousands: 4_926),
    ]

    private static let tToZ: [City] = [
        City("tallinn", "Tallinn", "Estonia", .europe, 59.44, 24.75, thousands: 445),
        City("tashkent", "Tashkent", "Uzbekistan", .asia, 41.26, 69.22, thousands: 2_517),
        City("tbilisi", "Tbilisi", "Georgia", .asia, 41.69, 44.83, thousands: 1_078),
        City("tegucigalpa", "Tegucigalpa", "Honduras", .northAmerica, 14.08, -87.21, thousands: 1_444),
        City("tehran", "Tehran", "Iran", .asia, 35.69, 51.42, thousands: 9_135),
        City("tel-aviv", "Tel Aviv", "Israel", .asia, 32.08, 34.78, thousands: 4_181),
        City("thimphu", "Thimphu", "Bhutan", .asia, 27.47, 89.64, thousands: 203),
        City("tirana", "Tirana", "Albania", .europe, 41.33, 19.82, thousands: 494),
        City("tokyo", "Tokyo", "Japan", .asia, 35.69, 139.69, thousands: 37_393),
        City("toronto", "Toronto", "Canada", .northAmerica, 43.65, -79.38, thousands: 6_197),
        City("tripoli", "Tripoli", "Libya", .africa, 32.88, 13.19, thousands: 1_165),
        City("tunis", "Tunis", "Tunisia", .africa, 36.82, 10.17, thousands: 2_365),
        City("ulaanbaatar", "Ulaanbaatar", "Mongolia", .asia, 47.91, 106.88, thousands: 1_584),
        City("valletta", "Valletta", "Malta", .europe, 35.90, 14.51, thousands: 213),
        City("valparaiso", "Valparaíso", "Chile", .southAmerica, -33.04, -71.63, thousands: 984),
        City("vancouver", "Vancouver", "Canada", .northAmerica, 49.25, -123.12, thousands: 2_581),
        City("venice", "Venice", "Italy", .europe, 45.44, 12.34, thousands: 637),
        City("vienna", "Vienna", "Austria", .europe, 48.21, 16.37, thousands: 1_930),
        City("vientiane", "Vientiane", "Laos", .asia, 17.97, 102.60, thousands: 683),
        City("vilnius", "Vilnius", "Lithuania", .europe, 54.69, 25.28, thousands: 539),
        City("vladivostok", "Vladivostok", "Russia", .asia, 43.11, 131.87, thousands: 610),
        City("warsaw", "Warsaw", "Poland", .europe, 52.23, 21.01, thousands: 1_783),
        City("washington", "Washington", "United States", .northAmerica, 38.90, -77.04, thousands: 5_322),
        City("wellington", "Wellington", "New Zealand", .oceania, -41.29, 174.78, thousands: 415),
        City("windhoek", "Windhoek", "Namibia", .africa, -22.56, 17.08, thousands: 431),
        City("winnipeg", "Winnipeg", "Canada", .northAmerica, 49.90, -97.14, thousands: 817),
        City("yakutsk", "Yakutsk", "Russia", .asia, 62.03, 129.73, thousands: 328),
        City("yangon", "Yangon", "Myanmar", .asia, 16.81, 96.16, thousands: 5_332),
        City("yerevan", "Yerevan", "Armenia", .asia, 40.18, 44.51, thousands: 1_086),
        City("zagreb", "Zagreb", "Croatia", .europe, 45.81, 15.98, thousands: 685),
        City("zanzibar", "Zanzibar", "Tanzania", .africa, -6.16, 39.20, thousands: 705),
        City("zurich", "Zürich", "Switzerland", .europe, 47.37, 8.54, thousands: 1_395),
    ]
}
