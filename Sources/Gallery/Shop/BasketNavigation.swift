import Cairn

enum BasketRoute: Route {
    case basket, receipt(Int), checkout

    var transition: Transition { self == .checkout ? .fullScreen : .push }
}

/// The tab of the basket: it presents the checkout, and shows the receipt after it.
final class BasketNavigation: NavigationController<BasketRoute> {
    let dependencies: CheckoutDependencies

    init(dependencies: CheckoutDependencies) {
        self.dependencies = dependencies
        super.init(root: .basket)
    }

    override class var actions: [Handler] { [.on(checkOut), .on(empty), .on(placed), .on(receipt)] }

    func checkOut(_ action: CheckOut) { show(.checkout) }
    func receipt(_ action: ShowReceipt) { show(.receipt(action.order)) }

    func empty(_ action: EmptyBasket) throws { try customer.basket = Basket() }

    func placed(_ action: OrderPlaced) throws {
        let customer = try customer
        customer.orders = (customer.orders + [action.order]).suffix(Self.maxOrders)
        // Remove the checkout, whether it was presented or pushed, so that a paid order cannot be reopened.
        if presentedRoute != nil { dismiss() }
        setRoutes([root])
        customer.basket = Basket()
        customer.hasLeftCheckout = false
        show(.receipt(action.order.number))
    }

    private static let maxOrders = 20

    private var customer: any Customer { get throws { try required((any Customer).self) } }

    /// Called when the checkout ends in any way, such as by Back.
    override func childDidFinish(_ child: ContainerViewController) {
        nearest((any Customer).self)?.hasLeftCheckout = true
    }

    override func destination(for route: BasketRoute) throws -> ViewController {
        switch route {
        case .basket: BasketScreen(catalogue: dependencies.catalogue).titled("Basket")
        case .receipt(let number): ReceiptScreen(try order(number)).titled("Receipt \(number)")
        case .checkout: CheckoutNavigation(dependencies: dependencies)
        }
    }

    private func order(_ number: Int) throws -> Order {
        guard let order = try customer.orders.last(where: { $0.number == number }) else {
            throw NavigationError.notFound
        }
        return order
    }
}

/// The basket and the customer's orders.
final class BasketScreen: ViewController {
    let catalogue: any Catalogue
    @Saved var listing = ListState()

    init(catalogue: any Catalogue) {
        self.catalogue = catalogue
        super.init()
    }

    override class var actions: [Handler] { [.on(show)] }

    func show(_ action: ShowPage) { listing.show(action) }

    @ViewBuilder override var view: any View {
        let customer = nearest((any Customer).self)
        let bill = Bill(customer?.basket ?? Basket(), from: catalogue)
        let orders = customer?.orders ?? []
        if bill.lines.isEmpty {
            EmptyState("Your basket is empty.", icon: .basket) {
                Button("Look at the products", action: ShowProducts())
            }
        } else {
            if customer?.hasLeftCheckout ?? false {
                Text("Nothing was ordered: your basket is as it was.", style: .secondary)
            }
            PagedList("In the basket", bill.lines, at: listing) { [catalogue] line in
                Self.row(line, picture: (try? catalogue.product(line.product))?.shelf.picturePath)
            }
            LabeledContent("Total", value: bill.goods.price, typed: bill.goods.typedPrice)
            Button("Check out", icon: .creditCard, role: .primary, action: CheckOut())
            Button("Put everything back", role: .destructive, action: EmptyBasket())
                .confirms(
                    "Put everything back?", message: "Your basket would be empty, and you would have to choose again.",
                    cancel: "Keep it")
        }
        if !orders.isEmpty {
            List("Orders") {
                ForEach(orders.reversed()) { order in
                    Row(
                        "Order \(order.number)", badge: order.bill.total.price,
                        action: ShowReceipt(order: order.number)
                    )
                    .icon(.receipt)
                }
            }
        }
    }

    private static func row(_ line: Bill.Line, picture: String?) -> Row {
        let row = Row(
            line.title, subtitle: "\(line.count) × \(line.cents.price)", badge: line.sum.price,
            secondary: Button("Remove", role: .destructive, action: RemoveFromBasket(product: line.product)))
        return picture.map { row.image($0) } ?? row
    }
}
