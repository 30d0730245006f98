import Cairn
import CairnTesting
import NavigationKit
import Testing

@testable import Gallery

@Suite("Shop: flows that are given what they need") struct ShopTests {
    private static let (atlas, purser) = ("The Night Atlas", "The Purser's Drawer")

    // MARK: - Dependencies and children

    @Test func `A25: two customers of two shops at once, each with the dependencies of its own`() async throws {
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
            try await visitors[0].choose(Self.atlas)
            try await visitors[1].choose(Self.purser)
            #expect(shops[0].footfall.take().first == .willShow(.product("night-atlas"), .push))
            #expect(shops[1].footfall.take().first == .willShow(.product("the-purser"), .push))
            for visitor in visitors { try await visitor.submit("Put into the basket") }
            for visitor in visitors { try await visitor.choose("Go to the basket") }
            for visitor in visitors { try await visitor.goToPayment() }
            #expect(try await visitors[1].pay("26.50 EUR").heading == "Receipt 1")
            #expect(shops.map(\.cashier.charges) == [[], [2_650]])
            let missing = try await visitors[1].visit("/second/products/product:night-atlas")
            #expect(missing.status == 404)
        }
    }

    @Test func `A27: the basket's summary moves into the product's screen and out of it, and acts through it`()
        async throws
    {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            let empty = try await visitor.choose(Self.atlas)
            #expect(!empty.texts.contains("Your basket"))
            _ = fakes.footfall.take()
            let full = try await visitor.submit("Put into the basket")
            #expect(visitor.chain == "ProductScreen;passed, ProductNavigation;none, ShopTabs;handled")
            #expect(full.texts.suffix(2) == ["Your basket", "1 piece, 59.00 EUR"])
            #expect(fakes.footfall.take() == [.summaryWillMove(isIn: true), .summaryDidMove(isIn: true)])
            let emptied = try await visitor.choose("Take this out again")
            #expect(
                visitor.chain == "BasketSummary;none, ProductScreen;passed, ProductNavigation;none, ShopTabs;handled")
            #expect(!emptied.texts.contains("Your basket"))
            // Before that the page was looked at, on controllers of its own, which the action was performed on.
            #expect(fakes.footfall.take().suffix(2) == [.summaryWillMove(isIn: false), .summaryDidMove(isIn: false)])
        }
    }

    @Test func `A28: a child is there once, however often it is added, and all can be taken away`() async throws {
        try await Transport.memory.shop { visitor in
            try await visitor.choose(Self.atlas)
            try await visitor.submit("Put into the basket")
            let twice = try await visitor.submit("Put into the basket")
            #expect(twice.texts.filter { $0 == "Your basket" }.count == 1)
            #expect(twice.texts.last == "2 pieces, 118.00 EUR")
            // Emptied in the other tab, so that the screen has to find out.
            try await visitor.choose("Basket")
            try await visitor.choose("Remove", in: Self.atlas)
            #expect(try await visitor.choose("Products").heading == Self.atlas)
            #expect(try !visitor.page.texts.contains("Your basket"))
        }
        let catalogue = WholeCatalogue()
        let product = try catalogue.product("night-atlas")
        let screen = ProductScreen(
            product, by: try Author.named(product.author), catalogue: catalogue, footfall: VisitCounter())
        let summary = BasketSummary(beside: product, catalogue: catalogue, footfall: VisitCounter())
        for _ in 1...2 { screen.addChild(summary) }
        #expect(screen.children.count == 1 && summary.parent === screen)
        screen.removeAllChildren()
        #expect(screen.children.isEmpty && summary.parent == nil)
    }

    // MARK: - Flows

    @Test func `A29 and A32: the app flow shows the login's own stack, and frees all of it once it is over`()
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
    func `A29: who logs out sees the login, whatever they ask for, and goes on there afterwards`(
        transport: Transport
    ) async throws {
        try await transport.shop { visitor in
            try await visitor.choose(Self.atlas)
            try await visitor.submit("Put into the basket")
            try await visitor.choose("All products")
            #expect(try await visitor.choose("Log out").heading == "Welcome to the Shop")
            #expect(try visitor.page.tabs.isEmpty)
            #expect(try await visitor.visit("/shop/products/author:yukiko-harunobe/map").status == 200)
            #expect(try visitor.page.heading == "Welcome to the Shop")
            try await visitor.enterShop(as: "Wei")
            #expect(try visitor.page.heading == "Where Yukiko Harunobe Lives")
            #expect(try visitor.page.rows.map(\.title) == ["Sapporo"])
            // The basket was somebody else's.
            #expect(try visitor.page.tabs.prefix(2).map(\.badge) == [nil, nil])
        }
    }

    @Test func `A32: the login's steps stand on one another, and each has its location`() async throws {
        try await Transport.memory.serve([ShopFakes().app()]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/shop/login")
            #expect(try await visitor.choose("I forgot my password").heading == "Forgot Your Password?")
            #expect(try visitor.page.url == "/shop/login/forgotten")
            try visitor.fill("E-mail", with: "ida@example.org")
            #expect(try await visitor.submit("Send it").heading == "Look into Your Mail")
            #expect(try await visitor.choose("Back to the login").heading == "Welcome to the Shop")
            try await visitor.choose("I am new here")
            try visitor.fill("Name", with: "Ida")
            try visitor.fill("E-mail", with: "ida@example.org")
            try visitor.fill("Choose a password", with: "short")
            try visitor.tick("I know that nothing here can be bought")
            let refused = try await visitor.submit("Become a customer")
            let password = try refused.field("Choose a password")
            #expect(refused.status == 422 && password.error != nil && password.value.isEmpty)
            try visitor.fill("Choose a password", with: "long enough")
            #expect(try await visitor.submit("Become a customer").heading == "Books and Maps")
            #expect(try await visitor.visit("/shop/account").details["E-mail"] == "ida@example.org")
            try await visitor.visit("/shop/products")
            try await visitor.buy("Headwind")
            #expect(try await visitor.choose("Check out").field("E-mail").value == "ida@example.org")
        }
    }

    @Test func `who does not agree is no customer, wherever the action comes from`() async throws {
        let flow = ShopLoginFlow(dependencies: ShopFakes().dependencies.login)
        let action = OpenAccount(name: "Ida", email: "ida@example.org", password: "long enough")
        await #expect(throws: InvalidInput(field: "agrees", "Nothing here can be bought.")) {
            try await flow.openAccount(action)
        }
    }

    @Test(arguments: ["?0", "?1"])
    func `A33: the login is compact whoever looks, and what is around it and after it as the request says`(
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
            // The same greeting as at the door says more where there is room.
            let help = try await visitor.visit("/shop/help")
            #expect(help.texts.contains { $0.hasPrefix("Atlases, folding maps") } == isRegular)
        }
    }

    @Test(arguments: [["Read enough"], ["Back"], ["Show on a map", "Back to the products"]])
    func `A34: a flow on the stack ends itself, and the stack is told once`(steps: [String]) async throws {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            try await visitor.choose(Self.atlas)
            try await visitor.choose("Leïla Benmrad")
            for step in steps { try await visitor.choose(step) }
            #expect(try visitor.page.heading == Self.atlas)
            let told = fakes.footfall.take().filter { $0 == .left("leila-benmrad") }
            #expect(told.count == 1)
            #expect(try await visitor.choose("Back").texts.last == "You last read about Leïla Benmrad.")
        }
    }

    @Test func `A34: what ends itself is freed, with the screens on it`() async throws {
        let shop = Shop(dependencies: ShopFakes().dependencies)
        shop.customerName = "Ida"
        try shop.start()
        try await shop.settle()
        for action in [SelectAuthor(author: "leila-benmrad") as any Action, ShowAuthorMap()] {
            #expect(try await shop.visibleViewController?.send(action) == true)
            try await shop.settle()
        }
        weak let map = try shop.visibleViewController
        weak let flow = map?.nearest(AuthorNavigation.self)
        #expect(map is AuthorMap && flow != nil)
        #expect(try await map?.send(AuthorRead()) == true)
        try await shop.settle()
        #expect(try shop.visibleViewController is ProductList)
        #expect(map == nil && flow == nil)
    }

    @Test func `A35: a stack is told what it will show and does show, and remembers the products`() async throws {
        let fakes = ShopFakes()
        try await Transport.memory.shop(fakes) { visitor in
            func expect(_ route: ProductRoute, _ change: StackChange, in place: SourceLocation = #_sourceLocation) {
                let events = fakes.footfall.take().filter { $0 != .left("leila-benmrad") }
                #expect(events == [.willShow(route, change), .didShow(route, change)], sourceLocation: place)
            }
            try await visitor.choose(Self.atlas)
            expect(.product("night-atlas"), .push)
            try await visitor.choose("Leïla Benmrad")
            expect(.author("leila-benmrad"), .push)
            try await visitor.choose("Cities after Ten")
            expect(.product("cities-after-ten"), .push)
            try await visitor.choose("Back")
            expect(.author("leila-benmrad"), .pop)
            try await visitor.choose("Back")
            expect(.product("night-atlas"), .pop)
            try await visitor.choose("Leïla Benmrad")
            try await visitor.choose("Cities after Ten")
            _ = fakes.footfall.take()
            try await visitor.choose("All products")
            expect(.list, .popTo)
            #expect(try visitor.page.rows.suffix(2).map(\.title) == ["Cities after Ten", Self.atlas])
            try visitor.fill("Title or author", with: " oNE  street")
            try visitor.pick("Folding maps", in: "Shelf")
            let found = try await visitor.submit("Search")
            expect(.found("oNE street", .maps), .set)
            #expect(found.rows.first?.title == "One Street, Both Sides")
            #expect(found.rows.count == 3 && found.url == "/shop/products/found:oNE%20street:Folding%20maps")
            // What only was looked at tells nobody.
            try await visitor.visit("/shop/products/product:headwind")
            #expect(fakes.footfall.take().isEmpty)
            try await visitor.choose("All products")
            _ = fakes.footfall.take()
            try await visitor.choose("Snow Lines")
            expect(.product("snow-lines"), .push)
        }
    }
}
