import Cairn

/// A country that can be chosen as one's own.
///
/// These are the 193 members of the United Nations and its two observer states, by the names they go by in English.
struct Country: Codable, Sendable, Equatable, Identifiable {
    typealias ID = String

    /// The two letters of ISO 3166-1.
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

    /// By name, as a dictionary sorts: word by word, and blind to marks and apostrophes.
    static let all: [Country] = aToB + cToE + fToK + lToM + nToR + justS + tToZ
}
