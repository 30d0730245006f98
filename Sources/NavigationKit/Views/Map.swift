/// A map with places on it, and the same places as rows below it (SwiftUI's `Map`).
///
/// The drawing is for those who see it. What can be done is done by the rows, so that keys and scripts reach all of it.
public struct Map: View, PrimitiveView {
    let label: String
    let region: CoordinateRegion
    let polygons: [MapPolygon]
    let markers: [Marker]

    /// - Parameters:
    ///   - label: what it shows, in words.
    ///   - region: the part of the globe that is seen.
    ///   - polygons: land and water, each over those before it.
    ///   - markers: the places, in the order of their rows.
    public init(_ label: String, region: CoordinateRegion = .world, polygons: [MapPolygon], markers: [Marker]) {
        self.label = label
        self.region = region
        self.polygons = polygons
        self.markers = markers
    }

    /// Adds the map and the rows of its places.
    public func lower(into screen: inout ScreenBuilder) {
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
        for marker in markers { marker.row.lower(into: &screen) }
        screen.append(.endList)
    }
}

/// A place on a ``Map``, and its row (SwiftUI's `Marker`).
public struct Marker {
    let row: Row
    let coordinate: Coordinate

    /// A place that is only seen, as where one is.
    ///
    /// - Parameters:
    ///   - title: what the place is called.
    ///   - subtitle: a second line in smaller type.
    ///   - coordinate: where it is.
    public init(_ title: String, subtitle: String? = nil, coordinate: Coordinate) {
        row = Row(title, subtitle: subtitle)
        self.coordinate = coordinate
    }

    /// A place that sends `action` when its row is chosen.
    ///
    /// - Parameters:
    ///   - title: what the place is called.
    ///   - subtitle: a second line in smaller type.
    ///   - coordinate: where it is.
    ///   - action: what choosing it means.
    public init(_ title: String, subtitle: String? = nil, coordinate: Coordinate, action: some Action) {
        row = Row(title, subtitle: subtitle, action: action)
        self.coordinate = coordinate
    }
}

extension Screen {
    /// A map: what is drawn, and which rows say the same.
    public struct MapElement: Sendable {
        /// What it shows, in words.
        public var label: String
        /// The part of the globe that is seen.
        public var region: CoordinateRegion
        /// Land and water, each over those before it.
        public var polygons: [MapPolygon]
        /// The places, one for each of ``rows``.
        public var points: [Point]
        /// The places' rows, by their indices in ``Screen/rows``.
        public var rows: Range<Int>

        /// A place on the map.
        public struct Point: Sendable {
            /// Where it is.
            public var coordinate: Coordinate
            /// Whether its row does something.
            public var leadsSomewhere: Bool
        }

        /// The place that the row at `index` stands for.
        package func point(ofRow index: Int) -> Point? {
            guard rows.contains(index), points.indices.contains(index - rows.lowerBound) else { return nil }
            return points[index - rows.lowerBound]
        }
    }
}
