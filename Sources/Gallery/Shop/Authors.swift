import Cairn

/// Shows the author's home on a map.
struct ShowAuthorMap: Action {}
/// Finishes reading about an author.
struct AuthorRead: Action {}

enum AuthorRoute: Route { case about, map }

/// A flow on another flow's stack: an author, and a map of their home. It finishes itself, which pops it.
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

/// An author and their products.
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
            ForEach(products) { ProductRow(product: $0, author: author, action: SelectWork(product: $0.id)) }
        }
        Button("Show on a map", action: ShowAuthorMap())
        Button("Read enough", action: AuthorRead())
    }
}

/// A map with the author's home.
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
