import Cairn

/// The customer's data. It belongs to the session and not to a version of the history, so going back does not undo its
/// changes.
protocol Customer: AnyObject {
    /// The customer's name; `nil` unless logged in.
    var customerName: String? { get set }
    /// The customer's e-mail address; empty if it was not entered.
    var customerEmail: String { get set }
    var basket: Basket { get set }
    /// True if the last checkout was left before the payment and the basket has not changed since.
    var hasLeftCheckout: Bool { get set }
    /// The customer's latest orders, the oldest first.
    var orders: [Order] { get set }
    /// The wish list, in the order in which products were added.
    var wishes: [Product.ID] { get set }
    var habits: DeliveryHabits { get set }
}
