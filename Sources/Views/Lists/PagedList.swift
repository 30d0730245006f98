/// One page of a list, with buttons to the previous and the next page.
public struct PagedList<Page: RandomAccessCollection, Content: View>: View, PrimitiveView {
    let label: String
    let page: ListPage<Page>
    let query: String
    let placeholder: String
    let content: (Page.Element) -> Content
    private var binding: QueryBinding<ListState>?

    /// - Parameters:
    ///   - label: the name of the list, for assistive technology.
    ///   - data: all matching elements.
    ///   - listing: the state of the list, as `$listing` of a property `@Query var listing = ListState()`. Its pages are
    ///     links, so that the screen needs no handlers.
    ///   - size: the number of rows per page.
    ///   - placeholder: the text of an empty list without a query.
    ///   - content: returns the row for an element.
    public init<Data: RandomAccessCollection>(
        _ label: String, _ data: Data, at listing: QueryBinding<ListState>, size: Int = 20,
        placeholder: String = localized("There is nothing here yet."),
        @ViewBuilder content: @escaping (Page.Element) -> Content
    ) where Data.SubSequence == Page {
        self.init(label, data, at: listing.value, size: size, placeholder: placeholder, content: content)
        binding = listing
    }

    /// - Parameters:
    ///   - label: the name of the list, for assistive technology.
    ///   - page: the page, which another source has cut out, see ``ListPage/init(_:at:size:of:)``.
    ///   - listing: the state of the list, as `$listing` of a property `@Query var listing = ListState()`.
    ///   - placeholder: the text of an empty list without a query.
    ///   - content: returns the row for an element.
    public init(
        _ label: String, page: ListPage<Page>, at listing: QueryBinding<ListState>,
        placeholder: String = localized("There is nothing here yet."),
        @ViewBuilder content: @escaping (Page.Element) -> Content
    ) {
        self.label = label
        self.page = page
        self.placeholder = placeholder
        self.content = content
        query = listing.value.query
        binding = listing
    }

    /// - Parameters:
    ///   - label: the name of the list, for assistive technology.
    ///   - data: all matching elements.
    ///   - listing: the state of the list, for a screen that handles ``ShowPage``.
    ///   - size: the number of rows per page.
    ///   - placeholder: the text of an empty list without a query.
    ///   - content: returns the row for an element.
    public init<Data: RandomAccessCollection>(
        _ label: String, _ data: Data, at listing: ListState, size: Int = 20,
        placeholder: String = localized("There is nothing here yet."),
        @ViewBuilder content: @escaping (Page.Element) -> Content
    ) where Data.SubSequence == Page {
        self.label = label
        self.placeholder = placeholder
        self.content = content
        page = listing.page(of: data, size: size)
        query = listing.query
    }

    /// Appends the rows of the page, and a pager if there are several pages; a placeholder text if there are no rows.
    public func build(into screen: inout ScreenBuilder) {
        guard page.total > 0 else {
            let text = query.isEmpty ? placeholder : localized("Nothing was found for “\(query)”.")
            return Text(text, style: .placeholder).build(into: &screen)
        }
        List(label) { ForEach(page.elements, content: content) }.build(into: &screen)
        guard page.pages > 1 else { return }
        if let binding {
            return QueryPager(page, at: binding, label: localized("Pages of \(label)")).build(into: &screen)
        }
        Pager(localized("Pages of \(label)"), page: page.number, of: page.pages) { ShowPage(page: $0) }.build(
            into: &screen)
    }
}

/// The number of the current page, and buttons to the previous and the next page.
public struct Pager<A: Action>: View, PrimitiveView {
    let label: String
    let page: Int
    let pages: Int
    let action: (Int) -> A

    /// - Parameters:
    ///   - label: the name of the pager, for assistive technology.
    ///   - page: the current page, from 1 on.
    ///   - pages: the number of pages.
    ///   - action: returns the action that shows a page.
    public init(_ label: String = localized("Pages"), page: Int, of pages: Int, action: @escaping (Int) -> A) {
        self.label = label
        self.pages = max(1, pages)
        self.page = min(max(1, page), self.pages)
        self.action = action
    }

    /// Appends a ``Screen/Element/pager(_:)``. The first page has no previous page, and the last one has no next page.
    public func build(into screen: inout ScreenBuilder) {
        let previous =
            page > 1 ? screen.offer(AnyAction(action(page - 1)), title: Screen.PagerElement.previousTitle) : nil
        let next = page < pages ? screen.offer(AnyAction(action(page + 1)), title: Screen.PagerElement.nextTitle) : nil
        screen.append(
            .pager(Screen.PagerElement(label: label, page: page, pages: pages, previous: previous, next: next)))
    }
}

extension View {
    /// Adds above this view a form that sends ``Search`` and, unless the query is empty, a button that clears it.
    ///
    /// - Parameters:
    ///   - listing: the state of the list, whose query is the initial text of the input.
    ///   - prompt: the label of the input.
    public func searchable(_ listing: ListState, prompt: String = localized("Search")) -> some View {
        SearchableView(query: listing.query, prompt: prompt, content: self)
    }
}

struct SearchableView<Content: View>: View, PrimitiveView {
    let query: String
    let prompt: String
    let content: Content

    func build(into screen: inout ScreenBuilder) {
        screen.withinForm { form in
            TextField(prompt, name: "query", text: query, kind: .search, maximumLength: ListState.maxQueryLength)
                .build(into: &form)
            // The query keeps this action's encoded form different from that of "Show all" below.
            Button(localized("Search"), action: Search(query: query)).build(into: &form)
        }
        // This button is outside the form, because inside it the input would replace the empty query.
        if !query.isEmpty { Button(localized("Show all"), action: Search()).build(into: &screen) }
        content.build(into: &screen)
    }
}

/// The number of the current page of a list, and links to the previous and the next page, such as below a table.
public struct QueryPager: View, PrimitiveView {
    private let element: Screen.PagerElement

    /// - Parameters:
    ///   - page: the current page of the list.
    ///   - listing: the state of the list, as `$listing` of a property `@Query var listing = ListState()`.
    ///   - label: the name of the pager, for assistive technology.
    public init<Elements>(
        _ page: ListPage<Elements>, at listing: QueryBinding<ListState>, label: String = localized("Pages")
    ) {
        element = Screen.PagerElement(label: label, page: page.number, of: page.pages, listing)
    }

    /// Appends a ``Screen/Element/pager(_:)``; nothing if there is only one page.
    public func build(into screen: inout ScreenBuilder) {
        if element.pages > 1 { screen.append(.pager(element)) }
    }
}

/// Links to the previous and the next page of a list whose source has cursors and no known number of pages.
///
/// ```swift
/// struct Position: Codable, Equatable, Sendable { var after: Int?, before: Int? }
/// @Query var position = Position()
///
/// CursorPager($position)
///     .previous(first.map { first in { $0 = Position(before: first.id) } })
///     .next(last.map { last in { $0 = Position(after: last.id) } })
/// ```
public struct CursorPager<Value: Codable & Sendable & Equatable>: View, PrimitiveView {
    private let query: QueryBinding<Value>
    private var element: Screen.PagerElement

    /// - Parameters:
    ///   - query: the value that has the cursor, as `$position` of a property `@Query var position`.
    ///   - label: the name of the pager, for assistive technology.
    public init(_ query: QueryBinding<Value>, label: String = localized("Pages")) {
        self.query = query
        element = Screen.PagerElement(label: label, page: 0, pages: 0)
    }

    /// Adds the link to the previous page.
    ///
    /// - Parameter change: changes the value to the cursor of the previous page; `nil` on the first page.
    public func previous(_ change: ((inout Value) -> Void)?) -> CursorPager {
        var pager = self
        pager.element.previousLink = link(Screen.PagerElement.previousTitle, change)
        return pager
    }

    /// Adds the link to the next page.
    ///
    /// - Parameter change: changes the value to the cursor of the next page; `nil` on the last page.
    public func next(_ change: ((inout Value) -> Void)?) -> CursorPager {
        var pager = self
        pager.element.nextLink = link(Screen.PagerElement.nextTitle, change)
        return pager
    }

    private func link(_ title: String, _ change: ((inout Value) -> Void)?) -> Screen.QueryLinkElement? {
        change.map {
            Screen.QueryLinkElement(title: title, names: query.names, items: query.items($0), isCurrent: false)
        }
    }

    /// Appends a ``Screen/Element/pager(_:)``; nothing if there is only one page.
    public func build(into screen: inout ScreenBuilder) {
        if element.previousLink != nil || element.nextLink != nil { screen.append(.pager(element)) }
    }
}

extension Screen.PagerElement {
    /// A pager with links in place of actions.
    fileprivate init(label: String, page: Int, of pages: Int, _ listing: QueryBinding<ListState>) {
        func link(_ title: String, to number: Int) -> Screen.QueryLinkElement? {
            guard 1...pages ~= number else { return nil }
            let items = listing.items { $0 = ListState(query: $0.query, page: number) }
            return Screen.QueryLinkElement(title: title, names: listing.names, items: items, isCurrent: false)
        }
        self.init(label: label, page: page, pages: pages)
        previousLink = link(Self.previousTitle, to: page - 1)
        nextLink = link(Self.nextTitle, to: page + 1)
    }
}
