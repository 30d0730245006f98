import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("Shop: more tabs than fit the bar") struct ShopTabTests {
    @Test(arguments: Transport.allCases)
    func `the fifth and sixth tab are under More, which has its own location, as has a tab under it`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            #expect(try visitor.page.tabs.map(\.title) == ["Products", "Basket", "Wish list", "Visit us", "More"])
            let visit = try await visitor.click("Visit us")
            #expect(visit.rows.map(\.line) == ["The shop | Copenhagen"] && visit.url == "/shop/visit")
            let more = try await visitor.click("More")
            #expect(more.rows.map(\.title) == ["Account", "Help"] && more.url == "/shop/more")
            let help = try await visitor.click("Help")
            #expect(help.url == "/shop/help" && help.tables.first?.rows.first == ["By post", "4.90 EUR"])
            #expect(help.tabs.map(\.isSelected) == [false, false, false, false, true])
            #expect(try await visitor.click("Look for something").heading == "Books and Maps")
        }
    }

    @Test(arguments: Transport.allCases)
    func `a flow with another root refuses to unwind to all products, and the container above it unwinds`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            try await visitor.click("Headwind")
            let kept = try await visitor.click("Keep it for later")
            let flow = "ProductScreen;none, ProductDetails;none, ProductNavigation"
            #expect(visitor.chain == flow + ";none, ShopTabs;handled")
            #expect(kept.tabs.map(\.badge) == [nil, nil, "1 kept", nil, nil])
            try await visitor.click("Keep it for later")
            let wishes = try await visitor.click("Wish list")
            #expect(wishes.rows.map(\.title) == ["Headwind"])
            let wish = try await visitor.click("Headwind")
            #expect(wish.url == "/shop/wishes/product:headwind")
            // The wish beside its product has a button for the basket as well, in its menu.
            #expect(wish.rows.first.map { $0.title == "Headwind" && $0.isSelected } == true)
            let buttons = wish.buttons.filter { $0.label == "Put into the basket" && $0.place != .hidden }
            #expect(buttons.map(\.action) == ["buy-wish?product=headwind", "add-to-basket?product=headwind"])
            try await visitor.click("Teodor Kvist")
            try await visitor.clickWork("Headwind")
            let all = try await visitor.click("All products")
            #expect(visitor.chain == flow + ";refused, ShopTabs;handled")
            #expect(all.heading == "Books and Maps" && all.url.hasPrefix("/shop/products"))
            // The flow that refused the action is also back at its root.
            #expect(try await visitor.click("Wish list").heading == "Wish List")
            // A menu of the row has both actions; putting it into the basket leaves the page as it is.
            let basket = try await visitor.click("Put into the basket", in: "Headwind")
            #expect(basket.heading == "Wish List" && basket.tabs.map(\.badge) == [nil, "1", "1 kept", nil, nil])
            #expect(try await visitor.click("Remove", in: "Headwind").texts == ["Nothing is kept for later yet."])
            #expect(try await visitor.click("Look at all products").heading == "Books and Maps")
            #expect(visitor.chain == "WishList;none, ProductNavigation;refused, ShopTabs;handled")
            // The flow whose root is the list of all products handles the action itself.
            try await visitor.click("Products")
            try await visitor.click("The Night Atlas")
            try await visitor.click("Leïla Benmrad")
            try await visitor.clickWork("Cities after Ten")
            #expect(try await visitor.click("All products").heading == "Books and Maps")
            #expect(visitor.chain == flow + ";handled")
        }
    }

    @Test func `account settings are shown in the checkout and are deleted on logout`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click("More")
            try await visitor.click("Account")
            try visitor.fill("I am away in this week", with: "2026-W60")
            #expect(try await visitor.submit("Save").status == 422)
            for (label, text) in [
                ("Ring after", "17:30"), ("I am away in this week", "31/2026"),
                ("My card is valid until", "March 2027"),
            ] { try visitor.fill(label, with: text) }
            let saved = try await visitor.submit("Save")
            #expect(saved.fields.map(\.value) == ["17:30", "2026-W31", "2027-03"])
            try await visitor.click("Products")
            try await visitor.click("Headwind")
            try await visitor.submit("Put into the basket")
            try await visitor.click("Go to the basket")
            try await visitor.goToPayment()
            #expect(try visitor.page.texts.contains("Your card is valid until 2027-03."))
            try visitor.back()
            let delivery = try visitor.back()
            #expect(delivery.texts.contains("You are away in week 31, so nothing comes then."))
            #expect(delivery.texts.contains("Whoever brings it rings after 17:30."))
            #expect(delivery.source.contains("<progress"))
            try await visitor.visit("/shop/account")
            try await visitor.click("Log out")
            try await visitor.enterShop(as: "Wei")
            #expect(try await visitor.visit("/shop/account").fields.map(\.value) == ["", "", ""])
        }
    }

    @Test func `a product's picture exists and has a size and an alternative text`() async throws {
        try await Transport.memory.shop { visitor in
            let page = try await visitor.click("The Night Atlas")
            let image = try #require(
                page.source.firstMatch(of: /<img src="([^"]*)" alt="([^"]*)" width="160" height="120"/))
            #expect(image.2 == "An open atlas with a globe on its pages")
            for shelf in Product.Shelf.allCases {
                let reply = try await visitor.send(Call("GET", "/pictures/\(shelf.picture).svg"))
                #expect(reply.status == 200 && reply["Content-Type"] == "image/svg+xml", "\(shelf)")
            }
        }
    }
}
