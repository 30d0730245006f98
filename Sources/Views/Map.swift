/// A map with markers, followed by a list with one row for each marker (SwiftUI's `Map`).
///
/// The drawing is only visual. Actions belong to the rows, so keyboards, screen readers and scripts reach all of them.
public struct Map: View, PrimitiveView {
    let label: String
    let region: CoordinateRegion
    let polygons: [MapPolygon]
    let markers: [Marker]

    /// - Parameters:
    ///   - label: the text alternative of the map.
    ///   - region: the visible part of the globe.
    ///   - polygons: land and water areas, from bottom to top.
    ///   - markers: the markers, in the order of their rows.
    public init(_ label: String, region: CoordinateRegion = .world, polygons: [MapPolygon], markers: [Marker]) {
        self.label = label
        self.region = region
        self.polygons = polygons
        self.markers = markers
    }

    /// Appends a ``Screen/Element/map(_:)``, and a list with the markers' rows.
    public func build(into screen: inout ScreenBuilder) {
        if screen.keepsElements {
            let first = screen.screen.rows.count
            let points = markers.map { marker in
                Screen.MapElement.Point(coordinate: marker.coordinate, leadsSomewhere: !marker.row.isReadOnly)
            }
            let map = Screen.MapElement(
                label: label, region: region, polygons: polygons, points: points,
                rows: first..<(first + markers.count))
            screen.append(.map(map))
        }
        screen.append(.beginList(label: label))
        // The map finds the rows of its markers by their indices.
        screen.keepingRows { for marker in markers { marker.row.build(into: &$0) } }
        screen.append(.endList)
    }
}

/// A position on a ``Map`` and its row (SwiftUI's `Marker`).
public struct Marker {
    let row: Row
    let coordinate: Coordinate

    /// Creates a marker without an action.
    ///
    /// - Parameters:
    ///   - title: the name of the place.
    ///   - subtitle: a second line in smaller type.
    ///   - coordinate: the position of the place.
    public init(_ title: String, subtitle: String? = nil, coordinate: Coordinate) {
        row = Row(title, subtitle: subtitle)
        self.coordinate = coordinate
    }

    /// Creates a marker that sends `action` when its row is chosen.
    ///
    /// - Parameters:
    ///   - title: the name of the place.
    ///   - subtitle: a second line in smaller type.
    ///   - coordinate: the position of the place.
    ///   - action: the action that the row sends.
    public init(_ title: String, subtitle: String? = nil, coordinate: Coordinate, action: some Action) {
        row = Row(title, subtitle: subtitle, action: action)
        self.coordinate = coordinate
    }
}
