import CairnTesting
import Cairn
import Testing

@testable import Gallery

@Suite("Atlas: a round trip that is planned in the background") struct RoundTripTests {
    private static let gazetteer = Gazetteer()

    private static func length(_ ids: [City.ID]) throws -> Double {
        let cities = try ids.map { try gazetteer.city($0) }
        return zip(cities, cities.dropFirst() + cities.prefix(1)).reduce(0) {
            $0 + gazetteer.kilometres(from: $1.0, to: $1.1)
        }
    }

    @Test(arguments: [1, 2, 3, 4, 8, 60])
    func `a round trip visits each city once, and its length is that of its ways`(count: Int) async throws {
        let cities = Self.gazetteer.largest(count)
        let planner = RoundTripPlanner(cities, gazetteer: Self.gazetteer, effort: .milliseconds(5))
        let trip = try await planner.search(TaskProgress {})
        #expect(Set(trip.cities) == Set(cities.map(\.id)) && trip.cities.count == count)
        #expect(abs(try Self.length(trip.cities) - trip.kilometres) < 0.001)
        #expect(try trip.kilometres <= Self.length(cities.map(\.id)) + 0.001)
    }

    @Test func `no two ways of a round trip cross`() async throws {
        let planner = RoundTripPlanner(Self.gazetteer.largest(40), gazetteer: Self.gazetteer, effort: .zero)
        let trip = try await planner.search(TaskProgress {})
        for from in trip.cities.indices {
            for to in trip.cities.indices where from < to {
                var other = trip.cities
                other[from...to].reverse()
                #expect(try Self.length(other) > trip.kilometres - 0.001)
            }
        }
    }

    @Test(arguments: Transport.allCases)
    func `the traveller goes on while it is planned, and finds it on the page and in a table`(
        transport: Transport
    ) async throws {
        try await transport.gallery(effort: .milliseconds(20)) { visitor in
            try await visitor.visit("/atlas")
            try await visitor.click("A round trip")
            #expect(try visitor.page.heading == "A Round Trip")
            try visitor.select("25 cities", in: "Cities")
            var page = try await visitor.click("Plan")
            while page.details["Length"] == nil { page = try await visitor.waitForChange() }
            #expect(page.details["Cities"] == "25" && page.rows.count == 25)
            let table = try await visitor.download("Save as a table")
            #expect(table.text.split(separator: "\r\n").count == 26 && table.text.hasPrefix("place,city,country"))
            #expect(table["content-disposition"]?.contains("round-trip.csv") == true)
        }
    }

    @Test func `a search can be cancelled and started again`() async throws {
        try await Transport.memory.gallery(effort: .seconds(600)) { visitor in
            try await visitor.visit("/atlas/round-trip")
            try await visitor.click("Plan")
            #expect(try visitor.page.buttons.contains { $0.label == "Cancel the search" })
            let status = "The cities are listed here when the search has ended."
            #expect(try visitor.page.texts.contains(status) && visitor.page.rows.isEmpty)
            #expect(try await visitor.siren("/atlas/round-trip").properties?.content?.contains(status) == true)
            let page = try await visitor.click("Cancel the search")
            #expect(!page.texts.contains(status))
            #expect(page.details["Length"] == nil && page.buttons.contains { $0.label == "Plan" })
        }
    }

    @Test func `without a round trip there is no table`() async throws {
        try await Transport.memory.gallery { visitor in
            let reply = try await visitor.send(Call("GET", "/atlas/round-trip.csv"))
            #expect(reply.status == 404)
        }
    }
}
