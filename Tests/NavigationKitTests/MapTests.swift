import Testing

@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Maps and their markers") struct MapTests {
    private struct Visit: Action { var place: Int }

    private final class Harbours: ViewController {
        override class var actions: [Handler] { [.on(visit)] }
        func visit(_ action: Visit) {}

        @ViewBuilder override var view: any View {
            List { Row("A row before the map") }
            Map(
                "Two harbours", polygons: [],
                markers: [
                    Marker("Here", coordinate: Coordinate(latitude: 1, longitude: 2)),
                    Marker("There", coordinate: Coordinate(latitude: 3, longitude: 4), action: Visit(place: 7)),
                ])
        }
    }

    @Test func `each marker has a row with its action, and the map maps rows to markers`() async throws {
        let visit = try NavigationKitTests.Visit(Stage(Harbours()))
        let screen = try await visit.screen
        let maps = screen.elements.compactMap { if case .map(let map) = $0 { map } else { nil } }
        let map = try #require(maps.first)
        #expect(map.rows == 1..<3)
        #expect(screen.rows[map.rows].map(\.title) == ["Here", "There"])
        #expect(screen.rows[1].action == nil && screen.rows[2].action == 0)
        #expect(map.points.map(\.leadsSomewhere) == [false, true])
        #expect(map.point(ofRow: 0) == nil && map.point(ofRow: 3) == nil)
        #expect(map.point(ofRow: 2)?.coordinate == Coordinate(latitude: 3, longitude: 4))
        #expect(try await visit.submit("visit?place=7") == ["Harbours;handled"])
    }

    @Test func `the map case does not make a screen element larger`() {
        enum WithoutMaps {
            case heading(String), text(String, Text.Style), beginList(label: String?), endList, row(Int)
            case button(Screen.ButtonElement), link(title: String, target: String)
            case labeledContent(label: String, value: String), beginSection(title: String), endSection
            case beginForm, endForm
            indirect case field(Screen.FieldElement), image(Screen.ImageElement), table(Screen.TableElement)
            indirect case progress(Screen.ProgressElement)
        }
        #expect(MemoryLayout<Screen.Element>.size == MemoryLayout<WithoutMaps>.size)
    }

    @Test func `coordinates out of range are clamped`() {
        let far = Coordinate(latitude: 91, longitude: -.infinity)
        #expect(far == Coordinate(latitude: 90, longitude: -180))
        #expect(Coordinate(latitude: .nan, longitude: .nan) == Coordinate(latitude: 0, longitude: 0))
    }

    @Test func `a region contains all coordinates, even on both sides of the date line`() {
        let suva = Coordinate(latitude: -18.1, longitude: 178.4)
        let apia = Coordinate(latitude: -13.8, longitude: -171.8)
        let region = CoordinateRegion(around: [suva, apia])
        #expect(region.width < 60 && region.west < 178.4 && region.east > 360 - 171.8)
        #expect(region.south < -18.1 && region.north > -13.8)
        #expect(region.width * region.horizontalScale < 2.6 * region.height)
        let tall = CoordinateRegion(around: [
            Coordinate(latitude: 12, longitude: -70), Coordinate(latitude: -55, longitude: -68),
        ])
        #expect(tall.width * tall.horizontalScale >= tall.height)
        #expect(CoordinateRegion(around: []) == .world)
        let pole = CoordinateRegion(around: [Coordinate(latitude: 90, longitude: 0)])
        #expect(pole.north <= 90 && pole.south >= -90 && pole.width <= 360)
    }

    @Test func `map outlines use degrees from the date line and the north pole`() {
        let corners = [Coordinate(latitude: 90, longitude: -180), Coordinate(latitude: -12.346, longitude: 0.5)]
        #expect(MapPolygon(corners).path == "M0 0L180.5 102.35Z")
        #expect(MapPolygon([]).path.isEmpty)
    }
}
