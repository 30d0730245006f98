import Hypermedia
import Testing

@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Maps in HTML and Siren") struct MapRenderingTests {
    private static func screen(around coordinates: [Coordinate], rows: Range<Int> = 0..<2) -> Screen {
        let map = Screen.MapElement(
            label: "Ports <of the Pacific>", region: CoordinateRegion(around: coordinates),
            polygons: [MapPolygon(coordinates), MapPolygon(coordinates, surface: .water)],
            points: [
                .init(coordinate: Coordinate(latitude: -18.1416, longitude: 178.4419), leadsSomewhere: true),
                .init(coordinate: Coordinate(latitude: -13.5, longitude: -171), leadsSomewhere: false),
            ],
            rows: rows)
        var screen = Screen()
        screen.elements = [.map(map), .beginList(label: "Ports"), .row(0), .row(1), .endList, .row(2)]
        screen.rows = ["Suva & more", "Apia", "No port"].map { Screen.RowElement(title: $0) }
        return screen
    }

    private static let pacific = [
        Coordinate(latitude: -18.1416, longitude: 178.4419), Coordinate(latitude: -13.5, longitude: -171),
    ]

    @Test func `the map has a title, no inline style and no focusable element`() {
        let page = Rendering.page(Self.screen(around: []))
        #expect(page.contains("<svg class=\"map\" role=\"img\" aria-labelledby=\"map-1\" viewBox=\"0 0 360 180\">"))
        #expect(page.contains("<title id=\"map-1\">Ports &lt;of the Pacific&gt;</title>"))
        #expect(
            page.contains("<circle class=\"marker\" cx=\"358.4419\" cy=\"108.1416\" r=\"4\"><title>Suva &amp; more<"))
        #expect(page.contains("<circle class=\"marker here\" cx=\"9\" cy=\"103.5\" r=\"4\">"))
        let svg = page.between("<svg", "</svg>") ?? ""
        #expect(svg.count(of: "<path class=\"land\"") == 1 && svg.count(of: "<path class=\"water\"") == 1)
        for forbidden in ["style=", "tabindex", "<a ", "<use", "script"] { #expect(!svg.contains(forbidden)) }
        #expect(page.precedes("</svg>", "aria-label=\"Ports\""))
        #expect(page.count(of: "class=\"row\"") == 3)
    }

    @Test func `beyond the date line, the map repeats the polygons`() throws {
        let page = Rendering.page(Self.screen(around: Self.pacific))
        #expect(page.contains("<use href=\"#map-1-polygons\" x=\""))
        let centres = page.pieces(around: "cx=\"").dropFirst().compactMap { Double($0.prefix { $0 != "\"" }) }
        #expect(centres.count == 2 && centres[0] < centres[1] && centres[1] - centres[0] < 12)
    }

    @Test func `in Siren the map has its region, and its rows have coordinates`() throws {
        let entities = try #require(
            try Rendering.siren(Self.screen(around: []))["entities"] as? [[String: Any]])
        #expect(entities.map { ($0["class"] as? [String])?.first } == ["map", "row", "row", "row"])
        let properties = entities.compactMap { $0["properties"] as? [String: Any] }
        #expect(properties[0]["title"] as? String == "Ports <of the Pacific>")
        #expect(properties[0]["west"] as? Double == -180 && properties[0]["north"] as? Double == 90)
        #expect(properties[1]["latitude"] as? Double == -18.1416)
        #expect(properties[2]["longitude"] as? Double == -171)
        #expect(properties[3]["latitude"] == nil)
    }

    @Test func `two maps on one page have distinct IDs`() {
        var screen = Self.screen(around: Self.pacific)
        screen.elements += screen.elements.prefix(1)
        let page = Rendering.page(screen)
        for name in ["map-1", "map-2", "map-1-polygons", "map-2-polygons"] {
            #expect(page.count(of: "id=\"\(name)\"") == 1)
        }
    }

    @Test func `points without a row have no marker`() throws {
        let screen = Self.screen(around: [], rows: 2..<9)
        #expect(Rendering.page(screen).count(of: "<circle") == 1)
        let entities = try #require(try Rendering.siren(screen)["entities"] as? [[String: Any]])
        #expect(entities.count == 4)
    }
}
