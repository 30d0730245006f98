import Cairn

/// The products that a customer wants to buy, and their counts. Prices come from the catalogue when the bill is made.
struct Basket: Codable, Sendable, Equatable {
    struct Line: Codable, Sendable, Equatable {
        var product: Product.ID
        var count: Int
    }

    /// The lines in the order in which products were added.
    private(set) var lines: [Line] = []

    /// The maximum count of one product.
    static let maxOfOne = 9

    var count: Int { lines.reduce(0) { $0 + $1.count } }
    var isEmpty: Bool { lines.isEmpty }

    /// The badge of the basket's tab.
    var badge: String? { isEmpty ? nil : "\(count)" }

    /// A readable count: `1 piece`, `2 pieces`.
    var pieces: String { count == 1 ? "1 piece" : "\(count) pieces" }

    func contains(_ product: Product.ID) -> Bool { lines.contains { $0.product == product } }

    /// - Throws: ``NotSoMany`` if `count` is not positive or the total exceeds ``maxOfOne``.
    mutating func add(_ count: Int, of product: Product) throws {
        let index = lines.firstIndex { $0.product == product.id }
        let present = index.map { lines[$0].count } ?? 0
        guard (1...Self.maxOfOne).contains(count), present + count <= Self.maxOfOne else {
            throw NotSoMany(product: product)
        }
        if let index { lines[index].count += count } else { lines.append(Line(product: product.id, count: count)) }
    }

    mutating func remove(_ product: Product.ID) { lines.removeAll { $0.product == product } }
}

/// The count is not positive, or exceeds ``Basket/maxOfOne`` together with the pieces in the basket.
struct NotSoMany: PresentableError {
    let product: Product

    var alert: Alert {
        Alert(
            title: "There are not so many",
            message: "Of “\(product.title)” the shop sells at most \(Basket.maxOfOne) at a time.")
    }
}

/// The bill for a basket, at the prices of a catalogue.
struct Bill: Codable, Sendable, Equatable {
    struct Line: Codable, Sendable, Equatable {
        var product: Product.ID
        var title: String
        var count: Int
        var cents: Int

        var sum: Int { count * cents }
    }

    var lines: [Line]
    /// The delivery charge, in cents.
    var delivery: Int

    /// Creates a bill. Products that are no longer for sale are left out.
    init(_ basket: Basket, from catalogue: any Catalogue, delivery: Int = 0) {
        lines = basket.lines.compactMap { line in
            guard let product = try? catalogue.product(line.product) else { return nil }
            return Line(product: product.id, title: product.title, count: line.count, cents: product.cents)
        }
        self.delivery = delivery
    }

    var goods: Int { lines.reduce(0) { $0 + $1.sum } }
    var total: Int { goods + delivery }
}

extension Int {
    /// An amount of cents as a price: `59.00 EUR`.
    var price: String {
        let rest = self % 100
        return "\((self / 100).grouped).\(rest < 10 ? "0" : "")\(rest) \(Product.currency)"
    }

    /// An amount of cents as a price for programs.
    var typedPrice: TypedValue { .number(Double(self) / 100, unit: Product.currency) }
}

/// A bill as a table with its totals below.
struct BillTable: View {
    let caption: String
    let bill: Bill

    var body: some View {
        Table(caption, bill.lines) {
            TableColumn("Title", value: \.title)
            TableColumn("Pieces", alignment: .trailing) { String($0.count) }.typed { .number($0.count) }
            TableColumn("Each", alignment: .trailing) { $0.cents.price }.typed { $0.cents.typedPrice }
            TableColumn("Sum", alignment: .trailing) { $0.sum.price }.typed { $0.sum.typedPrice }
        }
        LabeledContent("Goods", value: bill.goods.price, typed: bill.goods.typedPrice)
        LabeledContent("Delivery", value: bill.delivery.price, typed: bill.delivery.typedPrice)
        LabeledContent("Total", value: bill.total.price, typed: bill.total.typedPrice)
    }
}
