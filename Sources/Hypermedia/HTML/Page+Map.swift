internal import NavigationKit

extension Page {
    /// Writes the map as an SVG image, which scales to any width. Its unit is one degree of latitude. The rows that
    /// follow have the titles and actions of its points.
    mutating func map(_ map: Screen.MapElement) {
        blockNumber += 1
        let index = blockNumber
        let scale = map.region.horizontalScale
        let width = map.region.width * scale
        writer.markup("<svg class=\"map\" role=\"img\" aria-labelledby=\"map-")
        writer.number(index)
        writer.markup("\" viewBox=\"")
        writer.decimal((map.region.west + 180) * scale)
        for number in [90 - map.region.north, width, map.region.height] {
            writer.markup(" ")
            writer.decimal(number)
        }
        writer.markup("\">\n<title id=\"map-")
        writer.number(index)
        writer.markup("\">")
        writer.text(map.label)
        writer.markup("</title>\n")
        polygons(map, index, scale)
        for (row, point) in zip(map.rows, map.points) where screen.rows.indices.contains(row) {
            marker(point, screen.rows[row].title, in: map.region, radius: width / 90)
        }
        writer.markup("</svg>")
    }

    private mutating func polygons(_ map: Screen.MapElement, _ index: Int, _ scale: Double) {
        writer.markup("<g id=\"map-")
        writer.number(index)
        writer.markup("-polygons\" transform=\"scale(")
        writer.decimal(scale)
        writer.markup(" 1)\">\n")
        for polygon in map.polygons {
            writer.markup("<path class=\"")
            writer.raw(polygon.surface.rawValue)
            writer.markup("\" d=\"")
            writer.raw(polygon.path)
            writer.markup("\"></path>\n")
        }
        writer.markup("</g>\n")
        guard map.region.east > 180 else { return }
        // Beyond the 180th meridian, draw the polygons again.
        writer.markup("<use href=\"#map-")
        writer.number(index)
        writer.markup("-polygons\" x=\"")
        writer.decimal(360 * scale)
        writer.markup("\"></use>\n")
    }

    private mutating func marker(
        _ point: Screen.MapElement.Point, _ title: String, in region: CoordinateRegion, radius: Double
    ) {
        let longitude = point.coordinate.longitude + (point.coordinate.longitude < region.west ? 360 : 0)
        point.leadsSomewhere
            ? writer.markup("<circle class=\"marker\"") : writer.markup("<circle class=\"marker here\"")
        writer.markup(" cx=\"")
        writer.decimal((longitude + 180) * region.horizontalScale)
        writer.markup("\" cy=\"")
        writer.decimal(90 - point.coordinate.latitude)
        writer.markup("\" r=\"")
        writer.decimal(radius)
        writer.markup("\"><title>")
        writer.text(title)
        writer.markup("</title></circle>\n")
    }
}
