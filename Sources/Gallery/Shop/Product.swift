import Cairn

/// A product of the book and map shop. All products are invented.
struct Product: Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The shelf, which is the product's category.
    enum Shelf: String, Codable, Sendable, CaseIterable {
        case atlases = "Atlases"
        case maps = "Folding maps"
        case guides = "Guides"
        case stories = "Stories"

        /// The file name of the shelf's picture, without its extension.
        var picture: String {
            switch self {
            case .atlases: "atlas"
            case .maps: "map"
            case .guides: "guide"
            case .stories: "story"
            }
        }

        /// The path of the picture.
        var picturePath: String { "/pictures/\(picture).svg" }

        /// The alternative text of the picture.
        var pictureText: String {
            switch self {
            case .atlases: "An open atlas with a globe on its pages"
            case .maps: "A map with three folds and a dotted way across it"
            case .guides: "A slim book with a compass rose"
            case .stories: "A thick book with a ribbon"
            }
        }
    }

    let id: ID
    let title: String
    let author: Author.ID
    let shelf: Shelf
    let cents: Int
    let pages: Int
    let about: String

    /// The currency of all prices.
    static let currency = "EUR"

    static func named(_ id: ID) throws -> Product {
        guard let product = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return product
    }

    init(
        _ id: ID, _ title: String, by author: Author.ID, _ shelf: Shelf, cents: Int, pages: Int, _ about: String
    ) {
        self.id = id
        self.title = title
        self.author = author
        self.shelf = shelf
        self.cents = cents
        self.pages = pages
        self.about = about
    }

    /// All products, in shelf order.
    static let all: [Product] = atlases + maps + guides + stories
}
