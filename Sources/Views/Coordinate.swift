import Glibc

/// A position on the globe, in degrees.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator, from -90 to 90; negative values are south.
    public let latitude: Double
    /// Degrees east of Greenwich, from -180 to 180; negative values are west.
    public let longitude: Double

    /// Creates a position. Values out of range are clamped to the nearest valid value; NaN becomes 0.
    ///
    /// - Parameters:
    ///   - latitude: degrees north of the equator.
    ///   - longitude: degrees east of Greenwich.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude.isNaN ? 0 : min(max(latitude, -90), 90)
        self.longitude = longitude.isNaN ? 0 : min(max(longitude, -180), 180)
    }
}

/// The part of the globe that a map shows (MapKit's `MKCoordinateRegion`). It can cross the 180th meridian.
public struct CoordinateRegion: Sendable, Hashable {
    /// The western edge, in degrees of longitude, at least -180.
    public let west: Double
    /// The southern edge, in degrees of latitude.
    public let south: Double
    /// Degrees from west to east, at most 360.
    public let width: Double
    /// Degrees from south to north, at most 180.
    public let height: Double
    /// The drawn length of a degree of longitude, relative to a degree of latitude: that at the middle of the
    /// coordinates, at least 0.3; 1 for ``world``.
    package let horizontalScale: Double

    /// The eastern edge, in degrees of longitude; more than 180 if the region crosses the 180th meridian.
    public var east: Double { west + width }
    /// The northern edge, in degrees of latitude.
    public var north: Double { south + height }

    /// The whole globe, drawn without scaling.
    public static let world = CoordinateRegion(west: -180, south: -90, width: 360, height: 180, horizontalScale: 1)

    private init(west: Double, south: Double, width: Double, height: Double, horizontalScale: Double) {
        (self.west, self.south, self.width, self.height) = (west, south, width, height)
        self.horizontalScale = horizontalScale
    }

    /// Creates a region that contains all `coordinates`, with a margin unless the globe ends. Displayed, it is 1 to 2.5
    /// times as wide as high, unless its width reaches 360 degrees. Without coordinates the region is the whole globe.
    ///
    /// - Parameters:
    ///   - coordinates: the positions that the region contains.
    ///   - minimumWidth: the smallest width of the region, in degrees.
    public init(around coordinates: [Coordinate], minimumWidth: Double = 30) {
        let longitudes = coordinates.map(\.longitude).sorted()
        let latitudes = coordinates.map(\.latitude)
        guard let first = longitudes.first, let last = longitudes.last, let lowest = latitudes.min(),
            let highest = latitudes.max()
        else {
            self = .world
            return
        }
        // The widest gap between neighbouring longitudes is the complement of the shortest arc that contains them all.
        var (west, gap) = (first, first + 360 - last)
        for (one, next) in zip(longitudes, longitudes.dropFirst()) where next - one > gap {
            (west, gap) = (next, next - one)
        }
        let middle = (longitude: west + (360 - gap) / 2, latitude: (lowest + highest) / 2)
        let scale = max(cos(middle.latitude * .pi / 180), 0.3)
        let least = min(max((360 - gap) * 1.2, minimumWidth), 360)
        let height = min(max((highest - lowest) * 1.2, least * scale / 2.5), 180)
        let width = min(max(least, height / scale), 360)
        let edge = width < 360 ? middle.longitude - width / 2 : -180
        self.init(
            west: edge < -180 ? edge + 360 : edge >= 180 ? edge - 360 : edge,
            south: min(max(middle.latitude - height / 2, -90), 90 - height), width: width, height: height,
            horizontalScale: scale)
    }
}

/// An area of a map, such as the land within a coastline (SwiftUI's `MapPolygon`).
public struct MapPolygon: Sendable {
    /// The kind of the area. Later versions can add cases, so a `switch` needs an `@unknown default`.
    public enum Surface: String, Sendable {
        /// Land.
        case land
        /// Water drawn over land, such as an inland sea.
        case water
    }

    /// The kind of the area.
    public let surface: Surface
    /// The outline as SVG path data, in degrees east of the 180th meridian and south of the north pole, to two
    /// decimals. Computed in the initializer, because many pages can show the same area.
    package let path: String

    /// - Parameters:
    ///   - coordinates: the corners of the area, in order.
    ///   - surface: the kind of the area.
    public init(_ coordinates: [Coordinate], surface: Surface = .land) {
        self.surface = surface
        let corners = coordinates.map { corner in
            "\(Self.rounded(corner.longitude + 180)) \(Self.rounded(90 - corner.latitude))"
        }
        path = corners.isEmpty ? "" : "M" + corners.joined(separator: "L") + "Z"
    }

    private static func rounded(_ degrees: Double) -> String {
        let text = "\((degrees * 100).rounded() / 100)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
