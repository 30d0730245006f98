import Cairn

/// The shop's address and opening hours.
struct VisitView: View {
    let gazetteer: Gazetteer

    private static let hours = [
        ("Tuesday to Friday", "10:00 to 18:00"), ("Saturday", "9:00 to 14:00"), ("Sunday and Monday", nil),
    ]

    var body: some View {
        Label("Kældergade 3, down the stairs and to the left of the globe.", icon: .pin)
        if let city = try? gazetteer.city("copenhagen") {
            Map(
                "Where the shop is", region: CoordinateRegion(around: [city.coordinate]), polygons: Coastline.polygons,
                markers: [Marker("The shop", subtitle: city.name, coordinate: city.coordinate)])
        }
        Table("When we are there", Self.hours) {
            TableColumn("Day") { $0.0 }
            ViewColumn("Hours") {
                if let hours = $0.1 { Text(hours) } else { Badge("Closed", role: .neutral) }
            }
        }
        Text("Whoever finds us may keep the map that led here.", style: .secondary)
    }
}
