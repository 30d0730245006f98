/// The state of a long list: the search query and the current page.
///
/// Keep it in a `@Saved` value of the screen, or keep query and page in its route, such as `case cities(query: String,
/// page: Int)`. Let the screen or its container perform the two actions that change it:
///
/// ```swift
/// final class CityList: ViewController {
///     @Saved var listing = ListState()
///     override class var actions: [Handler] { [.on(search), .on(show)] }
///     func search(_ action: Search) { listing.search(action) }
///     func show(_ action: ShowPage) { listing.show(action) }
///     @ViewBuilder override var view: any View {
///         PagedList("Cities", listing.filter(cities) { $0.name }, at: listing) {
///             Row($0.name, action: ShowCity(city: $0.id))
///         }
///         .searchable(listing, prompt: "Search cities")
///     }
/// }
/// ```
public struct ListState: Codable, Hashable, Sendable {
    /// The search query; empty for all elements.
    public private(set) var query: String
    /// The requested page, from 1 on. If there are fewer pages, the last one is shown.
    public private(set) var page: Int

    /// - Parameters:
    ///   - query: the search query; only its first 100 Unicode scalars are kept.
    ///   - page: the requested page.
    public init(query: String = "", page: Int = 1) {
        self.query = String(query.unicodeScalars.prefix(Self.maxQueryLength))
        self.page = max(1, page)
    }

    /// Decodes a state; a query that is too long, or a page below 1, is corrected as by ``init(query:page:)``: both can
    /// come from a URL.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            query: try container.decode(String.self, forKey: .query),
            page: try container.decode(Int.self, forKey: .page))
    }

    private enum CodingKeys: String, CodingKey { case query, page }

    /// The maximum length of a query, in Unicode scalars.
    static let maxQueryLength = 100

    /// Shows the first page of the matching elements.
    public mutating func search(_ action: Search) { self = ListState(query: action.query) }

    /// Shows another page.
    public mutating func show(_ action: ShowPage) { self = ListState(query: query, page: action.page) }

    /// Returns the elements whose text contains each word of the query, ignoring case.
    ///
    /// - Parameters:
    ///   - data: the elements.
    ///   - text: returns the text of an element to search in.
    public func filter<Data: Sequence>(_ data: Data, by text: (Data.Element) -> String) -> [Data.Element] {
        let words = query.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        guard !words.isEmpty else { return Array(data) }
        return data.filter { element in
            let bytes = Array(text(element).lowercased().utf8)
            return words.allSatisfy { bytes.holds($0) }
        }
    }

    /// Returns the current page of `data`.
    ///
    /// - Parameters:
    ///   - data: the matching elements.
    ///   - size: the number of elements per page.
    public func page<Data: RandomAccessCollection>(of data: Data, size: Int) -> ListPage<Data.SubSequence> {
        let (size, total) = (max(1, size), data.count)
        let pages = max(1, total / size + (total % size == 0 ? 0 : 1))
        // Clamp the page number: one that was restored or read from a URL can be out of range.
        let number = min(max(1, page), pages)
        let rest = data.dropFirst((number - 1) * size)
        return ListPage(elements: rest.prefix(size), number: number, pages: pages, total: total)
    }
}

/// One page of a list.
public struct ListPage<Elements: RandomAccessCollection> {
    /// The elements on this page.
    public let elements: Elements
    /// The page's number, from 1 on.
    public let number: Int
    /// The number of pages, at least 1.
    public let pages: Int
    /// The number of elements on all pages.
    public let total: Int

    /// Creates a page of data that another source has divided into pages, such as a database.
    ///
    /// ```swift
    /// override func load() async throws {
    ///     let (rows, total) = try await store.tickets(from: listing.offset(size: 50), count: 50)
    ///     page = ListPage(rows, at: listing, size: 50, of: total)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - elements: the elements on the page that `listing` requests.
    ///   - listing: the state of the list.
    ///   - size: the number of elements per page.
    ///   - total: the number of elements on all pages.
    public init(_ elements: Elements, at listing: ListState, size: Int, of total: Int) {
        let (size, total) = (max(1, size), max(0, total))
        self.elements = elements
        self.total = total
        pages = max(1, total / size + (total % size == 0 ? 0 : 1))
        number = min(listing.page, pages)
    }

    init(elements: Elements, number: Int, pages: Int, total: Int) {
        self.elements = elements
        self.number = number
        self.pages = pages
        self.total = total
    }
}

extension ListState {
    /// The number of elements before the requested page, for a source that divides its data into pages itself. A page
    /// beyond the end is empty; the source can then answer with the last one. At most half of `Int.max`, so that adding
    /// the size of a page to it does not overflow.
    ///
    /// - Parameter size: the number of elements per page.
    public func offset(size: Int) -> Int {
        let (offset, isTooLarge) = (page - 1).multipliedReportingOverflow(by: max(1, size))
        return isTooLarge ? .max / 2 : min(offset, .max / 2)
    }
}

/// A built-in action that searches a list. The screen or its container performs it; see ``ListState``.
public struct Search: Action {
    /// The search query.
    public var query: String

    /// - Parameter query: the search query; empty for all elements.
    public init(query: String = "") { self.query = query }
}

/// A built-in action that shows another page of a list. The screen or its container performs it; see ``ListState``.
public struct ShowPage: Action {
    /// The number of the page, from 1 on.
    public var page: Int

    /// - Parameter page: the number of the page, from 1 on.
    public init(page: Int) { self.page = page }
}

extension [UInt8] {
    /// Returns true if the bytes contain `part`.
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard let first = part.first, count >= part.count else { return part.isEmpty }
        return (0...(count - part.count)).contains { start in
            self[start] == first && self[start..<(start + part.count)].elementsEqual(part)
        }
    }
}
