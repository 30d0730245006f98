import Cairn
import CairnTesting
import Synchronization
import Testing

@testable import Gallery

/// A catalogue that contains only the products of one shelf.
struct OneShelf: Catalogue {
    let shelf: Product.Shelf
    var products: [Product] { Product.all.filter { $0.shelf == shelf } }
}

/// Records the footfall events.
final class RecordingFootfall: Footfall {
    private let recorded = Mutex<[FootfallEvent]>([])

    func note(_ event: FootfallEvent) { recorded.withLock { $0.append(event) } }
    func visits(of product: Product.ID) -> Int { 7 }

    /// Returns the events since the last call.
    func take() -> [FootfallEvent] {
        recorded.withLock { events in
            defer { events = [] }
            return events
        }
    }
}

/// Accepts and records all payments, except for one declined code.
final class RecordingCashier: Cashier {
    private let recorded = Mutex<[Int]>([])

    func charge(_ cents: Int, to holder: String, code: String) async throws {
        if code == "000" { throw CardDeclined() }
        recorded.withLock { $0.append(cents) }
    }

    var charges: [Int] { recorded.withLock(\.self) }
}

/// The dependencies of one shop, with recording fakes.
struct ShopFakes {
    let footfall = RecordingFootfall()
    let cashier = RecordingCashier()
    var catalogue: any Catalogue = WholeCatalogue()
    var warehouse = Warehouse()

    var dependencies: ShopDependencies {
        var dependencies = ShopDependencies(gazetteer: Gazetteer(), warehouse: warehouse)
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
    /// Runs `body` with a customer who is logged in to a shop of its own.
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
    /// Clicks the row of the product in the list; the recently viewed products and those of an author can have a row of
    /// the same title.
    @discardableResult
    func clickInList(_ title: String) async throws -> RenderedPage { try await click(row: title, "select-product") }

    /// Clicks the row of the product on its author's page.
    @discardableResult
    func clickWork(_ title: String) async throws -> RenderedPage { try await click(row: title, "select-work") }

    private func click(row title: String, _ action: String) async throws -> RenderedPage {
        try await click(try #require(page.buttons.first { $0.row == title && $0.action.hasPrefix(action) }))
    }

    /// Logs in.
    func enterShop(as name: String = "Ida") async throws {
        try fill("Name", with: name)
        try fill("Password", with: "open sesame")
        try await submit("Log in")
    }

    /// Adds one piece of a product and goes to the basket.
    @discardableResult
    func buy(_ title: String) async throws -> RenderedPage {
        try await click(title)
        try await submit("Put into the basket")
        return try await click("Go to the basket")
    }

    /// Goes from the basket to the delivery step; stays at the address step if `name` is invalid.
    func goToDelivery(name: String = "Ida Byron") async throws {
        try await click("Check out")
        for (label, text) in [
            ("Name", name), ("E-mail", "ida@example.org"), ("Street and number", "Nørregade 10"),
            ("Postcode", "1165"), ("Town", "Copenhagen"), ("Note for who brings it", "Ring twice"),
        ] { try fill(label, with: text) }
        try select("Hungary", in: "Country")
        try check("Wrap it as a gift")
        if try await submit("Continue").status == 200 { try select("By courier, 12.50 EUR", in: "Delivery") }
    }

    /// Goes from the basket to the payment step.
    func goToPayment() async throws {
        try await goToDelivery()
        try fill("Not before", with: Self.day)
        try await submit("Continue")
        try await submit("Go on to payment")
    }

    /// The earliest delivery date in ``goToPayment()``.
    static let day = Today.text(after: 40)

    /// Submits the payment and returns the next page.
    @discardableResult
    func pay(_ price: String, as holder: String = "Ida Byron", code: String = "123") async throws -> RenderedPage {
        try fill("Name on the card", with: holder)
        try fill("Security code", with: code)
        return try await submit("Pay \(price)")
    }
}
