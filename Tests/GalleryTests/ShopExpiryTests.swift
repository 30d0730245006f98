import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("Shop: a checkout without a basket or session") struct ShopExpiryTests {
    @Test func `a checkout with an empty basket shows a notice and a link to the products`() async throws {
        try await Transport.memory.shop { visitor in
            for step in ["", "/delivery", "/review", "/payment"] {
                let page = try await visitor.visit("/shop/basket/~checkout\(step)")
                #expect(page.status == 200 && page.fields.isEmpty, "\(step)")
                #expect(page.texts.contains("Your basket is empty, so there is nothing to check out."))
                let products = try await visitor.click("Look at the products")
                #expect(products.heading == "Books and Maps" && !products.url.contains("~checkout"))
            }
        }
    }

    @Test func `after the session expired at the payment, the login leads to the empty checkout`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            // Simulate an expired session: the client no longer sends its cookie.
            visitor.forgetCookies()
            let login = try await visitor.pay("71.50 EUR")
            #expect(login.status == 409 && login.heading == "Welcome to the Shop")
            try await visitor.enterShop()
            #expect(try visitor.page.url == "/shop/basket/~checkout")
            #expect(try visitor.page.texts.contains("Your basket is empty, so there is nothing to check out."))
        }
    }

    @Test func `each checkout step shows that the basket was emptied in another tab`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.buy("The Night Atlas")
            try await visitor.goToPayment()
            let payment = try visitor.page
            try await visitor.visit("/shop/basket")
            try await visitor.click("Remove", in: "The Night Atlas")
            while try visitor.page.url != payment.url { try visitor.back() }
            let stale = try await visitor.pay("71.50 EUR")
            #expect(stale.status == 409)
            #expect(stale.texts.contains("Your basket is empty, so there is nothing to check out."))
        }
    }
}
