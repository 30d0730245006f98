import Foundation
import Testing

@testable import Hypermedia
@testable import Navigation
@testable import Views

@Suite("Siren: values for programs beside the texts") struct TypedValueTests {
    private static func siren(_ elements: [Screen.Element], _ rows: [Screen.RowElement] = []) throws -> [String: Any] {
        var screen = Screen()
        screen.elements = elements
        screen.rows = rows
        return try Rendering.siren(screen)
    }

    /// The value as Siren has it.
    private static func typed(_ value: TypedValue) throws -> [String: Any] {
        let entity = try siren([.typedContent(label: "l", value: "v", typed: value)])
        let properties = try #require(entity["properties"] as? [String: Any])
        let detail = try #require((properties["details"] as? [[String: Any]])?.first)
        #expect(detail["title"] as? String == "l" && detail["value"] as? String == "v")
        return try #require(detail["typed"] as? [String: Any])
    }

    @Test func `a number is a JSON number, with its unit`() throws {
        let whole = try Self.typed(.number(142_984, unit: "km"))
        #expect(whole["type"] as? String == "number" && whole["value"] as? Int == 142_984)
        #expect(whole["unit"] as? String == "km")
        let price = try Self.typed(.number(Double(1_995) / 100, unit: "\"EUR\""))
        #expect(price["value"] as? Double == 19.95 && price["unit"] as? String == "\"EUR\"")
        let bare = try Self.typed(.number(-0.25))
        #expect(bare["value"] as? Double == -0.25 && bare["unit"] == nil)
        #expect(try Self.typed(.number(.infinity))["value"] is NSNull)
    }

    @Test func `flags, codes and coordinates have types of their own`() throws {
        let flag = try Self.typed(.boolean(true))
        #expect(flag["type"] as? String == "boolean" && flag["value"] as? Bool == true)
        let code = try Self.typed(.code("<IS>"))
        #expect(code["type"] as? String == "code" && code["value"] as? String == "<IS>")
        let place = try Self.typed(.coordinate(Coordinate(latitude: 55.6761, longitude: -12.5683)))
        #expect(place["type"] as? String == "coordinate")
        #expect(place["value"] as? [String: Double] == ["latitude": 55.6761, "longitude": -12.5683])
    }

    @Test func `ISO 8601: dates and times are checked, and a point in time is in UTC`() throws {
        let day = try Self.typed(try #require(TypedValue.date("2026-03-09")))
        #expect(day["type"] as? String == "date" && day["value"] as? String == "2026-03-09")
        let time = try Self.typed(try #require(TypedValue.localDateTime("2026-03-09T17:30")))
        #expect(time["type"] as? String == "local-date-time" && time["value"] as? String == "2026-03-09T17:30")
        let point = try Self.typed(try #require(TypedValue.dateTime(.milliseconds(1_773_077_400_250))))
        #expect(point["type"] as? String == "date-time" && point["value"] as? String == "2026-03-09T17:30:00.250Z")
        #expect(TypedValue.date("9 March 2026") == nil && TypedValue.date("2026-02-30") == nil)
        #expect(TypedValue.localDateTime("2026-03-09") == nil)
    }

    @Test func `a colour is also shown as a swatch, and a text that is none is refused`() throws {
        let color = try #require(TypedValue.color("#7a1f2B"))
        let siren = try Self.typed(color)
        #expect(siren["type"] as? String == "color" && siren["value"] as? String == "#7a1f2B")
        var screen = Screen()
        screen.elements = [
            .typedContent(label: "l", value: "dark red", typed: color),
            .typedContent(label: "m", value: "#123456", typed: .code("#123456")),
        ]
        let page = Rendering.page(screen)
        #expect(page.contains("fill=\"#7a1f2B\"/></svg> dark red</dd>") && page.contains("<dd>#123456</dd>"))
        for text in ["", "7a1f2b", "#7a1f2", "#7a1f2b0", "#7a1f2g", "red", "#7a1f2\""] {
            #expect(TypedValue.color(text) == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            (.seconds(1_777_817_100), "2026-05-03T14:05:00Z"), (.milliseconds(-1), "1969-12-31T23:59:59.999Z"),
            (.nanoseconds(999_999), "1970-01-01T00:00:00Z"), (.seconds(-86_400), "1969-12-31T00:00:00Z"),
            (.seconds(-62_135_596_800), "0001-01-01T00:00:00Z"), (.milliseconds(-62_135_596_800_001), nil),
            (.seconds(253_402_300_799), "9999-12-31T23:59:59Z"), (.seconds(253_402_300_800), nil),
            (.seconds(Int64.min) - .nanoseconds(1), nil), (.seconds(Int64.max), nil),
        ] as [(Duration, String?)])
    func `RFC 3339 §5.6: a point in time always has seconds, and a year of four digits`(time: Duration, text: String?) {
        #expect(TypedValue.dateTime(time)?.content == text.map(TypedValue.Content.dateTime))
    }

    @Test func `a page shows the text only`() {
        var screen = Screen()
        screen.elements = [
            .typedContent(label: "Diameter", value: "142,984 km", typed: .number(142_984, unit: "km")),
            .labeledContent(label: "Day", value: "10 h"),
        ]
        let page = Rendering.page(screen)
        #expect(page.contains("<div><dt>Diameter</dt><dd>142,984 km</dd></div>\n<div><dt>Day</dt>"))
        #expect(!page.contains("142984") && page.count(of: "<dl") == 1)
    }

    @Test func `a table has typed rows beside its texts, with null where there is only a text`() throws {
        var table = Screen.TableElement(
            caption: "Planets",
            columns: [.init(title: "Name", alignment: .leading), .init(title: "Moons", alignment: .trailing)],
            rows: [["Mars", "2"], ["Earth", "one"]], count: 2)
        let plain = try #require((try Self.siren([.table(table)])["entities"] as? [[String: Any]])?.first)
        #expect((plain["properties"] as? [String: Any])?["typedRows"] == nil)
        table.typedRows = [[nil, .number(2)], [nil, nil]]
        let entity = try #require((try Self.siren([.table(table)])["entities"] as? [[String: Any]])?.first)
        let properties = try #require(entity["properties"] as? [String: Any])
        #expect(properties["rows"] as? [[String]] == [["Mars", "2"], ["Earth", "one"]])
        let rows = try #require(properties["typedRows"] as? [[Any]])
        #expect(rows.map(\.count) == [2, 2] && rows[0][0] is NSNull && rows[1][1] is NSNull)
        #expect((rows[0][1] as? [String: Any])?["value"] as? Int == 2)
        #expect(properties["count"] as? Int == 2)
    }

    @Test func `a row has its values by name, and a gauge its unit`() throws {
        let extras = Screen.RowElement.Extras(values: [("price", .number(5, unit: "EUR")), ("sold", .boolean(false))])
        let row = Screen.RowElement(title: "Map", badge: "5.00 EUR", action: nil, extras: extras)
        let gauge = Screen.Element.gauge(.init(label: "Disk", value: 40, bounds: 0...100, text: "40 GB", unit: "GB"))
        let entities = try #require(try Self.siren([.row(0), gauge], [row])["entities"] as? [[String: Any]])
        let properties = try #require(entities.first?["properties"] as? [String: Any])
        #expect(properties["badge"] as? String == "5.00 EUR")
        let values = try #require(properties["values"] as? [String: [String: Any]])
        #expect(values["price"]?["unit"] as? String == "EUR" && values["sold"]?["value"] as? Bool == false)
        #expect((entities.last?["properties"] as? [String: Any])?["unit"] as? String == "GB")
    }
}
