import Cairn

enum CheckoutRoute: Route { case address, delivery, review, payment }

/// The checkout, which turns the basket into an order. It saves address and delivery until it ends. After the payment
/// none of its versions can be reopened.
final class CheckoutNavigation: NavigationController<CheckoutRoute> {
    let dependencies: CheckoutDependencies
    @Saved var address: Address?
    @Saved var delivery: Delivery?
    @Saved var earliest: String?

    init(dependencies: CheckoutDependencies) {
        self.dependencies = dependencies
        super.init(root: .address)
    }

    /// A payment is executed once, even if it is submitted again.
    override var historyPolicy: HistoryPolicy { topRoute == .payment ? .once : .branch }

    override class var actions: [Handler] {
        [.on(give), .on(choose), .unwind(ChangeAddress.self), .on(goOn), .on(pay)]
    }

    func give(_ action: GiveAddress) throws {
        address = Address(
            name: try PersonName(action.name, maximumLength: 60).text, email: action.email, street: action.street,
            postcode: action.postcode,
            town: action.town, country: action.country, note: action.note, isGift: action.isGift)
        show(.delivery)
    }

    func choose(_ action: ChooseDelivery) {
        (delivery, earliest) = (action.delivery, action.earliest)
        show(.review)
    }

    func goOn(_ action: GoToPayment) { show(.payment) }

    func pay(_ action: Pay) async throws {
        let customer = try required((any Customer).self)
        let (address, delivery) = try known
        let bill = Bill(customer.basket, from: dependencies.catalogue, delivery: delivery.cents)
        let day = try await dependencies.warehouse.take(bill.lines)
        do {
            try await dependencies.cashier.charge(bill.total, to: action.holder, code: action.code)
        } catch {
            // If this fails, the pieces are missing until the night; the customer should see why the payment failed.
            try? await dependencies.warehouse.putBack(bill.lines, takenOn: day)
            throw error
        }
        endFlow()
        let number = (customer.orders.last?.number ?? 0) + 1
        // A paid order is prepared, also after a logout.
        let preparation = startTask(outlivesSession: true) { [packers = dependencies.packers] progress in
            try await packers.prepare(bill, progress)
            return nil
        }
        let order = Order(
            number: number, bill: bill, address: address, delivery: delivery, earliest: earliest,
            preparation: preparation)
        try await send(OrderPlaced(order: order))
    }

    private var known: (Address, Delivery) {
        get throws {
            guard let address, let delivery else { throw StepSkipped() }
            return (address, delivery)
        }
    }

    /// A deep link to a later step redirects to the first step whose data is missing.
    override func guardResult(for route: CheckoutRoute) -> GuardResult {
        switch route {
        case .address: .allowed
        case .delivery: address == nil ? .redirect(to: .address) : .allowed
        case .review, .payment:
            address == nil ? .redirect(to: .address) : delivery == nil ? .redirect(to: .delivery) : .allowed
        }
    }

    override func destination(for route: CheckoutRoute) throws -> ViewController {
        switch route {
        case .address:
            return AddressScreen(address).titled("Where Does It Go?")
        case .delivery:
            return DeliveryScreen(delivery, earliest: earliest).titled("How Does It Get There?")
        case .review:
            let (address, delivery) = try known
            return ReviewScreen(
                to: address, by: delivery, earliest: earliest, catalogue: dependencies.catalogue
            ).titled("Is This Right?")
        case .payment:
            let (_, delivery) = try known
            return PaymentScreen(delivery: delivery, catalogue: dependencies.catalogue).titled("Payment")
        }
    }
}

/// A step was opened before the steps that it depends on.
struct StepSkipped: Error {}
