import Cairn
import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Shop: ways to end a checkout") struct ShopEndingTests {
    private static let note = "Nothing was ordered: your basket is as it was."

    @Test(arguments: [false, true])
    func `the basket mentions the abandoned checkout until its content changes`(removes: Bool) async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.click("Check out")
            #expect(try await visitor.click("Cancel").texts.contains(Self.note))
            #expect(try await visitor.reload().texts.contains(Self.note))
            if removes {
                try await visitor.click("Remove", in: "The Night Atlas")
            } else {
                try await visitor.click("Put everything back")
                try await visitor.click("Put everything back", at: .alert)
            }
            try await visitor.click("Look at the products")
            try await visitor.click("All products")
            let basket = try await visitor.buy("Headwind")
            #expect(basket.rows.map(\.title) == ["Headwind"] && !basket.texts.contains(Self.note))
        }
    }

    @Test func `a refused addition keeps the basket and its note about the abandoned checkout`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click("Headwind")
            try visitor.fill("How many", with: "9")
            try await visitor.submit("Put into the basket")
            try await visitor.click("Go to the basket")
            try await visitor.click("Check out")
            try await visitor.click("Cancel")
            try await visitor.click("Products")
            #expect(try await visitor.submit("Put into the basket").alert != nil)
            try await visitor.click("OK")
            #expect(try await visitor.click("Basket").texts.contains(Self.note))
        }
    }

    /// The positions of a checkout: over the basket, on its stack, at its root, below a receipt, and both at the
    /// root and over it.
    @Test(
        arguments: [
            ([.basket], .checkout), ([.basket, .checkout], nil), ([.checkout], nil),
            ([.basket, .checkout, .receipt(7)], nil),
            ([.checkout], .checkout),
        ] as [([BasketRoute], BasketRoute?)])
    func `the payment removes the checkout, wherever it is presented`(
        routes: [BasketRoute], presented: BasketRoute?
    ) async throws {
        let shop = Shop(dependencies: ShopFakes().dependencies)
        shop.customerName = "Ida"
        let address = Address(
            name: "Ida", email: "ida@example.org", street: "1", postcode: "123", town: "X", country: .italy, note: "",
            isGift: false)
        let bill = Bill(shop.basket, from: WholeCatalogue())
        shop.orders = [Order(number: 7, bill: bill, address: address, delivery: .post)]
        try shop.start()
        let tabs = try #require(try shop.visibleViewController?.nearest(ShopTabs.self))
        tabs.showBasket(ShowBasket())
        let basket = try #require(try shop.visibleViewController?.nearest(BasketNavigation.self))
        basket.setRoutes(routes)
        if let presented { basket.present(presented) }
        try await shop.settle()
        let order = Order(number: 8, bill: bill, address: address, delivery: .post)
        #expect(try await shop.visibleViewController?.send(OrderPlaced(order: order)) == true)
        try await shop.settle()
        #expect(basket.routes == [.basket, .receipt(8)] && basket.presentedRoute == nil)
        #expect(try shop.visibleViewController is ReceiptScreen)
        #expect(!shop.hasLeftCheckout)
    }

    @Test(arguments: [(0, true), (365, true), (-1, false), (367, false)])
    func `the delivery date is between today and a year from now`(days: Int, isRight: Bool) async throws {
        let day = Today.text(after: days)
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToDelivery()
            try visitor.fill("Not before", with: day)
            let page = try await visitor.submit("Continue")
            #expect(page.status == (isRight ? 200 : 422))
            let shown = "By courier, " + localized("not before \(date: day)")
            #expect(isRight ? page.details["Comes"] == shown : page.details["Comes"] == nil)
        }
    }

    @Test(arguments: ["\u{200D}", "\u{FEFF}", "\u{3164}", "Ida\u{202E}"])
    func `the recipient of an order needs a visible name`(name: String) async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToDelivery(name: name)
            let page = try visitor.page
            #expect(page.status == 422 && page.heading == "Where Does It Go?")
            #expect(try page.field("Name").error != nil)
        }
    }
}
