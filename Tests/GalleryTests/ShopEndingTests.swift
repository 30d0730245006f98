import Cairn
import CairnTesting
import Testing

@testable import Gallery
@testable import NavigationKit

@Suite("Shop: how a checkout ends") struct ShopEndingTests {
    private static let note = "Nothing was ordered: your basket is as it was."

    @Test(arguments: [false, true])
    func `A34: that a checkout was left is said until the basket is another one`(removes: Bool) async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.choose("Check out")
            #expect(try await visitor.choose("Cancel").texts.contains(Self.note))
            #expect(try await visitor.reload().texts.contains(Self.note))
            if removes {
                try await visitor.choose("Remove", in: "The Night Atlas")
            } else {
                try await visitor.choose("Put everything back")
                try await visitor.choose("Put everything back", at: .alert)
            }
            try await visitor.choose("Look at the products")
            try await visitor.choose("All products")
            let basket = try await visitor.buy("Headwind")
            #expect(basket.rows.map(\.title) == ["Headwind"] && !basket.texts.contains(Self.note))
        }
    }

    @Test func `A34: who wanted more than there is has the basket of before, and reads that it is so`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.choose("Headwind")
            try visitor.fill("How many", with: "9")
            try await visitor.submit("Put into the basket")
            try await visitor.choose("Go to the basket")
            try await visitor.choose("Check out")
            try await visitor.choose("Cancel")
            try await visitor.choose("Products")
            #expect(try await visitor.submit("Put into the basket").alert != nil)
            try await visitor.choose("OK")
            #expect(try await visitor.choose("Basket").texts.contains(Self.note))
        }
    }

    /// Where a checkout may stand: over the basket, on its stack, under it, and on a receipt.
    @Test(
        arguments: [
            ([.basket], .checkout), ([.basket, .checkout], nil), ([.checkout], nil),
            ([.basket, .checkout, .receipt(7)], nil),
            ([.checkout], .checkout),
        ] as [([BasketRoute], BasketRoute?)])
    func `B7: after the payment the checkout is gone, wherever it stood`(
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
    func `an order may come from today on, and within a year`(days: Int, isRight: Bool) async throws {
        let day = Today.text(after: days)
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToDelivery()
            try visitor.fill("Not before", with: day)
            let page = try await visitor.submit("Continue")
            #expect(page.status == (isRight ? 200 : 422))
            #expect(isRight ? page.details["Comes"] == "By courier, not before \(day)" : page.details["Comes"] == nil)
        }
    }

    @Test(arguments: ["\u{200D}", "\u{FEFF}", "\u{3164}", "Ida\u{202E}"])
    func `who gets an order has a name that is seen`(name: String) async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToDelivery(name: name)
            let page = try visitor.page
            #expect(page.status == 422 && page.heading == "Where Does It Go?")
            #expect(try page.field("Name").error != nil)
        }
    }
}
