import Cairn

/// The dependencies of the shop's flows: a structure each for login, products and checkout. There is no global mutable
/// state, so shops with different dependencies can run side by side.
struct ShopDependencies: Sendable {
    var login: LoginDependencies
    var products: ProductDependencies
    var checkout: CheckoutDependencies

    /// The dependencies of the running app.
    init(gazetteer: Gazetteer, warehouse: Warehouse = Warehouse()) {
        login = LoginDependencies(register: OpenRegister())
        products = ProductDependencies(
            catalogue: WholeCatalogue(), authors: AllAuthors(), gazetteer: gazetteer, footfall: VisitCounter(),
            warehouse: warehouse)
        checkout = CheckoutDependencies(
            catalogue: WholeCatalogue(), cashier: PracticeCashier(), warehouse: warehouse,
            packers: PracticePackers(pace: .seconds(1)))
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
    var warehouse: Warehouse
}

struct CheckoutDependencies: Sendable {
    var catalogue: any Catalogue
    var cashier: any Cashier
    var warehouse: Warehouse
    var packers: any Packers
}

/// Identifies customers.
protocol CustomerRegister: Sendable {
    /// Returns the customer's name, or throws if the login fails.
    func customer(named name: String, password: String) async throws -> String
}

/// Accepts every valid name and stores nothing.
struct OpenRegister: CustomerRegister {
    func customer(named name: String, password: String) async throws -> String { try PersonName(name).text }
}

/// The products for sale.
protocol Catalogue: Sendable {
    /// The products, in shelf order.
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

/// Finds authors by id.
protocol AuthorDirectory: Sendable {
    func author(_ id: Author.ID) throws -> Author
}

struct AllAuthors: AuthorDirectory {
    func author(_ id: Author.ID) throws -> Author { try Author.named(id) }
}

/// Charges customers.
protocol Cashier: Sendable {
    /// - Throws: ``CardDeclined``.
    func charge(_ cents: Int, to holder: String, code: String) async throws
}

/// Charges nothing, and declines one security code, `000`.
struct PracticeCashier: Cashier {
    func charge(_ cents: Int, to holder: String, code: String) async throws {
        if code == "000" { throw CardDeclined() }
    }
}

/// The bank declined the card.
struct CardDeclined: PresentableError {
    let alert = Alert(
        title: "Your card was declined", message: "Nothing was paid and nothing was ordered. Please try another card.")
}
