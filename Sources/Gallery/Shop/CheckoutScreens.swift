import Cairn

/// One step of the checkout. With an empty basket it shows a text and a button for the products instead.
struct CheckoutStep<Content: View>: View {
    let number: Int
    let basket: Basket
    let content: Content

    init(_ number: Int, for customer: (any Customer)?, @ViewBuilder content: () -> Content) {
        self.number = number
        basket = customer?.basket ?? Basket()
        self.content = content()
    }

    var body: some View {
        if basket.isEmpty {
            Text("Your basket is empty, so there is nothing to check out.", style: .placeholder)
            Button("Look at the products", action: ShowProducts())
        } else {
            ProgressView("Step \(number) of 4", value: Double(number), total: 4)
            content
        }
    }
}

/// Asks for the delivery address, a note and whether to wrap the order as a gift.
final class AddressScreen: ViewController {
    let address: Address?

    /// - Parameter address: the address entered before, if any.
    init(_ address: Address?) {
        self.address = address
        super.init()
    }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        let name = address?.name ?? customer?.customerName ?? ""
        let email = address?.email ?? customer?.customerEmail ?? ""
        CheckoutStep(1, for: customer) {
            TextField("Name", name: "name", text: name, isRequired: true, maximumLength: 60, autocomplete: .name)
            TextField(
                "E-mail", name: "email", text: email, kind: .email, isRequired: true, autocomplete: .email)
            TextField(
                "Street and number", name: "street", text: address?.street ?? "", isRequired: true,
                autocomplete: .addressLine1)
            TextField(
                "Postcode", name: "postcode", text: address?.postcode ?? "", isRequired: true, maximumLength: 10,
                pattern: Pattern("[A-Za-z0-9 \\-]{3,10}", "three to ten letters and digits"),
                autocomplete: .postalCode)
            TextField(
                "Town", name: "town", text: address?.town ?? "", isRequired: true, suggestions: Self.towns,
                autocomplete: .town)
            Picker(
                "Country", name: "country", selection: address?.country ?? .denmark, autocomplete: .countryName)
            TextEditor(
                "Note for who brings it", name: "note", text: address?.note ?? "", maximumLength: 200,
                showsLength: true)
            Toggle("Wrap it as a gift", name: "isGift", isOn: address?.isGift ?? false)
            Button("Continue", role: .primary, action: GiveAddress())
        }
    }

    /// The towns that most parcels go to.
    private static let towns = ["Berlin", "Budapest", "Copenhagen", "Paris", "Reykjavík", "Rome"]
}

/// Asks for the kind of delivery and its earliest day.
final class DeliveryScreen: ViewController {
    let delivery: Delivery
    let earliest: String?

    init(_ delivery: Delivery?, earliest: String?) {
        self.delivery = delivery ?? .post
        self.earliest = earliest
        super.init()
    }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        CheckoutStep(2, for: customer) {
            Picker("Delivery", name: "delivery", selection: delivery, style: .radioGroup) { delivery in
                "\(delivery.name), \(delivery.cents == 0 ? "free" : delivery.cents.price)"
            }
            DatePicker(
                "Not before", name: "earliest", selection: earliest, minimum: Today.text(after: 0, at: wallClock),
                maximum: Today.text(after: Self.maxDays, at: wallClock), help: "Leave it empty if any day will do.")
            if let habits = customer?.habits { DeliveryHabitLines(habits: habits) }
            Button("Continue", role: .primary, action: ChooseDelivery())
        }
    }

    /// The latest choice for the earliest day of delivery, in days from today.
    private static let maxDays = 365
}

/// Shows the whole order before the payment.
final class ReviewScreen: ViewController {
    let address: Address
    let delivery: Delivery
    let earliest: String?
    let catalogue: any Catalogue

    init(to address: Address, by delivery: Delivery, earliest: String?, catalogue: any Catalogue) {
        self.address = address
        self.delivery = delivery
        self.earliest = earliest
        self.catalogue = catalogue
        super.init()
    }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        CheckoutStep(3, for: customer) {
            let bill = Bill(customer?.basket ?? Basket(), from: catalogue, delivery: delivery.cents)
            BillTable(caption: "Your order", bill: bill)
            DeliveryLines(address: address, delivery: delivery, earliest: earliest)
            Button("Go on to payment", role: .primary, action: GoToPayment())
            Button("Change the address", action: ChangeAddress())
        }
    }
}

/// Asks for the name and security code of a card, which the order does not contain.
final class PaymentScreen: ViewController {
    let delivery: Delivery
    let catalogue: any Catalogue

    init(delivery: Delivery, catalogue: any Catalogue) {
        self.delivery = delivery
        self.catalogue = catalogue
        super.init()
    }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        let total = Bill(customer?.basket ?? Basket(), from: catalogue, delivery: delivery.cents).total
        CheckoutStep(4, for: customer) {
            LabeledContent("Total", value: total.price, typed: total.typedPrice)
            if let expiry = customer?.habits.expiry {
                Text("Your card is valid until \(expiry).", style: .secondary)
            }
            TextField("Name on the card", name: "holder", isRequired: true, autocomplete: .cardName)
            SecureField(
                "Security code", name: "code", minimumLength: 3, maximumLength: 4, autocomplete: .off,
                help: "Any will do but 000, which is declined.")
            Button("Pay \(total.price)", role: .primary, action: Pay(cents: total))
        }
    }
}
