import Cairn

/// An author of books or maps in the shop. All authors are invented.
struct Author: Sendable, Equatable, Identifiable {
    typealias ID = String

    let id: ID
    let name: String
    /// The city where the author lives and works.
    let city: City.ID
    let about: String

    static func named(_ id: ID) throws -> Author {
        guard let author = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return author
    }

    var products: [Product] { Product.all.filter { $0.author == id } }

    private init(_ id: ID, _ name: String, in city: City.ID, _ about: String) {
        self.id = id
        self.name = name
        self.city = city
        self.about = about
    }

    static let all: [Author] = [
        Author(
            "delphine-aubriquet", "Delphine Aubriquet", in: "marseille",
            "Was a ferry purser for twenty years and has never got off a boat without taking notes."),
        Author(
            "farrukh-zamonov", "Farrukh Zamonov", in: "samarkand",
            "Restores old star charts by day, and checks them by night."),
        Author(
            "hemi-waretini", "Hemi Waretini", in: "wellington",
            "Draws coasts from a kayak, which he says is the only honest height."),
        Author(
            "inti-quispehuaman", "Inti Quispehuamán", in: "cusco",
            "Walked every road on his maps at least twice, once in each direction."),
        Author(
            "leila-benmrad", "Leïla Benmrad", in: "tunis",
            "Writes about cities after dark and sleeps through their mornings."),
        Author(
            "nomsa-adeyiga", "Nomsa Adeyiga", in: "lagos",
            "Counts things for a living: buses, bridges, stairs, and the steps between two good lunches."),
        Author(
            "ottilie-varga", "Ottilie Varga", in: "budapest",
            "Taught geography until her pupils had seen more of the world than she had, and then set out."),
        Author(
            "teodor-kvist", "Teodor Kvist", in: "copenhagen",
            "Cycles everywhere, arrives wet, and describes the weather without holding a grudge."),
        Author(
            "thora-eldhamar", "Þóra Eldhamar", in: "reykjavik",
            "Keeps a list of places that are no longer where the map has them."),
        Author(
            "yukiko-harunobe", "Yukiko Harunobe", in: "sapporo",
            "Folds every map she draws herself, and knows thirty-one ways to do it."),
    ]
}
