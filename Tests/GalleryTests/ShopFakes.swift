import Cairn
import CairnTesting
import Synchronization
import Testing

@testable import Gallery

/// Sells one shelf only.
struct OneShelf: Catalogue {
    let shelf: Product.Shelf
    var products: [Product] { Product.all.filter { $0.shelf == shelf } }
}

/// Writes down what happens.
final class RecordingFootfall: Footfall {
    private let recorded = Mutex<[FootfallEvent]>([])

    func note(_ event: FootfallEvent) { recorded.withLock { $0.append(event) } }
    func visits(of product: Product.ID) -> Int { 7 }

    /// What happened since this was asked last.
    func take() -> [FootfallEvent] {
        recorded.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// Takes any money, and remembers it.
final class RecordingCashier: Cashier {
    private let recorded = Mutex<[Int]>([])

    func charge(_ cents: Int, to holder: String, code: String) async throws {
        if code == "000" { throw CardDeclined() }
        recorded.withLock { $0.append(cents) }
    }

    var charges: [Int] { recorded.withLock(\.self) }
}

/// What a shop of its own needs, with what was written down by it.
struct ShopFakes {
    let footfall = RecordingFootfall()
    let cashier = RecordingCashier()
    var catalogue: any Catalogue = WholeCatalogue()

    var dependencies: ShopDependencies {
        var dependencies = ShopDependencies(gazetteer: Gazetteer())
        dependencies.products.footfall = footfall
        dependencies.products.catalogue = catalogue
        dependencies.checkout.catalogue = catalogue
        dependencies.checkout.cashier = cashier
        return dependencies
    }

    func app(_ name: String = "shop") -> HostedApplication {
        let dependencies = dependencies
        return HostedApplication(name, title: "Shop", readsTraits: true) { Shop(dependencies: dependencies) }
    }
}

extension Transport {
    /// A customer of a shop of its own.
    func shop(_ fakes: ShopFakes = ShopFakes(), _ body: (Visitor) async throws -> Void) async throws {
        try await serve([fakes.app()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/shop")
            try await visitor.enterShop()
            _ = fakes.footfall.take()
            try await body(visitor)
        }
    }
}

extension Visitor {
    /// Logs in.
    func enterShop(as name: String = "Ida") async throws {
        try fill("Name", with: name)
        try fill("Password", with: "open sesame")
        try await submit("Log in")
    }

    /// Puts one into the basket, and goes there.
    @discardableResult
    func buy(_ title: String) async throws -> RenderedPage {
        try await choose(title)
        try await submit("Put into the basket")
        return try await choose("Go to the basket")
    }

    /// From the basket to the page that asks how it gets there.
    func goToDelivery(name: String = "Ida Byron") async throws {
        try await choose("Check out")
        for (label, text) in [
            ("Name", name), ("E-mail", "ida@example.org"), ("Street and number", "Nørregade 10"),
            ("Postcode", "1165"), ("Town", "Copenhagen"), ("Note for who brings it", "Ring twice"),
        ] { try fill(label, with: text) }
        try pick("Hungary", in: "Country")
        try tick("Wrap it as a gift")
        if try await submit("Continue").status == 200 { try pick("By courier, 12.50 EUR", in: "Delivery") }
    }

    /// From the basket to the page that asks for a card.
    func goToPayment() async throws {
        try await goToDelivery()
        try fill("Not before", with: Self.day)
        try await submit("Continue")
        try await submit("Go on to payment")
    }

    /// The first day on which the orders of ``goToPayment()`` may come.
    static let day = Today.text(after: 40)

    /// Pays, and gives the page that leads to.
    @discardableResult
    func pay(_ price: String, as holder: String = "Ida Byron", code: String = "123") async throws -> RenderedPage {
        try fill("Name on the card", with: holder)
        try fill("Security code", with: code)
        return try await submit("Pay \(price)")
    }
}
