import Cairn
import CairnTesting
import Testing

@testable import Gallery
@testable import Navigation
@testable import Responders
@testable import Views

@Suite("Shop: basket and checkout") struct ShopCheckoutTests {
    @Test(arguments: Transport.allCases)
    func `a customer goes from the login to a receipt`(transport: Transport) async throws {
        let fakes = ShopFakes()
        try await transport.shop(fakes) { visitor in
            try await visitor.click("The Night Atlas")
            try visitor.fill("How many", with: "2")
            let product = try await visitor.submit("Put into the basket")
            #expect(product.tabs.prefix(2).map(\.badge) == [nil, "2"])
            try await visitor.click("All products")
            try await visitor.click("High Roads of the Andes")
            try await visitor.submit("Put into the basket")
            let basket = try await visitor.click("Go to the basket")
            #expect(
                basket.rows.map(\.line) == [
                    "The Night Atlas | 2 × 59.00 EUR | 118.00 EUR",
                    "High Roads of the Andes | 1 × 14.50 EUR | 14.50 EUR",
                ])
            try await visitor.goToPayment()
            let review = try visitor.back()
            let rows = [
                ["The Night Atlas", "2", "59.00 EUR", "118.00 EUR"],
                ["High Roads of the Andes", "1", "14.50 EUR", "14.50 EUR"],
            ]
            #expect(review.tables.first?.rows == rows)
            #expect(review.details["Goes to"] == "Ida Byron, Nørregade 10, 1165 Copenhagen, Hungary")
            #expect(review.details["Comes"] == "By courier, " + localized("not before \(date: Visitor.day)"))
            #expect(review.details["Wrapping"] == "As a gift" && review.details["Note"] == "Ring twice")
            try await visitor.submit("Go on to payment")
            let declined = try await visitor.pay("145.00 EUR", code: "000")
            #expect(declined.alert?.title == "Your card was declined")
            try await visitor.click("OK")
            let receipt = try await visitor.pay("145.00 EUR")
            #expect(receipt.heading == "Receipt 1" && receipt.url == "/shop/basket/receipt:1")
            #expect(receipt.tables.first?.rows == rows)
            #expect(receipt.details["Total"] == "145.00 EUR" && receipt.details["Delivery"] == "12.50 EUR")
            #expect(receipt.tabs.prefix(2).map(\.badge) == [nil, nil])
            #expect(fakes.cashier.charges == [14_500])
            let after = try await visitor.click("Back")
            #expect(after.rows.map(\.line) == ["Order 1 | 145.00 EUR"])
            #expect(!after.texts.contains("Nothing was ordered: your basket is as it was."))
        }
    }

    @Test(arguments: Transport.allCases)
    func `after the payment the checkout answers 410 and links to the receipt`(transport: Transport) async throws {
        let fakes = ShopFakes()
        try await transport.shop(fakes) { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            let payment = try visitor.page
            try await visitor.pay("71.50 EUR")
            // Back shows the browser's cached page; submitting it again is a repeat and gets the same receipt.
            try visitor.back()
            #expect(try await visitor.pay("71.50 EUR").heading == "Receipt 1")
            try visitor.back()
            let again = try await visitor.pay("71.50 EUR", as: "Somebody else")
            #expect(again.status == 410 && visitor.replies.map(\.status) == [410])
            #expect(again.links.contains { $0.title == "Go on" && $0.target == "/shop/basket/receipt:1" })
            for path in [payment.url, "/shop/basket/~checkout", "/shop/basket/~checkout/delivery"] {
                #expect(try await visitor.visit(path).status == 410, "\(path)")
                #expect(try await visitor.follow("Go on").heading == "Receipt 1")
            }
            #expect(fakes.cashier.charges == [7_150])
            // A second order has a checkout of its own.
            try await visitor.click("Look for more")
            try await visitor.click("All products")
            try await visitor.buy("Headwind")
            try await visitor.goToPayment()
            #expect(try await visitor.pay("25.00 EUR").heading == "Receipt 2")
            #expect(fakes.cashier.charges == [7_150, 2_500])
        }
    }

    @Test func `a payment is refused if the sum differs from that on its page`() async throws {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            let payment = try visitor.page
            try await visitor.visit("/shop/products/product:headwind")
            try await visitor.submit("Put into the basket")
            while try visitor.page.url != payment.url { try visitor.back() }
            let other = try await visitor.pay("71.50 EUR")
            #expect(other.status == 409 && fakes.cashier.charges.isEmpty)
            #expect(try await visitor.pay("84.00 EUR").heading == "Receipt 1")
            #expect(fakes.cashier.charges == [8_400])
        }
    }

    @Test func `only the payment uses the policy once; the steps before it can be changed`() throws {
        let checkout = CheckoutNavigation(dependencies: ShopFakes().dependencies.checkout)
        try checkout.give(GiveAddress(name: "Ida"))
        checkout.choose(ChooseDelivery(delivery: .pigeon))
        #expect(checkout.routes == [.address, .delivery, .review] && checkout.historyPolicy == .branch)
        checkout.goOn(GoToPayment())
        #expect(checkout.historyPolicy == .once)
    }

    @Test func `leaving the checkout notifies the basket, which is unchanged`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.click("Check out")
            let basket = try await visitor.click("Cancel")
            #expect(visitor.operation == "dismiss")
            #expect(basket.texts.contains("Nothing was ordered: your basket is as it was."))
            #expect(basket.rows.map(\.title) == ["The Night Atlas"])
        }
    }

    @Test func `a checkout step without its data throws when no guard ran before`() async {
        let checkout = CheckoutNavigation(dependencies: ShopFakes().dependencies.checkout)
        for route in [CheckoutRoute.review, .payment] {
            #expect(throws: StepSkipped.self) { try checkout.destination(for: route) }
        }
    }

    @Test(arguments: Transport.allCases)
    func `returning to the address unwinds the steps between, and leaving the receipt restores the shop`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            try await visitor.buy("Headwind")
            try await visitor.goToPayment()
            try await visitor.click("Back")
            #expect(try await visitor.click("Change the address").heading == "Where Does It Go?")
            #expect(visitor.chain == "ReviewScreen;none, CheckoutNavigation;handled")
            #expect(try visitor.page.field("Town").value == "Copenhagen")
            for button in ["Continue", "Continue", "Go on to payment"] { try await visitor.submit(button) }
            try await visitor.pay("25.00 EUR")
            #expect(try await visitor.click("Look for more").heading == "Headwind")
            #expect(visitor.chain == "ReceiptScreen;none, BasketNavigation;none, ShopTabs;handled")
            // The receipt was removed from the basket's stack.
            #expect(try await visitor.click("Basket").heading == "Basket")
        }
    }

    @Test func `a deep link to a later step shows the first step whose data is missing`() async throws {
        try await Transport.memory.shop { visitor in
            for step in ["delivery", "review", "payment"] {
                let page = try await visitor.visit("/shop/basket/~checkout/\(step)")
                #expect(page.status == 200 && page.heading == "Where Does It Go?")
            }
            #expect(try await visitor.visit("/shop/basket/receipt:1").status == 404)
        }
    }

    @Test func `Back does not undo the basket, and emptying it asks for confirmation`() async throws {
        try await Transport.memory.shop { visitor in
            let list = try await visitor.click("The Night Atlas")
            try await visitor.submit("Put into the basket")
            let before = try visitor.back()
            #expect(before.url == list.url && before.tabs.prefix(2).map(\.badge) == [nil, nil])
            let basket = try await visitor.click("Basket")
            #expect(basket.tabs.prefix(2).map(\.badge) == [nil, "1"])
            #expect(try await visitor.click("Put everything back").alert?.title == "Put everything back?")
            #expect(try await visitor.click("Keep it").rows.count == 1)
            try await visitor.click("Put everything back")
            let empty = try await visitor.click("Put everything back", at: .alert)
            #expect(empty.alert == nil && empty.texts.contains("Your basket is empty."))
            #expect(visitor.chain == "BasketScreen;none, BasketNavigation;handled")
        }
    }

    @Test func `the shop sells at most nine pieces of one product`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click("Headwind")
            try visitor.fill("How many", with: "9")
            try await visitor.submit("Put into the basket")
            #expect(try await visitor.submit("Put into the basket").alert?.title == "There are not so many")
            #expect(try await visitor.click("OK").tabs.prefix(2).map(\.badge) == [nil, "9"])
            try visitor.fill("How many", with: "10")
            #expect(try await visitor.submit("Put into the basket").status == 422)
        }
    }

    @Test func `each route of the shop round-trips through its segment`() {
        let found: [ShelfRoute] = [.found("", .maps), .found("a/b:c", nil), .found("é &", .stories)]
        let products: [ProductRoute] = Product.all.map { .product($0.id) } + Author.all.map { .author($0.id) }
        #expect(found.ambiguousSegments.isEmpty && products.ambiguousSegments.isEmpty)
        let details = Product.all.map { ProductDetailRoute.product($0.id) } + Author.all.map { .author($0.id) }
        #expect(details.ambiguousSegments.isEmpty)
        #expect([BasketRoute.receipt(1), .receipt(20), .checkout].ambiguousSegments.isEmpty)
        #expect([CheckoutRoute.delivery, .review, .payment].ambiguousSegments.isEmpty)
        #expect(ShopTab.allCases.ambiguousSegments.isEmpty)
        #expect([ShopLoginRoute.forgotten, .sent, .account].ambiguousSegments.isEmpty)
    }

    @Test(arguments: [(0, "0.00 EUR"), (5, "0.05 EUR"), (1_450, "14.50 EUR"), (123_456_700, "1,234,567.00 EUR")])
    func `prices are formatted from whole cents`(cents: Int, text: String) {
        #expect(cents.price == text)
    }
}
