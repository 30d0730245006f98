import Cairn
import Synchronization

/// Records the events of the product flow, and counts how often products are selected.
protocol Footfall: Sendable {
    func note(_ event: FootfallEvent)
    /// The number of times that a product was selected, in a list or on its author's page.
    func visits(of product: Product.ID) -> Int
}

/// An event in the product flow.
enum FootfallEvent: Sendable, Equatable {
    /// A product was selected in the list.
    case selected(Product.ID)
    case willShow(ProductDetailRoute, StackChange)
    case didShow(ProductDetailRoute, StackChange)
    /// An author flow ended, such as by Back.
    case left(Author.ID)
    /// The basket summary is being added to a screen, or removed from it.
    case summaryWillMove(isIn: Bool)
    case summaryDidMove(isIn: Bool)
}

/// Counts how often each product was selected since the server started. The number of products limits its size.
final class VisitCounter: Footfall {
    private let counts = Mutex<[Product.ID: Int]>([:])

    func note(_ event: FootfallEvent) {
        switch event {
        case .selected(let product), .didShow(.product(let product), .push):
            counts.withLock { $0[product, default: 0] += 1 }
        default: break
        }
    }

    func visits(of product: Product.ID) -> Int { counts.withLock { $0[product] ?? 0 } }
}
