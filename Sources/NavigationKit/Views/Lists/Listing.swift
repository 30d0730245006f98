/// Where a visitor is in a long list: what was searched for, and which page is shown.
///
/// Keep it in a `@Saved` value of the screen, or query and page in its route, as `case cities(query: String, page: Int)`,
/// and let the screen or its container perform the two actions that change it:
///
/// ```swift
/// final class CityList: ViewController {
///     @Saved var listing = Listing()
///     override class var actions: [Handler] { [.on(search), .on(turn)] }
///     func search(_ action: Search) { listing.search(action) }
///     func turn(_ action: TurnPage) { listing.turn(action) }
///     @ViewBuilder override var view: any View {
///         PagedList("Cities", listing.filter(cities) { $0.name }, at: listing) { Row($0.name, action: ShowCity(city: $0.id)) }
///             .searchable(listing, prompt: "Search cities")
///     }
/// }
/// ```
public struct Listing: Codable, Hashable, Sendable {
    /// What was searched for; empty for everything.
    public private(set) var query: String
    /// The page that was asked for, from 1 on; where there are fewer the last one is shown.
    public private(set) var page: Int

    /// - Parameters:
    ///   - query: what was searched for.
    ///   - page: the page that is asked for.
    public init(query: String = "", page: Int = 1) {
        self.query = String(query.unicodeScalars.prefix(Self.longestQuery))
        self.page = max(1, page)
    }

    /// The longest query, in characters.
    static let longestQuery = 100

    /// Shows the first page of what holds the words.
    public mutating func search(_ action: Search) { self = Listing(query: action.query) }

    /// Shows another page.
    public mutating func turn(_ action: TurnPage) { self = Listing(query: query, page: action.page) }

    /// The elements whose text holds each word of the query, in capitals or not.
    ///
    /// - Parameters:
    ///   - data: the elements.
    ///   - text: what of an element is looked through.
    public func filter<Data: Sequence>(_ data: Data, by text: (Data.Element) -> String) -> [Data.Element] {
        let words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        guard !words.isEmpty else { return Array(data) }
        return data.filter { element in
            let bytes = Array(text(element).lowercased().utf8)
            return words.allSatisfy { bytes.holds($0) }
        }
    }

    /// The part of `data` that is shown.
    ///
    /// - Parameters:
    ///   - data: what was found.
    ///   - size: how many elements stand on one page.
    public func page<Data: RandomAccessCollection>(of data: Data, size: Int) -> ListPage<Data.SubSequence> {
        let (size, total) = (max(1, size), data.count)
        let pages = max(1, total / size + (total % size == 0 ? 0 : 1))
        // What was restored, or read from a URL, may be any number.
        let number = min(max(1, page), pages)
        let rest = data.dropFirst((number - 1) * size)
        return ListPage(elements: rest.prefix(size), number: number, pages: pages, total: total)
    }
}

/// One page of a list.
public struct ListPage<Elements: RandomAccessCollection> {
    /// What stands on it.
    public let elements: Elements
    /// Which one it is, from 1 on.
    public let number: Int
    /// How many there are, at least one.
    public let pages: Int
    /// How many elements stand on all of them.
    public let total: Int
}

/// The kit's own action: show what holds these words. Whoever keeps the ``Listing`` performs it.
public struct Search: Action {
    /// What was typed.
    public var query: String

    /// - Parameter query: what is looked for; empty for everything.
    public init(query: String = "") { self.query = query }
}

/// The kit's own action: show another page of a list. Whoever keeps the ``Listing`` performs it.
public struct TurnPage: Action {
    /// Which one, from 1 on.
    public var page: Int

    /// - Parameter page: which one, from 1 on.
    public init(page: Int) { self.page = page }
}

extension [UInt8] {
    /// Whether `part` stands in it.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first, count >= part.count else { return part.isEmpty }
        return (0...(count - part.count)).contains { start in
            self[start] == first && self[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
