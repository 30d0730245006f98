import Cairn
import CairnTesting
import Testing

@testable import Gallery

@Suite("Paging of lists that visitors extend") struct ListTests {
    @Test func `a page has twenty conversations, and rows of the second page act like others`() async throws {
        let post = PostOffice()
        let friends = Friend.all.filter(\.hasRoom)
        for friend in friends { try await post.deliver("Hello", from: "Tove", to: friend) }
        let app = HostedApplication("letters", title: "Letters") { Letters(post: post) }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            try await visitor.visit("/letters")
            try await visitor.signIn(as: "Tove")
            let names = friends.map(\.name)
            let first = try await visitor.click("Messages")
            #expect(first.rows.map(\.title) == Array(names.reversed().prefix(20)))
            let second = try await visitor.click("Next page")
            #expect(second.rows.map(\.title) == Array(names.reversed().dropFirst(20)))
            let other = try #require(names.first)
            try await visitor.click("Delete", in: other)
            #expect(try visitor.page.rows.map(\.title).contains(other) == false)
            #expect(try await visitor.click("Previous page").rows.count == 20)
        }
    }

    @Test func `the wish list and the basket have pages of twenty`() async throws {
        let shop = ShopFakes()
        let app = HostedApplication("shop", title: "Shop") {
            let shop = Shop(dependencies: shop.dependencies)
            shop.customerName = "Ida"
            shop.wishes = Product.all.map(\.id)
            for product in Product.all { try? shop.basket.add(1, of: product) }
            return shop
        }
        try await Transport.memory.serve([app]) { wire in
            let visitor = Visitor(wire)
            for path in ["/shop/wishes", "/shop/basket"] {
                let first = try await visitor.visit(path)
                #expect(first.rows.map(\.title) == Product.all.prefix(20).map(\.title), "\(path)")
                let second = try await visitor.click("Next page")
                #expect(second.rows.map(\.title) == Product.all.dropFirst(20).map(\.title), "\(path)")
            }
        }
    }
}
