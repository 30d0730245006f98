import Cairn

/// Opens a product of the list.
struct SelectProduct: Action { var product: Product.ID }
/// Opens a product of the shown author. A page can offer it beside ``SelectProduct`` for the same product.
struct SelectWork: Action { var product: Product.ID }
/// Opens an author.
struct SelectAuthor: Action { var author: Author.ID }
/// Searches the products for words, on one shelf or on all.
struct SearchProducts: Action {
    var words = ""
    var shelf: Product.Shelf?
}
/// Returns to the list of all products.
struct ShowAllProducts: Action {}
/// Selects the products tab, in its last state.
struct ShowProducts: Action {}
/// Adds a product to the wish list.
struct WishFor: Action { var product: Product.ID }
/// Removes a product from the wish list.
struct ForgetWish: Action { var product: Product.ID }
struct AddToBasket: Action {
    var product: Product.ID
    var count = 1
}
/// Puts a removed product back, if it is not in the basket: an old page can undo the removal again.
struct RestoreToBasket: Action {
    var product: Product.ID
    var count: Int
}
struct RemoveFromBasket: Action { var product: Product.ID }
struct ShowBasket: Action {}
/// Starts the checkout.
struct CheckOut: Action {}
/// Empties the basket, after the confirmation.
struct EmptyBasket: Action {}
/// Shows the receipt of an order.
struct ShowReceipt: Action { var order: Int }
/// Logs the customer out.
struct LeaveShop: Action {}
