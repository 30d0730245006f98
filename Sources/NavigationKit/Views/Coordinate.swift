import Glibc

/// A place on the globe, in degrees.
public struct Coordinate: Sendable, Hashable {
    /// Degrees north of the equator; negative to the south.
    public let latitude: Double
    /// Degrees east of Greenwich; negative to the west.
    public let longitude: Double

    /// Values outside of a globe become the nearest ones on it.
    ///
    /// - Parameters:
    ///   - latitude: degrees north of the equator.
    ///   - longitude: degrees east of Greenwich.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude.isNaN ? 0 : min(max(latitude, -90), 90)
        self.longitude = longitude.isNaN ? 0 : min(max(longitude, -180), 180)
    }
}

/// The part of the globe that a map shows (MapKit's `MKCoordinateRegion`). It may reach over the date line.
public struct CoordinateRegion: Sendable, Hashable {
    /// The western edge, from -180 up.
    public let west: Double
    /// The southern edge.
    public let south: Double
    /// Degrees from west to east, at most 360.
    public let width: Double
    /// Degrees from south to north, at most 180.
    public let height: Double
    /// How much shorter a degree of longitude is here than one of latitude.
    package let horizontalScale: Double

    /// The eastern edge; beyond the date line it is more than 180.
    public var east: Double { west + width }
    /// The northern edge.
    public var north: Double { south + height }

    /// All of the globe.
    public static let world = CoordinateRegion(west: -180, south: -90, width: 360, height: 180, horizontalScale: 1)

    private init(west: Double, south: Double, width: Double, height: Double, horizontalScale: Double) {
        (self.west, self.south, self.width, self.height) = (west, south, width, height)
        self.horizontalScale = horizontalScale
    }

    /// What holds all of `coordinates` with some space around them, neither tall nor very flat; the world for none.
    ///
    /// - Parameters:
    ///   - coordinates: the places.
    ///   - minimumWidth: the fewest degrees from west to east.
    public init(around coordinates: [Coordinate], minimumWidth: Double = 30) {
        let longitudes = coordinates.map(\.longitude).sorted()
        let latitudes = coordinates.map(\.latitude)
        guard let first = longitudes.first, let last = longitudes.last, let lowest = latitudes.min(),
            let highest = latitudes.max()
        else {
            self = .world
            return
        }
        // The shortest arc that holds them all is what the widest gap leaves.
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

/// An area of a map, as a coast encloses it (SwiftUI's `MapPolygon`).
public struct MapPolygon: Sendable {
    /// What the area is.
    public enum Surface: String, Sendable {
        /// To be walked on.
        case land
        /// Over the land, as an inland sea.
        case water
    }

    /// What the area is.
    public let surface: Surface
    /// The outline as SVG's path data, in degrees east of the date line and south of the pole. Made once, because coasts
    /// do not change.
    package let path: String

    /// - Parameters:
    ///   - coordinates: the corners, in order.
    ///   - surface: what the area is.
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
