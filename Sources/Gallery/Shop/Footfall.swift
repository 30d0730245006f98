import Cairn
import Synchronization

/// Counts the views of products.
protocol Footfall: Sendable {
    func note(_ event: FootfallEvent)
    /// The number of views of a product.
    func visits(of product: Product.ID) -> Int
}

/// A navigation event in the product flow.
enum FootfallEvent: Sendable, Equatable {
    case willShow(ProductRoute, StackChange)
    case didShow(ProductRoute, StackChange)
    /// The visitor finished an author flow.
    case left(Author.ID)
    /// The basket summary is being added to a screen, or removed from it.
    case summaryWillMove(isIn: Bool)
    case summaryDidMove(isIn: Bool)
}

/// Counts the views of each product since the server started. The number of products limits its size.
final class VisitCounter: Footfall {
    private let counts = Mutex<[Product.ID: Int]>([:])

    func note(_ event: FootfallEvent) {
        guard case .didShow(.product(let product), .push) = event else { return }
        counts.withLock { $0[product, default: 0] += 1 }
    }

    func visits(of product: Product.ID) -> Int { counts.withLock { $0[product] ?? 0 } }
}
