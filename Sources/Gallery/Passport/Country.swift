import Cairn

/// A country that a holder can choose.
///
/// The list has the 193 members of the United Nations and its two observer states, by their usual English names.
struct Country: Codable, Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The two-letter code of ISO 3166-1.
    let id: ID
    let name: String

    static func coded(_ id: ID) throws -> Country {
        guard let country = all.first(where: { $0.id == id }) else { throw NavigationError.notFound }
        return country
    }

    init(_ id: ID, _ name: String) {
        self.id = id
        self.name = name
    }

    /// All countries by name in dictionary order: word by word, ignoring diacritics and apostrophes.
    static let all: [Country] = aToB + cToE + fToK + lToM + nToR + justS + tToZ
}
