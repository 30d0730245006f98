import Cairn

/// What all flows of the shop need, a container for each (feature A25): nothing is shared behind their backs, so that two
/// shops with different ones can run side by side.
struct ShopDependencies: Sendable {
    var login: LoginDependencies
    var products: ProductDependencies
    var checkout: CheckoutDependencies

    /// The real ones.
    init(gazetteer: Gazetteer) {
        login = LoginDependencies(register: OpenRegister())
        products = ProductDependencies(
            catalogue: WholeCatalogue(), authors: AllAuthors(), gazetteer: gazetteer, footfall: VisitCounter())
        checkout = CheckoutDependencies(catalogue: WholeCatalogue(), cashier: PracticeCashier())
    }
}

struct LoginDependencies: Sendable {
    var register: any CustomerRegister
}

struct ProductDependencies: Sendable {
    var catalogue: any Catalogue
    var authors: any AuthorDirectory
    var gazetteer: Gazetteer
    var footfall: any Footfall
}

struct CheckoutDependencies: Sendable {
    var catalogue: any Catalogue
    var cashier: any Cashier
}

/// Knows the customers.
protocol CustomerRegister: Sendable {
    /// What the customer is called who says so.
    func customer(named name: String, password: String) async throws -> String
}

/// Believes everybody, and keeps nothing.
struct OpenRegister: CustomerRegister {
    func customer(named name: String, password: String) async throws -> String { try PersonName(name).text }
}

/// Knows what is for sale.
protocol Catalogue: Sendable {
    /// Shelf by shelf.
    var products: [Product] { get }
}

extension Catalogue {
    func product(_ id: Product.ID) throws -> Product {
        guard let product = products.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return product
    }
}

struct WholeCatalogue: Catalogue {
    var products: [Product] { Product.all }
}

/// Knows who wrote it.
protocol AuthorDirectory: Sendable {
    func author(_ id: Author.ID) throws -> Author
}

struct AllAuthors: AuthorDirectory {
    func author(_ id: Author.ID) throws -> Author { try Author.named(id) }
}

/// Takes the money.
protocol Cashier: Sendable {
    /// - Throws: ``CardDeclined``.
    func charge(_ cents: Int, to holder: String, code: String) async throws
}

/// Takes no money, but one card is always declined.
struct PracticeCashier: Cashier {
    func charge(_ cents: Int, to holder: String, code: String) async throws {
        if code == "000" { throw CardDeclined() }
    }
}

/// The bank said no.
struct CardDeclined: PresentableError {
    let alert = Alert(
        title: "Your card was declined", message: "Nothing was paid and nothing was ordered. Please try another card.")
}
