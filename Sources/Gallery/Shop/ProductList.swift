import Cairn

/// A search for words in titles and authors' names, on one shelf or on all.
struct ProductSearch {
    var words = ""
    var shelf: Product.Shelf?

    /// Returns true if the product is on the shelf and each word is in its title or its author's name.
    func finds(_ product: Product, by author: Author?) -> Bool {
        let text = "\(product.title) \(author?.name ?? "")".lowercased()
        return (shelf == nil || shelf == product.shelf)
            && words.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }
    }
}

/// The products for sale, or those that a search found.
final class ProductList: ViewController {
    let search: ProductSearch
    let catalogue: any Catalogue
    let authors: any AuthorDirectory

    init(_ search: ProductSearch, catalogue: any Catalogue, authors: any AuthorDirectory) {
        self.search = search
        self.catalogue = catalogue
        self.authors = authors
        super.init()
    }

    override func viewDidLoad() async throws { addChild(RecentlyViewed(catalogue: catalogue, authors: authors)) }

    @ViewBuilder override var view: any View {
        let found = catalogue.products.map { ($0, try? authors.author($0.author)) }
            .filter { search.finds($0, by: $1) }
        let shown = nearest((any Browsing).self)?.shownProduct
        Form {
            TextField("Title or author", name: "words", text: search.words, kind: .search, maximumLength: 60)
            Picker("Shelf", name: "shelf", selection: search.shelf, isRequired: false, none: "All shelves") {
                $0.rawValue
            }
            Button("Search", action: SearchProducts())
        }
        if found.isEmpty {
            Text("Nothing like that stands on our shelves.", style: .placeholder)
        } else {
            List("Products") {
                ForEach(found) { product, author in
                    ProductRow(
                        product: product, author: author, action: SelectProduct(product: product.id),
                        isSelected: product.id == shown)
                }
            }
        }
    }
}

/// A product in a list, with its shelf if the width allows.
struct ProductRow<Selection: Action>: View {
    let product: Product
    let author: Author?
    let action: Selection
    let isSelected: Bool
    @Environment(\.horizontalSizeClass) private var width

    init(product: Product, author: Author?, action: Selection, isSelected: Bool = false) {
        (self.product, self.author) = (product, author)
        (self.action, self.isSelected) = (action, isSelected)
    }

    var body: some View {
        Row(
            product.title, subtitle: width == .regular ? "\(name), \(product.shelf.rawValue)" : name,
            badge: product.cents.price, action: action
        )
        .selected(isSelected)
        .value("price", product.cents.typedPrice)
    }

    private var name: String { author?.name ?? "Nobody knows" }
}

/// Opens a recently viewed product.
struct SelectRecent: Action { var product: Product.ID }

/// A child of the list: the recently viewed products and the last author. An action from it climbs through the list's
/// container like an action of the list itself.
final class RecentlyViewed: ViewController {
    let catalogue: any Catalogue
    let authors: any AuthorDirectory

    init(catalogue: any Catalogue, authors: any AuthorDirectory) {
        self.catalogue = catalogue
        self.authors = authors
        super.init()
    }

    override class var actions: [Handler] { [.on(select)] }

    func select(_ action: SelectRecent) async throws { try await send(SelectProduct(product: action.product)) }

    @ViewBuilder override var view: any View {
        let browsing = nearest((any Browsing).self)
        let products = (browsing?.recent ?? []).compactMap { try? catalogue.product($0) }
        if !products.isEmpty {
            Section("Recently viewed") {
                List("Recently viewed") {
                    ForEach(products) { product in
                        Row(product.title, action: SelectRecent(product: product.id)).image(product.shelf.picturePath)
                    }
                }
            }
        }
        if let author = browsing?.lastAuthor.flatMap({ try? authors.author($0) }) {
            Text("You last read about \(author.name).", style: .secondary)
        }
    }
}
