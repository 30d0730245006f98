/// The rows of one page of a list, and the ways to the pages before and after.
public struct PagedList<Data: RandomAccessCollection, Content: View>: View, PrimitiveView {
    let label: String
    let page: ListPage<Data.SubSequence>
    let query: String
    let placeholder: String
    let content: (Data.Element) -> Content

    /// - Parameters:
    ///   - label: what the list holds, for those who do not see it.
    ///   - data: all that was found.
    ///   - listing: where the visitor is in it.
    ///   - size: how many rows stand on one page.
    ///   - placeholder: what is said where there is nothing at all.
    ///   - content: the row for one element.
    public init(
        _ label: String, _ data: Data, at listing: Listing, size: Int = 20,
        placeholder: String = "There is nothing here yet.", @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.label = label
        self.placeholder = placeholder
        self.content = content
        page = listing.page(of: data, size: size)
        query = listing.query
    }

    /// Adds the rows and the pager.
    public func lower(into screen: inout ScreenBuilder) {
        guard page.total > 0 else {
            let text = query.isEmpty ? placeholder : "Nothing was found for “\(query)”."
            return Text(text, style: .placeholder).lower(into: &screen)
        }
        List(label) { ForEach(page.elements, content: content) }.lower(into: &screen)
        guard page.pages > 1 else { return }
        Pager("Pages of \(label)", page: page.number, of: page.pages) { TurnPage(page: $0) }.lower(into: &screen)
    }
}

/// Which page of several is shown, and the ways to the one before and the one after.
public struct Pager<A: Action>: View, PrimitiveView {
    let label: String
    let page: Int
    let pages: Int
    let action: (Int) -> A

    /// - Parameters:
    ///   - label: what the pages are of, for those who do not see it.
    ///   - page: the one that is shown, from 1 on.
    ///   - pages: how many there are.
    ///   - action: what going to a page means.
    public init(_ label: String = "Pages", page: Int, of pages: Int, action: @escaping (Int) -> A) {
        self.label = label
        self.pages = max(1, pages)
        self.page = min(max(1, page), self.pages)
        self.action = action
    }

    /// Adds the ways that there are: none before the first page and none behind the last.
    public func lower(into screen: inout ScreenBuilder) {
        let previous =
            page > 1 ? screen.offer(AnyAction(action(page - 1)), title: Screen.PagerElement.previousTitle) : nil
        let next = page < pages ? screen.offer(AnyAction(action(page + 1)), title: Screen.PagerElement.nextTitle) : nil
        screen.append(
            .pager(Screen.PagerElement(label: label, page: page, pages: pages, previous: previous, next: next)))
    }
}

extension View {
    /// Puts a search above this view, as a form of its own; it sends ``Search``.
    ///
    /// - Parameters:
    ///   - listing: what was searched for last.
    ///   - prompt: what the input is called.
    public func searchable(_ listing: Listing, prompt: String = "Search") -> some View {
        SearchableView(query: listing.query, prompt: prompt, content: self)
    }
}

struct SearchableView<Content: View>: View, PrimitiveView {
    let query: String
    let prompt: String
    let content: Content

    func lower(into screen: inout ScreenBuilder) {
        screen.withinForm { form in
            TextField(prompt, name: "query", text: query, kind: .search, maximumLength: Listing.longestQuery)
                .lower(into: &form)
            // Not the same words as those of "Show all" below.
            Button("Search", action: Search(query: query)).lower(into: &form)
        }
        // Outside of the form, where nothing that is typed takes the place of the empty query.
        if !query.isEmpty { Button("Show all", action: Search()).lower(into: &screen) }
        content.lower(into: &screen)
    }
}
