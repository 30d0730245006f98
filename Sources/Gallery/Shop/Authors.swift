import Cairn

/// The visitor wants to see where an author lives.
struct ShowAuthorMap: Action {}
/// The visitor has read enough about an author.
struct AuthorRead: Action {}

enum AuthorRoute: Route { case about, map }

/// A flow on the stack of another one: who an author is and where they live. It ends itself (feature A34).
final class AuthorNavigation: NavigationController<AuthorRoute> {
    let author: Author
    let dependencies: ProductDependencies

    init(_ author: Author, dependencies: ProductDependencies) {
        self.author = author
        self.dependencies = dependencies
        super.init(root: .about)
    }

    override class var actions: [Handler] { [.on(showMap), .on(read)] }

    func showMap(_ action: ShowAuthorMap) { show(.map) }
    func read(_ action: AuthorRead) { finish() }

    override func destination(for route: AuthorRoute) throws -> ViewController {
        switch route {
        case .about:
            let products = dependencies.catalogue.products.filter { $0.author == author.id }
            return AuthorScreen(author, products: products).titled(author.name)
        case .map:
            let city = try dependencies.gazetteer.city(author.city)
            return AuthorMap(author, city: city).titled("Where \(author.name) Lives")
        }
    }
}

/// Who an author is, and what they made.
final class AuthorScreen: ViewController {
    let author: Author
    let products: [Product]

    init(_ author: Author, products: [Product]) {
        self.author = author
        self.products = products
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text(author.about)
        List("By \(author.name)") {
            ForEach(products) { ProductRow(product: $0, author: author) }
        }
        Button("Show on a map", action: ShowAuthorMap())
        Button("Read enough", action: AuthorRead())
    }
}

/// Where an author lives.
final class AuthorMap: ViewController {
    let author: Author
    let city: City

    init(_ author: Author, city: City) {
        self.author = author
        self.city = city
        super.init()
    }

    @ViewBuilder override var view: any View {
        Map(
            "Where \(author.name) lives", region: CoordinateRegion(around: [city.coordinate]),
            polygons: Coastline.polygons,
            markers: [Marker(city.name, subtitle: city.country, coordinate: city.coordinate)])
        Button("Back to the products", action: AuthorRead())
    }
}
