internal import NavigationKit

extension SirenEntity {
    /// Writes the map's region. The map's points are the rows that follow, with their coordinates.
    mutating func map(_ map: Screen.MapElement) {
        beginEntity("map", rel: "urn:cairn:map", title: map.label)
        writer.markup(",\"west\":")
        writer.decimal(map.region.west)
        writer.markup(",\"south\":")
        writer.decimal(map.region.south)
        writer.markup(",\"east\":")
        writer.decimal(map.region.east)
        writer.markup(",\"north\":")
        writer.decimal(map.region.north)
        writer.markup("}}")
    }

    mutating func coordinate(_ coordinate: Coordinate) {
        writer.markup(",\"latitude\":")
        writer.decimal(coordinate.latitude)
        writer.markup(",\"longitude\":")
        writer.decimal(coordinate.longitude)
    }
}
