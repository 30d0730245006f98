import Testing

@testable import CairnTesting
@testable import Gallery

@Suite("Gallery: typed values and descriptions for scripts") struct ScriptAuthorTests {
    @Test func `planets have numbers with units, in details, rows and the table`() async throws {
        try await Transport.memory.gallery { visitor in
            let screens = try await visitor.siren("/planets/system").all
            let table = try #require(screens.first { $0.properties?.columns?.contains("Diameter, km") ?? false })
            let jupiter = try #require(table.properties?.rows?.firstIndex { $0.first == "Jupiter" })
            let typed = try #require(table.properties?.typedRows)[jupiter]
            #expect(typed.map { $0?.value } == [nil, .number(142_984), .number(95)])
            #expect(typed[1]?.unit == "km")
        }
    }

    @Test func `Shop's rows have prices, and Atlas' cities populations and coordinates`() async throws {
        try await Transport.memory.gallery { visitor in
            try await visitor.visit("/shop")
            try await visitor.enterShop()
            let prices = try await visitor.siren("/shop/products").all.compactMap { $0.properties?.values?["price"] }
            #expect(prices.count == Product.all.count)
            for price in prices {
                guard case .object(let members) = price else { continue }
                #expect(members["type"] == .text("number") && members["unit"] == .text("EUR"))
            }
            let cities = try await visitor.siren("/atlas/cities").entities(of: "row")
            #expect(!cities.isEmpty && cities.allSatisfy { $0.properties?.values?["population"] != nil })
            let details = try await visitor.siren("/atlas/~journey:accra").properties?.details ?? []
            let position = details.first { $0.title == "Position" }
            #expect(position?.typed?.type == "coordinate")
            #expect(details.first { $0.title == "Continent" }?.typed?.value == .text("africa"))
        }
    }

    @Test func `the description of Letters lists the actions behind its login`() async throws {
        struct Document: Decodable {
            struct Action: Decodable {
                struct Property: Decodable { var name: String, type: String }
                var name: String
                var properties: [Property]
            }
            var actions: [Action]
        }
        try await Transport.memory.gallery { visitor in
            let links = (try await visitor.siren("/letters").links ?? []).filter { $0.rel == ["describedby"] }
            let reply = try await visitor.send(
                Call("GET", try #require(links.first?.href).replacing("http://cairn.test", with: "")))
            let actions = try JSON.decode(Document.self, from: reply.body).actions
            #expect(Set(actions.map(\.name)).isSuperset(of: ["give-name", "select-friend", "compose-message"]))
            let friend = actions.first { $0.name == "select-friend" }
            #expect(friend?.properties.map(\.name) == ["friend"] && friend?.properties.map(\.type) == ["integer"])
        }
    }
}
