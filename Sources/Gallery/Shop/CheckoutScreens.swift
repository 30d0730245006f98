import Cairn

/// How far the customer has come.
struct CheckoutProgress: View {
    let step: Int

    var body: some View { ProgressView("Step \(step) of 4", value: Double(step), total: 4) }
}

/// Asks where the order goes.
final class AddressScreen: ViewController {
    let address: Address?

    /// - Parameter address: what is known so far.
    init(_ address: Address?) {
        self.address = address
        super.init()
    }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        let name = address?.name ?? customer?.customerName ?? ""
        let email = address?.email ?? customer?.customerEmail ?? ""
        CheckoutProgress(step: 1)
        TextField("Name", name: "name", text: name, isRequired: true, maximumLength: 60, autocomplete: "name")
        TextField(
            "E-mail", name: "email", text: email, kind: .email, isRequired: true, autocomplete: "email")
        TextField(
            "Street and number", name: "street", text: address?.street ?? "", isRequired: true,
            autocomplete: "address-line1")
        TextField(
            "Postcode", name: "postcode", text: address?.postcode ?? "", isRequired: true, maximumLength: 10,
            pattern: Pattern("[A-Za-z0-9 \\-]{3,10}", "three to ten letters and digits"), autocomplete: "postal-code")
        TextField(
            "Town", name: "town", text: address?.town ?? "", isRequired: true, autocomplete: "address-level2")
        Picker("Country", name: "country", selection: address?.country ?? .denmark)
        TextEditor("Note for who brings it", name: "note", text: address?.note ?? "", maximumLength: 200)
        Toggle("Wrap it as a gift", name: "isGift", isOn: address?.isGift ?? false)
        Button("Continue", role: .primary, action: GiveAddress())
    }
}

/// Asks how it gets there.
final class DeliveryScreen: ViewController {
    let delivery: Delivery
    let earliest: String?

    init(_ delivery: Delivery?, earliest: String?) {
        self.delivery = delivery ?? .post
        self.earliest = earliest
        super.init()
    }

    @ViewBuilder override var view: any View {
        CheckoutProgress(step: 2)
        Picker("Delivery", name: "delivery", selection: delivery, style: .radioGroup) { delivery in
            "\(delivery.name), \(delivery.cents == 0 ? "free" : delivery.cents.price)"
        }
        DatePicker(
            "Not before", name: "earliest", selection: earliest, minimum: Today.text,
            maximum: Today.text(after: Self.mostDays), help: "Leave it empty if any day will do.")
        if let habits = nearest((any Customer).self)?.habits { DeliveryHabitLines(habits: habits) }
        Button("Continue", role: .primary, action: ChooseDelivery())
    }

    /// The shop does not plan further ahead.
    private static let mostDays = 365
}

/// Shows everything once more before it is paid.
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
        let basket = nearest((any Customer).self)?.basket ?? Basket()
        if basket.isEmpty {
            Text("Your basket is empty.", style: .placeholder)
        } else {
            CheckoutProgress(step: 3)
            BillTable(caption: "Your order", bill: Bill(basket, from: catalogue, delivery: delivery.cents))
            DeliveryLines(address: address, delivery: delivery, earliest: earliest)
            Button("Go on to payment", role: .primary, action: GoToPayment())
        }
        Button("Change the address", action: ChangeAddress())
    }
}

/// Asks for a card. It is not kept.
final class PaymentScreen: ViewController {
    let delivery: Delivery
    let catalogue: any Catalogue

    init(delivery: Delivery, catalogue: any Catalogue) {
        self.delivery = delivery
        self.catalogue = catalogue
        super.init()
    }

    @ViewBuilder override var view: any View {
        let basket = nearest((any Customer).self)?.basket ?? Basket()
        let total = Bill(basket, from: catalogue, delivery: delivery.cents).total
        if basket.isEmpty {
            Text("Your basket is empty.", style: .placeholder)
        } else {
            CheckoutProgress(step: 4)
            LabeledContent("Total", value: total.price)
            if let expiry = nearest((any Customer).self)?.habits.expiry {
                Text("Your card is valid until \(expiry).", style: .secondary)
            }
            TextField("Name on the card", name: "holder", isRequired: true, autocomplete: "cc-name")
            SecureField(
                "Security code", name: "code", minimumLength: 3, maximumLength: 4, autocomplete: "off",
                help: "Any will do but 000, which is declined.")
            Button("Pay \(total.price)", role: .primary, action: Pay(cents: total))
        }
    }
}
