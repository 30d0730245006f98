import Cairn

/// A product and a form to buy it. A summary is shown below while the basket is not empty.
final class ProductScreen: ViewController {
    let product: Product
    let author: Author
    let catalogue: any Catalogue
    let footfall: any Footfall
    let warehouse: Warehouse

    init(
        _ product: Product, by author: Author, catalogue: any Catalogue, footfall: any Footfall, warehouse: Warehouse
    ) {
        self.product = product
        self.author = author
        self.catalogue = catalogue
        self.footfall = footfall
        self.warehouse = warehouse
        super.init()
    }

    override func viewDidLoad() async throws { showSummaryIfNeeded() }

    /// Updates the summary, because the basket can have changed elsewhere since this screen was last visible.
    override func viewWillAppear() { showSummaryIfNeeded() }

    override class var actions: [Handler] { [.on(add), .on(remove)] }

    // This screen only observes both actions and forwards them; a container further up changes the basket.

    func add(_ action: AddToBasket) async throws {
        try await forward(action)
        showSummaryIfNeeded()
    }

    func remove(_ action: RemoveFromBasket) async throws {
        try await forward(action)
        showSummaryIfNeeded()
    }

    private func showSummaryIfNeeded() {
        let isEmpty = nearest((any Customer).self)?.basket.isEmpty ?? true
        if isEmpty {
            removeAllChildren()
        } else if children.isEmpty {
            let summary = BasketSummary(beside: product, catalogue: catalogue, footfall: footfall)
            addChild(summary.titled("Your basket"))
        }
    }

    override var topics: [Topic] { [.stock(of: product.id)] }

    @ViewBuilder override var view: any View {
        Image(
            product.shelf.picturePath, alternative: product.shelf.pictureText, width: 160, height: 120)
        Text(product.about)
        LabeledContent("Price", value: product.cents.price, typed: product.cents.typedPrice)
        LabeledContent("Shelf", value: product.shelf.rawValue, typed: .code(product.shelf.rawValue))
        LabeledContent("Pages", value: String(product.pages), typed: .number(product.pages))
        LabeledContent("Looked at", value: times)
        let left = warehouse.pieces(of: product.id)
        if left <= 20 {
            Badge(left > 0 ? "Only \(left) left today" : "Sold out today", role: left > 0 ? .warning : .critical)
        }
        List("Author") {
            Row(author.name, subtitle: author.about, action: SelectAuthor(author: author.id))
        }
        Stepper("How many", name: "count", value: 1, in: 1...Basket.maxOfOne)
        Button("Put into the basket", role: .primary, action: AddToBasket(product: product.id))
        Button("Keep it for later", action: WishFor(product: product.id))
    }

    private var times: String {
        let visits = footfall.visits(of: product.id)
        return visits == 1 ? "once" : "\(visits) times"
    }
}

/// A child of a product's screen: a summary of the basket.
final class BasketSummary: ViewController {
    let product: Product
    let catalogue: any Catalogue
    let footfall: any Footfall

    /// - Parameter product: the product of the parent screen.
    init(beside product: Product, catalogue: any Catalogue, footfall: any Footfall) {
        self.product = product
        self.catalogue = catalogue
        self.footfall = footfall
        super.init()
    }

    override func willMove(toParent parent: ViewController?) { footfall.note(.summaryWillMove(isIn: parent != nil)) }
    override func didMove(toParent parent: ViewController?) { footfall.note(.summaryDidMove(isIn: parent != nil)) }

    @ViewBuilder override var view: any View {
        let basket = nearest((any Customer).self)?.basket ?? Basket()
        Text("\(basket.pieces), \(Bill(basket, from: catalogue).goods.price)")
        Button("Go to the basket", action: ShowBasket())
        if basket.contains(product.id) {
            Button("Take this out again", role: .destructive, action: RemoveFromBasket(product: product.id))
        }
    }
}
