import Cairn

/// Submits the delivery address, with the customer's note and the choice of gift wrapping.
struct GiveAddress: Action {
    var name = ""
    var email = ""
    var street = ""
    var postcode = ""
    var town = ""
    var country = Address.Country.denmark
    var note = ""
    var isGift = false
}
/// Submits the kind of delivery and its earliest day.
struct ChooseDelivery: Action {
    var delivery = Delivery.post
    var earliest: String?
}
/// Returns to the address to change it.
struct ChangeAddress: Action {}
/// Confirms the order and goes to the payment.
struct GoToPayment: Action {}
/// Pays the sum that the screen showed. If the sum has changed since, this action is no longer offered and is refused.
struct Pay: Action {
    var holder = ""
    var code = ""
    var cents: Int
}
/// Reports a completed order.
struct OrderPlaced: Action { var order: Order }
