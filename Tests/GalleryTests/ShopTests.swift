import Cairn
import CairnTesting
import NavigationKit
import Testing

@testable import Gallery

@Suite("Shop: flows with injected dependencies") struct ShopTests {
    private static let (atlas, purser) = ("The Night Atlas", "The Purser's Drawer")

    // MARK: - Dependencies and children

    @Test func `two customers use two shops at once, each with its own dependencies`() async throws {
        let shops = [ShopFakes(catalogue: OneShelf(shelf: .atlases)), ShopFakes(catalogue: OneShelf(shelf: .stories))]
        try await Transport.memory.serve([shops[0].app("first"), shops[1].app("second")]) { wire in
            let visitors = [Visitor(wire), Visitor(wire)]
            try await visitors[0].visit("/first")
            try await visitors[1].visit("/second")
            for visitor in visitors { try await visitor.enterShop() }
            for (visitor, shop) in zip(visitors, shops) {
                #expect(try visitor.page.rows.map(\.title) == shop.catalogue.products.map(\.title))
                _ = shop.footfall.take()
            }
            try await visitors[0].click(Self.atlas)
            try await visitors[1].click(Self.purser)
            #expect(shops[0].footfall.take().first == .selected("night-atlas"))
            #expect(shops[1].footfall.take().first == .selected("the-purser"))
            for visitor in visitors { try await visitor.submit("Put into the basket") }
            for visitor in visitors { try await visitor.click("Go to the basket") }
            for visitor in visitors { try await visitor.goToPayment() }
            #expect(try await visitors[1].pay("26.50 EUR").heading == "Receipt 1")
            #expect(shops.map(\.cashier.charges) == [[], [2_650]])
            let missing = try await visitors[1].visit("/second/products/product:night-atlas")
            #expect(missing.status == 404)
        }
    }

    @Test func `a product has the same address at each visit while the products that were seen last are the same`()
        async throws
    {
        try await Transport.memory.shop { visitor in
            for _ in 1...2 {
                // The list has the product a second time once it was seen.
                let row = try #require(try visitor.page.buttons.last { $0.label == Self.atlas })
                #expect(try await visitor.click(row).url == "/shop/products/product:night-atlas")
                try await visitor.click("Back")
            }
        }
    }

    @Test func `the basket summary is added to the product screen and removed, and its actions climb through it`()
        async throws
    {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            let empty = try await visitor.click(Self.atlas)
            #expect(!empty.texts.contains("Your basket"))
            _ = fakes.footfall.take()
            let full = try await visitor.submit("Put into the basket")
            let chain = "ProductScreen;passed, ProductDetails;none, ProductNavigation;none, ShopTabs;handled"
            #expect(visitor.chain == chain)
            #expect(full.texts.suffix(2) == ["Your basket", "1 piece, 59.00 EUR"])
            #expect(fakes.footfall.take() == [.summaryWillMove(isIn: true), .summaryDidMove(isIn: true)])
            let emptied = try await visitor.click("Take this out again")
            #expect(visitor.chain == "BasketSummary;none, " + chain)
            #expect(!emptied.texts.contains("Your basket"))
            // Compare only the last two events: the previous GET rendered the page with other controllers than those of
            // the action.
            #expect(fakes.footfall.take().suffix(2) == [.summaryWillMove(isIn: false), .summaryDidMove(isIn: false)])
        }
    }

    @Test func `a child is added only once, and all children can be removed`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click(Self.atlas)
            try await visitor.submit("Put into the basket")
            let twice = try await visitor.submit("Put into the basket")
            #expect(twice.texts.filter { $0 == "Your basket" }.count == 1)
            #expect(twice.texts.last == "2 pieces, 118.00 EUR")
            // The basket is emptied in another tab, so the screen has to check it when it appears.
            try await visitor.click("Basket")
            try await visitor.click("Remove", in: Self.atlas)
            #expect(try await visitor.click("Products").heading == Self.atlas)
            #expect(try !visitor.page.texts.contains("Your basket"))
        }
        let catalogue = WholeCatalogue()
        let product = try catalogue.product("night-atlas")
        let screen = ProductScreen(
            product, by: try Author.named(product.author), catalogue: catalogue, footfall: VisitCounter(),
            warehouse: Warehouse())
        let summary = BasketSummary(beside: product, catalogue: catalogue, footfall: VisitCounter())
        for _ in 1...2 { screen.addChild(summary) }
        #expect(screen.children.count == 1 && summary.parent === screen)
        screen.removeAllChildren()
        #expect(screen.children.isEmpty && summary.parent == nil)
    }

    // MARK: - Flows

    @Test func `the app flow embeds the login's own stack, and frees all of it after the login`()
        async throws
    {
        let shop = Shop(dependencies: ShopFakes().dependencies)
        try shop.start()
        try await shop.settle()
        let login = try #require(try shop.visibleViewController)
        #expect(
            login.chainDescription
                == "ShopLoginScreen → ShopLoginNavigation → ShopLoginFlow → ShopFlow → Window → Shop")
        weak let flow = login.nearest(ShopLoginFlow.self)
        weak let stack = login.nearest(ShopLoginNavigation.self)
        #expect(flow != nil && stack != nil)
        #expect(try await login.send(EnterShop(name: "Ida", password: "open sesame")))
        try await shop.settle()
        #expect(try shop.visibleViewController is ProductList)
        #expect(flow == nil && stack == nil)
    }

    @Test(arguments: Transport.allCases)
    func `after a logout a URL shows the login, and the requested page follows it`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            try await visitor.click(Self.atlas)
            try await visitor.submit("Put into the basket")
            try await visitor.click("All products")
            #expect(try await visitor.click("Log out").heading == "Welcome to the Shop")
            #expect(try visitor.page.tabs.isEmpty)
            #expect(try await visitor.visit("/shop/products/author:yukiko-harunobe/map").status == 200)
            #expect(try visitor.page.heading == "Welcome to the Shop")
            try await visitor.enterShop(as: "Wei")
            #expect(try visitor.page.heading == "Where Yukiko Harunobe Lives")
            #expect(try visitor.page.rows.map(\.title).last == "Sapporo")
            // The basket of the previous customer is gone.
            #expect(try visitor.page.tabs.prefix(2).map(\.badge) == [nil, nil])
        }
    }

    @Test func `the login's steps form a stack and have locations`() async throws {
        try await Transport.memory.serve([ShopFakes().app()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/shop/login")
            #expect(try await visitor.click("I forgot my password").heading == "Forgot Your Password?")
            #expect(try visitor.page.url == "/shop/login/forgotten")
            try visitor.fill("E-mail", with: "ida@example.org")
            #expect(try await visitor.submit("Send it").heading == "Look into Your Mail")
            #expect(try await visitor.click("Back to the login").heading == "Welcome to the Shop")
            try await visitor.click("I am new here")
            try visitor.fill("Name", with: "Ida")
            try visitor.fill("E-mail", with: "ida@example.org")
            try visitor.fill("Choose a password", with: "short")
            try visitor.check("I know that nothing here can be bought")
            let refused = try await visitor.submit("Become a customer")
            let password = try refused.field("Choose a password")
            #expect(refused.status == 422 && password.error != nil && password.value.isEmpty)
            try visitor.fill("Choose a password", with: "long enough")
            #expect(try await visitor.submit("Become a customer").heading == "Books and Maps")
            #expect(try await visitor.visit("/shop/account").details["E-mail"] == "ida@example.org")
            try await visitor.visit("/shop/products")
            try await visitor.buy("Headwind")
            #expect(try await visitor.click("Check out").field("E-mail").value == "ida@example.org")
        }
    }

    @Test func `the handler checks the agreement again, wherever the action comes from`() async throws {
        let flow = ShopLoginFlow(dependencies: ShopFakes().dependencies.login)
        let action = OpenAccount(name: "Ida", email: "ida@example.org", password: "long enough")
        await #expect(throws: InvalidInput(field: "agrees", "Nothing here can be bought.")) {
            try await flow.openAccount(action)
        }
    }

    @Test(arguments: ["?0", "?1"])
    func `the login is always compact, and everything outside it follows the request`(
        isMobile: String
    ) async throws {
        try await Transport.memory.serve([ShopFakes().app()]) { wire in
            let visitor = Visitor(wire)
            visitor.fields = [("Sec-CH-UA-Mobile", isMobile)]
            let isRegular = isMobile == "?0"
            let login = try await visitor.visit("/shop")
            #expect(login.texts.first == "Please log in to look around.")
            #expect((login.details["Returns"] != nil) == isRegular)
            try await visitor.enterShop()
            let shelf = isRegular ? "Leïla Benmrad, Atlases" : "Leïla Benmrad"
            #expect(try visitor.page.rows.first { $0.title == Self.atlas }?.subtitle == shelf)
            // The greeting is shown only if the width is regular.
            let help = try await visitor.visit("/shop/help")
            #expect(help.texts.contains { $0.hasPrefix("Atlases, folding maps") } == isRegular)
        }
    }

    @Test(arguments: [["Read enough"], ["Back"], ["Show on a map", "Back to the products"]])
    func `a flow on the stack finishes itself, and the stack is notified once`(steps: [String]) async throws {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            try await visitor.click(Self.atlas)
            try await visitor.click("Leïla Benmrad")
            for step in steps { try await visitor.click(step) }
            #expect(try visitor.page.heading == Self.atlas)
            let told = fakes.footfall.take().filter { $0 == .left("leila-benmrad") }
            #expect(told.count == 1)
            #expect(try await visitor.click("Back").texts.last == "You last read about Leïla Benmrad.")
        }
    }

    @Test func `a flow that finishes itself is freed with its screens`() async throws {
        let shop = Shop(dependencies: ShopFakes().dependencies)
        shop.customerName = "Ida"
        try shop.start()
        try await shop.settle()
        let actions: [any Action] = [
            SelectProduct(product: "night-atlas"), SelectAuthor(author: "leila-benmrad"), ShowAuthorMap(),
        ]
        for action in actions {
            #expect(try await shop.visibleViewController?.send(action) == true)
            try await shop.settle()
        }
        weak let map = try shop.visibleViewController
        weak let flow = map?.nearest(AuthorNavigation.self)
        #expect(map is AuthorMap && flow != nil)
        #expect(try await map?.send(AuthorRead()) == true)
        try await shop.settle()
        #expect(try shop.visibleViewController is ProductScreen)
        #expect(map == nil && flow == nil)
    }

    @Test func `a stack is notified before and after each change, and records the viewed products`() async throws {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            func expect(_ route: ProductDetailRoute, _ change: StackChange, in place: SourceLocation = #_sourceLocation)
            {
                let events = fakes.footfall.take().filter { $0 != .left("leila-benmrad") }
                #expect(events == [.willShow(route, change), .didShow(route, change)], sourceLocation: place)
            }
            try await visitor.click(Self.atlas)
            #expect(fakes.footfall.take() == [.selected("night-atlas")])
            try await visitor.click("Leïla Benmrad")
            expect(.author("leila-benmrad"), .push)
            try await visitor.clickWork("Cities after Ten")
            expect(.product("cities-after-ten"), .push)
            try await visitor.click("Back")
            expect(.author("leila-benmrad"), .pop)
            try await visitor.click("Back")
            expect(.product("night-atlas"), .pop)
            try await visitor.click("Leïla Benmrad")
            try await visitor.clickWork("Cities after Ten")
            _ = fakes.footfall.take()
            // The author on the closed stack ends with it.
            try await visitor.click("All products")
            #expect(fakes.footfall.take() == [.left("leila-benmrad")])
            #expect(try visitor.page.rows.suffix(2).map(\.title) == ["Cities after Ten", Self.atlas])
            try visitor.fill("Title or author", with: " oNE  street")
            try visitor.select("Folding maps", in: "Shelf")
            let found = try await visitor.submit("Search")
            #expect(fakes.footfall.take().isEmpty)
            #expect(found.rows.first?.title == "One Street, Both Sides")
            #expect(found.rows.count == 3 && found.url == "/shop/products/found:oNE%20street:Folding%20maps")
            // A GET notifies no stack.
            try await visitor.visit("/shop/products/product:headwind")
            #expect(fakes.footfall.take().isEmpty)
            try await visitor.click("All products")
            _ = fakes.footfall.take()
            try await visitor.click("Snow Lines")
            #expect(fakes.footfall.take() == [.selected("snow-lines")])
        }
    }

    // MARK: - List and detail

    @Test(arguments: Transport.allCases)
    func `the shown product is marked in the list beside it, and selecting another one replaces it`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            func marked() throws -> [String] { try visitor.page.rows.filter(\.isSelected).map(\.title) }
            #expect(try marked() == [])
            let product = try await visitor.click(Self.atlas)
            #expect(product.url == "/shop/products/product:night-atlas")
            #expect(try marked() == [Self.atlas])
            #expect(product.source.contains(/aria-current="page"[^>]*>[^\n]*The Night Atlas/))
            #expect(product.rows.count == Product.all.count + 2, "the list, the author and a recently viewed product")
            let other = try await visitor.click("Headwind")
            #expect(other.url == "/shop/products/product:headwind" && other.heading == "Headwind")
            #expect(try marked() == ["Headwind"])
            #expect(try await visitor.click("Back").heading == "Books and Maps")
            #expect(try marked() == [])
            // A work of the author is on the stack of the detail.
            try await visitor.clickInList(Self.atlas)
            try await visitor.click("Leïla Benmrad")
            let work = try await visitor.clickWork("Cities after Ten")
            #expect(
                work.url == "/shop/products/product:night-atlas/author:leila-benmrad/product:cities-after-ten")
            #expect(try marked() == [Self.atlas])
        }
    }

    @Test func `a search changes the list beside a product, and its URL opens both`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click("Headwind")
            try visitor.fill("Title or author", with: "night")
            let found = try await visitor.submit("Search")
            let url = "/shop/products/found:night:!n/product:headwind"
            #expect(found.url == url && found.heading == "Headwind")
            #expect(found.rows.first?.title == Self.atlas && found.rows.count < Product.all.count)
            visitor.forgetCookies()
            try await visitor.visit(url)
            try await visitor.enterShop()
            let opened = try visitor.page
            #expect(opened.url.hasPrefix(url) && opened.rows.first?.title == Self.atlas)
            #expect(try await visitor.click("Back").heading == "Found")
            #expect(try await visitor.click("Back").heading == "Books and Maps")
            // The tab that is already selected returns both to their roots.
            for path in [url, "/shop/products/found:night:!n"] {
                try await visitor.visit(path)
                #expect(try await visitor.click("Products").url == "/shop/products")
            }
        }
    }

    @Test func `text typed for a product is kept while another row is selected`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.click("Headwind")
            try visitor.fill("How many", with: "3")
            try await visitor.click(Self.atlas)
            #expect(try visitor.page.field("How many").value == "1")
            try await visitor.clickInList("Headwind")
            #expect(try visitor.page.field("How many").value == "3")
        }
    }
}
