import Cairn
import Synchronization

/// Counts what visitors of the shop look at.
protocol Footfall: Sendable {
    func note(_ event: FootfallEvent)
    /// How often a product was looked at.
    func visits(of product: Product.ID) -> Int
}

/// Something that happens on the way through the products.
enum FootfallEvent: Sendable, Equatable {
    case willShow(ProductRoute, StackChange)
    case didShow(ProductRoute, StackChange)
    /// The visitor has read enough about an author.
    case left(Author.ID)
    /// The line about the basket moves into a screen, or out of it.
    case summaryWillMove(isIn: Bool)
    case summaryDidMove(isIn: Bool)
}

/// How often each product was looked at since the server started. Products are few, so it stays small.
final class VisitCounter: Footfall {
    private let counts = Mutex<[Product.ID: Int]>([:])

    func note(_ event: FootfallEvent) {
        guard case .didShow(.product(let product), .push) = event else { return }
        counts.withLock { $0[product, default: 0] += 1 }
    }

    func visits(of product: Product.ID) -> Int { counts.withLock { $0[product] ?? 0 } }
}
